"""Whether memory stays flat: sockets that come and go, games that go on, an hour's worth in some minutes.

    python -m bench.churn [--rounds 60] [--sockets 200] [--idle 2000]

First what an idle socket takes; then rounds, each a minute of a busy table: spectators come, moves are made while they
watch, and all of them go. Printed is the server's memory as it goes on, and its growth over the second half.
"""

import resource
import sys
from argparse import ArgumentParser

from bench.fanout import gather, next_command, push, settle
from bench.process import Process, serving
from bench.stage import stage
from bench.web import prepare
from bench.wire import Viewer

MOVES = 20  # a round


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser()
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--sockets", type=int, default=200)
    parser.add_argument("--idle", type=int, default=2000)
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with stage(postgres=False, redis=False) as (folder, services):
        prepare(folder, **services)
        with serving([sys.executable, "manage.py", "serve"]) as server:
            from bench.tables import Tables, seat

            matches, sessions = seat(8)
            tables = [Tables(server, [match], sessions) for match in matches]
            path = f"/ws/matches/{matches[0].public_id}/?v=0"
            play(server, tables, path, asked.sockets)
            print(f"a process that has begun to work: {server.memory() / 1e6:.1f} MB")
            before = server.memory()
            players = [viewer for table in tables for viewer in table.viewers]
            idle = gather(server, path, asked.idle, players)
            settle([*idle, *players])
            print(
                f"an idle socket: {(server.memory() - before) / asked.idle / 1000:.1f} kB, measured with {asked.idle}"
            )
            for viewer in idle:
                viewer.socket.close()
            sizes = []
            for number in range(1, asked.rounds + 1):
                play(server, tables, path, asked.sockets)
                sizes.append(server.memory())
                if number % 10 == 0:
                    print(f"after {number:3} rounds: {sizes[-1] / 1e6:.1f} MB", flush=True)
            half = len(sizes) // 2
            grown = sizes[-1] - sizes[half]
            print(
                f"{asked.rounds * asked.sockets} sockets, {asked.rounds * MOVES} moves; at last {grown / 1e6:+.1f} MB"
            )


def play(server: Process, tables: list, path: str, sockets: int) -> None:
    """One round: spectators come to the first table, moves are made on all of them, and the spectators go."""
    viewers = [Viewer(server.port, path, {}) for _ in range(sockets)]
    settle([*viewers, *(viewer for table in tables for viewer in table.viewers)])
    for number in range(MOVES):
        table = tables[number % len(tables)]
        watching = viewers if table is tables[0] else []
        push(server, table.clients[0], next_command(table), [*table.viewers, *watching])
    for viewer in viewers:
        viewer.socket.close()


if __name__ == "__main__":
    main()
