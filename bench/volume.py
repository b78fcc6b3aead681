"""What a full database costs: a move and each page with a million stored moves, as a ratio to a nearly empty one.

    python -m bench.volume [--postgres] [--moves 1000000] [--people 100000]

Two processes, one on a full database and one whose lists just fill a page, do the same in turns, in process: a move
(a command by its view), the home page, a table, the leaderboard and a profile. Processor time is the median of the
process that asks; that of PostgreSQL itself is measured as the time of its answers.
"""

import json
import os
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from statistics import median
from typing import IO

from bench.process import ROOT
from bench.stage import stage

ROUNDS = 40
LITTLE = (70_000, 1_000)  # just enough that every list fills its page
GOAL = 1.1


def main() -> None:
    """Fill one of two databases, measure in turns and print."""
    parser = ArgumentParser()
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--moves", type=int, default=1_000_000)
    parser.add_argument("--people", type=int, default=100_000)
    parser.add_argument("--work", action="store_true", help="measure in this process, as told by its input")
    asked = parser.parse_args()
    if asked.work:
        work(asked)
        return
    with ExitStack() as stack:
        workers = []
        for moves, people in (LITTLE, (asked.moves, asked.people)):
            folder, services = stack.enter_context(stage(postgres=asked.postgres, redis=False))
            environment = {**os.environ, "BARPOINT_DATA": folder, **services}
            command = [sys.executable, "-m", "bench.volume", "--work", "--moves", str(moves), "--people", str(people)]
            process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            stack.callback(process.kill)
            workers.append(process)
        for process in workers:
            print(ask(process, "begin")["told"], flush=True)
        figures: list[dict[str, list[list[float]]]] = [{}, {}]
        for _ in range(ROUNDS):
            for process, kept in zip(workers, figures, strict=True):
                for name, values in ask(process, "go").items():
                    kept.setdefault(name, []).append(values)
        print(f"{'':14}{'CPU ms little':>14}{'full':>8}{'ratio':>8}{'ms little':>12}{'full':>8}{'ratio':>8}   queries")
        for name, empty in figures[0].items():
            full = figures[1][name]
            (cpu, wall, queries), (cpu_full, wall_full, queries_full) = map(medians, (empty, full))
            print(
                f"{name:14}{cpu:14.2f}{cpu_full:8.2f}{cpu_full / cpu:7.2f}x{wall:12.2f}{wall_full:8.2f}"
                f"{wall_full / wall:7.2f}x   {queries:.0f} {queries_full:.0f}"
            )
        print(f"goal: {GOAL}x")


def medians(values: list[list[float]]) -> tuple[float, float, float]:
    """The median of each column."""
    cpu, wall, queries = (median(column) for column in zip(*values, strict=True))
    return cpu, wall, queries


def ask(process: "subprocess.Popen[bytes]", word: str) -> dict:
    """Have a worker do something, and take what it says."""
    pipe_in, pipe_out = process.stdin, process.stdout
    assert pipe_in is not None
    assert pipe_out is not None
    pipe_in.write(f"{word}\n".encode())
    pipe_in.flush()
    return json.loads(pipe_out.readline())


def work(asked: Namespace) -> None:
    """Fill the database, then measure one of each whenever the input says so."""
    answers: IO[str] = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # nothing else may stand between the answers
    from bench.filling import Visits, fill

    for line in sys.stdin:
        if line == "begin\n":
            begun = time.monotonic()
            fill(asked.moves, asked.people)
            visits = Visits()
            took = time.monotonic() - begun
            said: object = {"told": f"{asked.moves} moves and {asked.people} people, filled in {took:.0f} s"}
        else:
            said = visits.measure()
        print(json.dumps(said), file=answers, flush=True)


if __name__ == "__main__":
    main()
