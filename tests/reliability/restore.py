"""A backup that was taken while people play is restored, and their matches go on; the time in between is nobody's.

    python -m tests.reliability.restore sqlite --pairs 50
    python -m tests.reliability.restore postgres --pairs 50

deploy/backup.sh runs in mid-play, deploy/restore.sh after the server has stopped, into a database that has gone on
since. The backup is made to be an hour old. Prints what happened; fails if anything is wrong.
"""

import argparse
import random
import sys
from contextlib import ExitStack

from tests.reliability.place import prepare


def main() -> int:
    """Play, back up, play on, restore, play on, and judge."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("database", choices=["sqlite", "postgres"])
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    options = parser.parse_args()
    print(f"Restoring a backup on {options.database}; {options.pairs} matches, seed {options.seed}", flush=True)
    with ExitStack() as stack:
        place = prepare(stack, on_postgres=options.database == "postgres")
        from tests.reliability.restoring import Restoring

        return Restoring(stack, place, options.pairs, options.seed).prove()


if __name__ == "__main__":
    sys.exit(main())
