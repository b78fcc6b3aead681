"""What a move costs through HTTP, as a ratio to a bare transaction-and-send on the same server and database.

    python -m bench.web [--postgres] [--redis]

The real server (`manage.py serve`) and two bare ones (bench/bare.py) run side by side on one database. In turns, each
gets one request from each of its clients at the same moment, and both players' sockets of every match are open and
read. A request is timed from its first byte sent to its last byte answered; processor time is that of the server
process, with all pushes that follow and without what it does anyway while nobody asks. One client is one match; sixteen
clients are sixteen matches.
"""

import os
import sys
from collections import defaultdict
from statistics import median, quantiles
from typing import TYPE_CHECKING, NamedTuple

from bench.process import Process, serving
from bench.stage import options, stage

if TYPE_CHECKING:
    from bench.tables import Sample

MOVES = {1: 300, 16: 1600}  # by clients
WARM_UP = 20
GOAL = 1.5


class Cost(NamedTuple):
    """Milliseconds: the median of the processor's, and of what a client waits."""

    cpu: float
    wait: float


def main() -> None:
    """Measure and print."""
    cores = sorted(os.sched_getaffinity(0))
    asked = options(__doc__)
    with stage(postgres=asked.postgres, redis=asked.redis) as (folder, services):
        size = prepare(folder, **services)
        real = [sys.executable, "manage.py", "serve"]
        bare = [sys.executable, "-m", "bench.bare", "--fragment-bytes", str(size)]
        print(f"A move on {'PostgreSQL' if asked.postgres else 'SQLite'}; both players watch, {size / 1000:.1f} kB")
        with serving(real) as server, serving(bare) as by_orm, serving([*bare, "--plain"]) as by_sql:
            os.sched_setaffinity(0, cores[-1:])
            for clients in MOVES:
                compare(server, by_orm, by_sql, clients)


def prepare(folder: str, **services: str) -> int:
    """Set Django up on a new database and collected files in `folder`; the size of a table's fragment.

    `services` are DATABASE_URL and REDIS_URL, if it is not to be the embedded form.
    """
    for variable in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(variable, None)
    os.environ |= {"BARPOINT_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings", **services}
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from bench.tables import seat
    from games.fragments import table_html

    return len(table_html(seat(1)[0][0], "white").encode())


def compare(server: Process, by_orm: Process, by_sql: Process, clients: int) -> None:
    """Play in turns on the servers and print one block of the report."""
    from bench.tables import BareTables, Tables, seat

    matches, sessions = seat(clients * 3)
    tables = Tables(server, matches[:clients], sessions)
    floors = {
        "bare, by the ORM": BareTables(by_orm, matches[clients : 2 * clients]),
        "bare, two statements": BareTables(by_sql, matches[2 * clients :]),
    }
    tables.background = server.background()
    samples: dict[str, list[Sample]] = defaultdict(list)
    for turn in range(WARM_UP + MOVES[clients] // clients):
        played = tables.turn() | {name: bare.turn()["bare"] for name, bare in floors.items()}
        if turn >= WARM_UP:
            for kind, sample in played.items():
                samples[kind].append(sample)
    print(
        f"\n{f'{clients} at once' if clients > 1 else 'one client':24} requests CPU ms (mean)   p50 ms   p99 ms  per s"
    )
    orm, sql = (report(name, samples[name]) for name in floors)
    report("roll", samples["to_roll"])
    move = report("confirmed play", samples["to_play"])
    print(f"{'play to bare, ORM':24}{move.cpu / orm.cpu:16.2f}x{'':7}{move.wait / orm.wait:8.2f}x   (goal: {GOAL})")
    print(f"besides, the real server takes {tables.background * 1000:.1f} ms CPU a second while nobody asks")
    print(f"{'play to bare, SQL':24}{move.cpu / sql.cpu:16.2f}x{'':7}{move.wait / sql.wait:8.2f}x")


def report(name: str, samples: "list[Sample]") -> Cost:
    """Print one line; the last column is how many of these one core could do in a second."""
    times = [time * 1000 for sample in samples for time in sample.times]
    cpu = median(sample.cpu * 1000 / len(sample.times) for sample in samples)
    mean = sum(sample.cpu for sample in samples) * 1000 / len(times)
    cuts = quantiles(times, n=100)
    print(f"{name:24}{len(times):9}{cpu:8.2f} ({mean:.2f}){cuts[49]:11.2f}{cuts[98]:9.2f}{1000 / mean:8.0f}")
    return Cost(cpu, cuts[49])


if __name__ == "__main__":
    main()
