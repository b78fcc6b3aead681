"""What a push to thousands of spectators costs, as a ratio to a bare loop of sends on the same server.

    python -m bench.fanout [--spectators 5000] [--redis]

The real server (`manage.py serve`) and the bare one (bench/hub.py) run side by side on daphne, with as many sockets
open and tables of the same size. In turns each gets one command; its cost is the time until the last socket has its
table, and the server's processor time. What the same command costs without spectators is taken off, so that what is
left is the push alone. Without spectators it also says when both players' sockets have a move, from the request and
from COMMIT, beside a bare echo through the same channel layer: a POST that is sent to a group, of which one socket is a
member.
"""

import os
import resource
import selectors
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from bench.noting import Notes
from bench.process import Process, serving
from bench.stage import stage
from bench.web import prepare
from bench.wire import Client, Viewer, request

if TYPE_CHECKING:
    from bench.tables import Tables

PUSHES = 20
ECHOES = 60
TOGETHER = 250
SETTLE_SECONDS = 3.0  # until the number of watchers has been told, too
GOAL = 1.5


class Cost(NamedTuple):
    """Seconds of a push: until the last socket has it, and of the server's processor until it has been answered too."""

    wall: float
    cpu: float


class Push(NamedTuple):
    """Moments of a push, by the clock that all processes share, and the server's processor time at its ends."""

    begun: float
    seen: float  # by the last socket
    done: float  # answered as well
    cpu_before: float
    cpu_after: float

    @property
    def wall(self) -> float:
        return self.done - self.begun

    @property
    def cpu(self) -> float:
        return self.cpu_after - self.cpu_before


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser()
    parser.add_argument("--spectators", type=int, default=5000)
    parser.add_argument("--redis", action="store_true")
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    cores = sorted(os.sched_getaffinity(0))
    with stage(postgres=False, redis=asked.redis) as (folder, services):
        size = prepare(folder, **services)
        notes = Notes(Path(folder) / "committed")
        real = [sys.executable, "-m", "bench.noting", str(Path(folder) / "committed")]
        bare = [sys.executable, "-m", "bench.hub", "--fragment-bytes", str(size)]
        layer = "Redis" if asked.redis else "memory"
        print(f"A table of {size / 1000:.1f} kB pushed to {asked.spectators} spectators, layer in {layer}")
        with serving(real) as server, serving(bare) as hub:
            os.sched_setaffinity(0, cores[-1:])
            compare(server, hub, asked.spectators, notes)


def compare(server: Process, hub: Process, spectators: int, notes: Notes) -> None:
    """Push in turns on both servers, without spectators and with them, and print the report."""
    from bench.tables import Tables, seat

    matches, sessions = seat(1)
    tables = Tables(server, matches, sessions)
    # Each push has a connection of its own: while thousands gather, one that is idle is closed.
    pushes: dict[str, Callable[[Sequence[Viewer]], Push]] = {
        "bare loop of sends": lambda viewers: push(hub, Client(hub.port), request(hub.port, "/", {}, ""), viewers),
        "Barpoint": lambda viewers: push(
            server, Client(server.port), next_command(tables), [*tables.viewers, *viewers]
        ),
    }
    settle(tables.viewers)
    alone = measure(pushes, {name: [] for name in pushes})
    show_echo(hub, tables, notes)
    crowds = {"bare loop of sends": gather(hub, "/", spectators, tables.viewers)}
    path = f"/ws/matches/{matches[0].public_id}/?v=0"
    crowds["Barpoint"] = gather(server, path, spectators, [*tables.viewers, *crowds["bare loop of sends"]])
    settle([*tables.viewers, *crowds["Barpoint"], *crowds["bare loop of sends"]])
    full = measure(pushes, crowds)
    cost = {name: Cost(full[name].wall - alone[name].wall, full[name].cpu - alone[name].cpu) for name in pushes}
    print(f"{'':24}   ms to the last   CPU ms   CPU µs each")
    for name, (wall, cpu) in cost.items():
        print(f"{name:24}{wall * 1000:17.1f}{cpu * 1000:9.1f}{cpu / spectators * 1e6:14.1f}")
    bare, ours = cost.values()
    print(f"{'ratio':24}{ours.wall / bare.wall:16.2f}x{ours.cpu / bare.cpu:8.2f}x   (goal: {GOAL} or less)")


