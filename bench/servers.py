"""Which ASGI server the scaled-out form runs on: daphne (`manage.py serve`) beside uvicorn (deploy/uvicorn.env).

    python -m bench.servers

The same application, on one PostgreSQL and one Redis, does the same on each: moves by one client, pushes to a thousand
spectators, and pushes while some viewers never read. Processor time and memory are those of the web process alone; the
database is another one, and its disk plays no part.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from bench.fanout import next_command, push, settle
from bench.process import ROOT, Process, serving
from bench.web import prepare
from bench.wire import Viewer
from tests.services import private_postgres, private_redis

if TYPE_CHECKING:
    from bench.tables import Tables

MOVES = 150
SPECTATORS = 1000
PUSHES = 20
STUCK = 20
STUCK_PUSHES = 400


class Figures(NamedTuple):
    """What one server needs."""

    move_cpu: float  # s
    push_cpu: float  # s each
    push_wall: float  # s until the last has it
    socket_memory: float  # bytes each
    stuck_memory: float  # bytes for each viewer that never reads
    stuck_wall: float  # s until the last other viewer has a table, at worst


def main() -> None:
    """Measure and print."""
    cores = sorted(os.sched_getaffinity(0))
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as folder,
        private_postgres() as database_url,
        private_redis() as redis_url,
    ):
        size = prepare(folder, DATABASE_URL=database_url, REDIS_URL=redis_url)
        os.sched_setaffinity(0, cores[-1:])
        servers = {"daphne": daphne, "uvicorn": uvicorn}
        print(f"A table is {size / 1000:.1f} kB; {SPECTATORS} spectators; {STUCK} viewers that never read")
        print(f"{'':10}ms CPU   µs CPU a push   ms to the   kB a    kB a stuck   ms to the others,")
        print(f"{'':10}a move   and socket      last        socket  viewer       at worst")
        for name, start in servers.items():
            with start() as server:
                figures = measure(server)
            print(
                f"{name:10}{figures.move_cpu * 1e3:6.2f}{figures.push_cpu * 1e6:16.1f}{figures.push_wall * 1e3:12.1f}"
                f"{figures.socket_memory / 1e3:9.1f}{figures.stuck_memory / 1e3:14.1f}{figures.stuck_wall * 1e3:20.1f}"
            )


@contextmanager
def daphne() -> Iterator[Process]:
    """The embedded form's server."""
    with serving([sys.executable, "manage.py", "serve"]) as server:
        yield server


@contextmanager
def uvicorn() -> Iterator[Process]:
    """uvicorn with the options of deploy/."""
    options = dict(line.split("=", 1) for line in (ROOT / "deploy/uvicorn.env").read_text().split("\n") if "=" in line)
    with serving([sys.executable, "-m", "uvicorn", "config.asgi:application"], options) as server:
        yield server


def measure(server: Process) -> Figures:
    """All figures of one server."""
    from bench.tables import Tables, seat

    matches, sessions = seat(1)
    tables = Tables(server, matches, sessions)
    settle(tables.viewers)
    for _ in range(20):
        tables.turn()
    moves = [sample for _ in range(MOVES) for kind, sample in tables.turn().items() if kind == "to_play"]
    alone = [push(server, tables.clients[0], next_command(tables), tables.viewers) for _ in range(PUSHES)]

    before = server.memory()
    crowd = [Viewer(server.port, f"/ws/matches/{matches[0].public_id}/?v=0", {}) for _ in range(SPECTATORS)]
    settle([*tables.viewers, *crowd])
    socket_memory = (server.memory() - before) / SPECTATORS
    full = [push(server, tables.clients[0], next_command(tables), [*tables.viewers, *crowd]) for _ in range(PUSHES)]
    cpu = median(cost.cpu for cost in full) - median(cost.cpu for cost in alone)
    wall = median(cost.wall for cost in full) - median(cost.wall for cost in alone)
    close(crowd)
    time.sleep(3)
    return Figures(
        median(sample.cpu for sample in moves), cpu / SPECTATORS, wall, socket_memory, *stuck(server, tables)
    )


def stuck(server: Process, tables: "Tables") -> tuple[float, float]:
    """Push while some never read; the memory each of them takes, and the worst wait of the others.

    As many pushes as later go before, so that what the server keeps of any match is not counted as theirs.
    """
    path = f"/ws/matches/{tables.matches[0].public_id}/?v=0"
    for _ in range(STUCK_PUSHES):
        push(server, tables.clients[0], next_command(tables), tables.viewers)
    never_read = [Viewer(server.port, path, {}) for _ in range(STUCK)]
    settle(tables.viewers)
    before = server.memory()
    waits = [push(server, tables.clients[0], next_command(tables), tables.viewers) for _ in range(STUCK_PUSHES)]
    memory = (server.memory() - before) / STUCK
    close(never_read)
    return memory, max(cost.wall for cost in waits)


def close(viewers: Sequence[Viewer]) -> None:
    """Hang up."""
    for viewer in viewers:
        viewer.socket.close()


if __name__ == "__main__":
    main()
