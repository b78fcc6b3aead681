"""Hundreds of games at once: does the server keep up, and how many moves a second does it carry?

    python -m bench.crowd [--games 500] [--every 2] [--seconds 120] [--postgres] [--redis] [--processes 2]

Every game makes a turn, a roll and a play, each `every` seconds; both players' sockets are open and read. One cheap
process plays them all by the rules, over one connection a game. A wait counts from the moment a command was due, so a
server that falls behind cannot hide it. Printed are, for every ten seconds: commands answered in a second, refused or
failed ones, how long they took, how many wait, and how busy the servers and the players were.
"""

import os
import resource
import sys
from argparse import ArgumentParser
from contextlib import ExitStack

from bench.process import serving
from bench.stage import stage
from bench.web import prepare


def main() -> None:
    """Play and print."""
    parser = ArgumentParser()
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--every", type=float, nargs="+", default=[2.0], help="seconds; several: one after the other")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--redis", action="store_true")
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with stage(postgres=asked.postgres, redis=asked.redis or asked.processes > 1) as (folder, services):
        prepare(folder, **services)
        from bench.crowds import Crowd

        with ExitStack() as stack:
            command = [sys.executable, "manage.py", "serve"]
            servers = [stack.enter_context(serving(command, pinned=False)) for _ in range(asked.processes)]
            print(f"{asked.games} games on {asked.processes} process(es), {len(os.sched_getaffinity(0))} cores")
            crowd = Crowd(servers, asked.games)
            for every in asked.every:
                crowd.play(every, asked.seconds)


if __name__ == "__main__":
    main()
