"""Servers are killed while people play: nothing acknowledged is lost, nothing happens twice, no dice change.

    python -m tests.reliability.kill9 sqlite web=1000
    python -m tests.reliability.kill9 postgres web=20 redis=5 postgres=5

Eight or more pairs of players act over HTTP and ask again, with the same version, until they are answered. Killed is
the web server (at any moment, and at the points of tests/reliability/faults.py), or PostgreSQL, or Redis. Prints what
happened; fails if anything is wrong.
"""

import argparse
import random
import sys
from contextlib import ExitStack

from tests.reliability.place import prepare

LOOK_SECONDS = 16.0  # as in games/relay.py


def main() -> int:
    """Set everything up, kill, and judge."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("database", choices=["sqlite", "postgres"])
    parser.add_argument("kills", nargs="+", help="what is killed, and how often: web=1000")
    parser.add_argument("--pairs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--look", type=float, default=LOOK_SECONDS, help="seconds until a lost push is found")
    options = parser.parse_args()
    kills = [(what, int(number)) for what, _, number in (each.partition("=") for each in options.kills)]
    print(f"Killing {' '.join(options.kills)} on {options.database};", end=" ")
    print(f"{options.pairs} pairs of players, seed {options.seed}", flush=True)
    with ExitStack() as stack:
        place = prepare(stack, on_postgres=options.database == "postgres")
        from tests.reliability.storm import Storm

        storm = Storm(stack, place, options.pairs, options.seed, options.look)
        storm.rage(kills)
        return storm.report(may_complain={what for what, _ in kills} != {"web"})


if __name__ == "__main__":
    sys.exit(main())
