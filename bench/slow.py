"""What readers that never read cost everybody else, as a ratio to the same server without them.

    python -m bench.slow [--uvicorn] [--readers 50] [--moves 2000]

One match is played on the real server (daphne by `manage.py serve`, or uvicorn) while both players and fifty
spectators watch; first all of them read, then the spectators are ones that do not. Printed are how long a move took
until both players had its table, and how much memory the server has taken meanwhile.
"""

import argparse
import os
import tempfile
from statistics import median, quantiles
from typing import NamedTuple

from bench.fanout import next_command, push, settle
from bench.process import ROOT, Process
from bench.servers import daphne, uvicorn
from bench.web import prepare
from bench.wire import Viewer

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
        start = uvicorn if options.uvicorn else daphne
        print(
            f"{options.moves} moves on {start.__name__}, tables of {size / 1000:.1f} kB, {options.readers} spectators"
        )
        print(f"{'':24}  p50 ms   p99 ms   memory MB")
        runs = {}
        for kind in ("all read", "spectators do not"):
            with start() as server:
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
            before = server.memory() / 1e6
        times.append(push(server, tables.clients[0], next_command(tables), tables.viewers).wall)
        if not are_slow:
            settle(spectators, seconds=0)
    return Run(times[WARM_UP:], server.memory() / 1e6 - before)


if __name__ == "__main__":
    main()