def show_echo(hub: Process, tables: "Tables", notes: Notes) -> None:
    """Print how long both players wait for a move, all of it and after COMMIT, and a socket for an echo."""
    client, listener = Client(hub.port), Viewer(hub.port, "/echo", {})
    costs: dict[str, list[Cost]] = {"bare echo": [], "players have a move": [], "the same, from COMMIT": []}
    echoes, moves, rests = costs.values()
    for _ in range(ECHOES):
        echo = push(hub, client, request(hub.port, "/echo", {}, ""), [listener])
        move = push(tables.server, tables.clients[0], next_command(tables), tables.viewers)
        commit = notes.read()
        echoes.append(Cost(echo.seen - echo.begun, echo.cpu))
        moves.append(Cost(move.seen - move.begun, move.cpu))
        rests.append(Cost(move.seen - commit.moment, move.cpu_after - commit.cpu))
    print(f"{'':24}   ms to the last   CPU ms")
    for name, each in costs.items():
        wall, cpu = (median(column) * 1000 for column in zip(*each, strict=True))
        print(f"{name:24}{wall:17.2f}{cpu:9.2f}")


def measure(pushes: dict[str, Callable[[Sequence[Viewer]], Push]], crowds: dict[str, list[Viewer]]) -> dict[str, Cost]:
    """The median cost of a push on each server, with these spectators."""
    costs: dict[str, list[Cost]] = {name: [] for name in pushes}
    for _ in range(PUSHES):
        for name, push_once in pushes.items():
            pushed = push_once(crowds[name])
            costs[name].append(Cost(pushed.wall, pushed.cpu))
    return {name: Cost(*map(median, zip(*each, strict=True))) for name, each in costs.items()}


def push(server: Process, client: Client, command: bytes, viewers: Sequence[Viewer]) -> Push:
    """Give one command; returns when it is answered and every viewer has been sent something."""
    waiting: set[Client | Viewer] = {client, *viewers}
    seen = 0.0
    with selectors.DefaultSelector() as selector:
        for wire in waiting:
            selector.register(wire.socket, selectors.EVENT_READ, wire)
        cpu, begun = server.cpu(), time.perf_counter()
        client.socket.sendall(command)
        while waiting:
            for key, _ in selector.select(30):
                if key.data.read():
                    if key.data in waiting and key.data is not client:
                        seen = time.perf_counter()
                    waiting.discard(key.data)
        done = time.perf_counter()
    if client.status != 200:
        raise RuntimeError(f"{client.status} for {command!r}")
    return Push(begun, seen, done, cpu, server.cpu())


def next_command(tables: "Tables") -> bytes:
    """What comes next at the only table."""
    from games.models import Game
    from games.rules.snapshot import from_json

    match = tables.matches[0]
    match.refresh_from_db(fields=["version"])
    return tables.command(match, from_json(Game.objects.filter(match=match).latest("number").state))


def gather(server: Process, path: str, number: int, others: Sequence[Viewer]) -> list[Viewer]:
    """Open so many sockets; what they and the others are sent meanwhile is read, or their servers would drop them."""
    viewers: list[Viewer] = []
    while len(viewers) < number:
        viewers += [Viewer(server.port, path, {}) for _ in range(min(TOGETHER, number - len(viewers)))]
        settle([*viewers, *others], 0.01)
    return viewers


def settle(viewers: Sequence[Viewer], seconds: float = SETTLE_SECONDS) -> None:
    """Read what sockets are sent, until nothing but pings has come for so long: thousands are always being pinged."""
    with selectors.DefaultSelector() as selector:
        for viewer in viewers:
            selector.register(viewer.socket, selectors.EVENT_READ, viewer)
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            for key, _ in selector.select(left):
                told = key.data.told
                key.data.read()
                if key.data.told > told:
                    end = time.perf_counter() + seconds


if __name__ == "__main__":
    main()
