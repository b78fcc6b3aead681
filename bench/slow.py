"""What readers that never read cost everybody else, as a ratio to the same server without them.

    python -m bench.slow [--uvicorn] [--readers 50] [--moves 2000]

One match is played on the real server (`manage.py serve`, or uvicorn with config.asgi) while both players and fifty
spectators watch; first all of them read, then the spectators are ones that do not. Printed are how long a move took
until both players had its table, and how much memory the server has taken meanwhile.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

from bench.fanout import next_command, push, settle
from bench.process import ROOT, Process, serving
from bench.web import prepare
from bench.wire import Viewer

UVICORN = ["uvicorn", "config.asgi:application", "--lifespan", "off", "--log-level", "warning", "--no-access-log"]
WARM_UP = 350  # moves, until the tables that a process keeps take no more memory


class Run(NamedTuple):
    """Seconds of each move until both players had it, and the growth of the server's memory in MB."""

    times: list[float]
    grown: float


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--uvicorn", action="store_true")
    parser.add_argument("--readers", type=int, default=50)
    parser.add_argument("--moves", type=int, default=2000)
    options = parser.parse_args()
    disk = ROOT / "var"
    disk.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=disk) as folder:
        size = prepare(folder)
        command = [sys.executable, "-m", *UVICORN] if options.uvicorn else [sys.executable, "manage.py", "serve"]
        name = "uvicorn" if options.uvicorn else "manage.py serve"
        print(f"{options.moves} moves on {name}, tables of {size / 1000:.1f} kB, {options.readers} spectators")
        print(f"{'':24}  p50 ms   p99 ms   memory MB")
        runs = {}
        for kind in ("all read", "spectators do not"):
            with serving(command) as server:
                os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-1:])
                runs[kind] = run = play(server, options.readers, options.moves, kind != "all read")
            cuts = quantiles(run.times, n=100)
            print(f"{kind:24}{cuts[49] * 1000:8.2f}{cuts[98] * 1000:9.2f}{run.grown:12.1f}")
        good, bad = runs.values()
        offered = options.readers * options.moves * size / 1e6
        print(f"{'ratio':24}{median(bad.times) / median(good.times):7.2f}x   (of {offered:.0f} MB sent to them)")


def play(server: Process, readers: int, moves: int, are_slow: bool) -> Run:
    """Play a match from its start before so many spectators."""
    from bench.tables import Tables, seat

    matches, sessions = seat(1)
    tables = Tables(server, matches, sessions)
    path = f"/ws/matches/{matches[0].public_id}/?v=0"
    spectators = [Viewer(server.port, path, {}) for _ in range(readers)]
    settle([*tables.viewers, *spectators])
    times = []
    before = 0.0
    for move in range(WARM_UP + moves):
        if move == WARM_UP:
            before = memory(server)
        times.append(push(server, tables.clients[0], next_command(tables), tables.viewers).wall)
        if not are_slow:
            settle(spectators, seconds=0)
    return Run(times[WARM_UP:], memory(server) - before)


def memory(server: Process) -> float:
    """Megabytes of memory the server has in use."""
    pages = int(Path(f"/proc/{server.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    main()
