"""The same form sent many times at once, different forms for one version, and every pair of commands together.

    python -m tests.reliability.race sqlite --submits 10000 --pairs 200

A tenth of the submits goes over HTTP to a real server, the rest to the services from threads with connections of their
own. Prints what happened; fails if anything is wrong.
"""

import argparse
import random
import sys
import time
from contextlib import ExitStack

from tests.reliability.place import prepare

OVER_HTTP = 10  # one in so many


def main() -> int:
    """Set everything up, race, and judge."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("database", choices=["sqlite", "postgres"])
    parser.add_argument("--submits", type=int, default=10_000, help="double submits, and as many of different commands")
    parser.add_argument("--pairs", type=int, default=200, help="how often each pair of commands meets")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    options = parser.parse_args()
    print(f"Racing on {options.database}, seed {options.seed}", flush=True)
    with ExitStack() as stack:
        place = prepare(stack, on_postgres=options.database == "postgres", durable=False)
        from tests.reliability.racing import Races

        races, began = Races(stack, place, options.seed), time.monotonic()
        over_http = options.submits // OVER_HTTP
        races.submit_over_http(over_http)
        races.submit_to_services(options.submits - over_http)
        races.pair(options.pairs)
        return races.report(time.monotonic() - began)


if __name__ == "__main__":
    sys.exit(main())
