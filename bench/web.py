"""What a move costs through HTTP, as a ratio to a bare transaction-and-send on the same server and database.

    python -m bench.web

The real server (`manage.py serve`) and the bare one (bench/bare.py) run side by side on one SQLite file. In turns,
each gets one request from each of its clients at the same moment, and both players' sockets of every match are open and
read. A request is timed from its first byte sent to its last byte answered; processor time is that of the server
process, pushes included. One client is one match; sixteen clients are sixteen matches.
"""

import os
import sys
import tempfile
from collections import defaultdict
from statistics import quantiles
from typing import TYPE_CHECKING

from bench.process import ROOT, Process, serving

if TYPE_CHECKING:
    from bench.tables import Sample

MOVES = 800
WARM_UP = 20
GOAL = 1.5


def main() -> None:
    """Measure and print."""
    cores = sorted(os.sched_getaffinity(0))
    disk = ROOT / "var"  # not /tmp, which is often memory: every move waits for the disk
    disk.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=disk) as folder:
        fragment_bytes = prepare(folder)
        real = [sys.executable, "manage.py", "serve"]
        bare = [sys.executable, "-m", "bench.bare", "--fragment-bytes", str(fragment_bytes)]
        print(f"A move over HTTP; both players watch, a table is {fragment_bytes / 1000:.1f} kB")
        with serving(real) as server, serving(bare) as bare_server:
            os.sched_setaffinity(0, cores[-1:])
            for clients in (1, 16):
                compare(server, bare_server, clients)


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


def compare(server: Process, bare_server: Process, clients: int) -> None:
    """Play in turns on both servers and print one block of the report."""
    from bench.tables import BareTables, Tables, seat

    matches, sessions = seat(clients * 2)
    tables = Tables(server, matches[:clients], sessions)
    bare_tables = BareTables(bare_server, matches[clients:])
    samples: dict[str, list[Sample]] = defaultdict(list)
    for turn in range(WARM_UP + MOVES // clients):
        for played in (tables.turn(), bare_tables.turn()):
            if turn >= WARM_UP:
                for kind, sample in played.items():
                    samples[kind].append(sample)
    print(f"\n{f'{clients} at once' if clients > 1 else 'one client':28}  requests   CPU ms   p50 ms   p99 ms")
    bare_cpu, bare_median = report("bare transaction-and-send", samples["bare"])
    report("roll", samples["to_roll"])
    cpu, median = report("confirmed play", samples["to_play"])
    print(f"{'play to bare':28}{'':10}{cpu / bare_cpu:8.2f}x{median / bare_median:8.2f}x   (goal: {GOAL} or less)")


def report(name: str, samples: "list[Sample]") -> tuple[float, float]:
    """Print one line; processor time a request and median, in ms."""
    times = [time * 1000 for sample in samples for time in sample.times]
    cpu = sum(sample.cpu for sample in samples) * 1000 / len(times)
    cuts = quantiles(times, n=100)
    print(f"{name:28}{len(times):10}{cpu:9.2f}{cuts[49]:9.2f}{cuts[98]:9.2f}")
    return cpu, cuts[49]


if __name__ == "__main__":
    main()
