"""The games of bench/crowd.py, all played by one process. Needs Django set up."""

import heapq
import random
import re
import selectors
import time
from dataclasses import replace
from statistics import quantiles
from urllib.parse import urlencode

from bench.process import Process
from bench.tables import CSRF, seat
from bench.wire import Client, Viewer, request
from games.models import Game, Match
from games.rules.game import Phase, Seat
from games.rules.history import Entry, Kind, apply
from games.rules.notation import format_play
from games.rules.snapshot import from_json

WINDOW = 10.0
FACE = re.compile(rb'href="#die-([1-6])"')
VERSION = re.compile(rb'data-version="([0-9]+)"')


class Table:
    """One game: its connection, its state by the rules, and what was sent last."""

    def __init__(self, server: Process, match: Match, sessions: dict[int, str]) -> None:
        self.match = match
        self.port = server.port
        self.sessions = sessions
        self.client = Client(server.port)
        self.due = 0.0
        self.entry: Entry | None = None
        self.read()

    def read(self) -> None:
        """Look into the database: at the beginning and after a game."""
        self.match.refresh_from_db()
        self.state = from_json(Game.objects.filter(match=self.match).latest("number").state)
        self.version = self.match.version

    def send(self) -> None:
        """The next command of whoever is to act."""
        state, fields = self.state, {"csrfmiddlewaretoken": CSRF, "version": str(self.version)}
        seat = state.to_act or Seat.WHITE
        if state.phase == Phase.OVER:
            self.entry, fields["kind"] = None, "next"
        elif state.phase == Phase.TO_ROLL:
            self.entry, fields["kind"] = Entry(Kind.ROLL, seat), "roll"
        else:
            legal = state.legal()
            play = format_play(legal.play_for(random.choice(legal.results)))
            self.entry = Entry(Kind.PLAY, seat, text=play)
            fields |= {"kind": "play", "play": play}
        user_id = self.match.white_id if seat == Seat.WHITE else self.match.black_id
        cookies = {"sessionid": self.sessions[user_id or 0], "csrftoken": CSRF}
        path = f"/matches/{self.match.public_id}/moves/"
        self.client.socket.sendall(request(self.port, path, cookies, urlencode(fields)))

    def take(self) -> bool:
        """Follow what was answered; whether it was carried out."""
        if self.client.status != 200:
            self.read()
            return False
        version = VERSION.search(self.client.body)
        self.version = int(version[1]) if version else 0
        if self.entry is None:
            self.read()
            return True
        if self.entry.kind == Kind.ROLL:
            first, second = FACE.findall(self.client.body)[:2]
            self.entry = replace(self.entry, dice=(int(first), int(second)))
        self.state = apply(self.state, self.entry)
        return True


class Crowd:
    """All games, and the sockets of their players."""

    def __init__(self, servers: list[Process], games: int) -> None:
        self.servers = servers
        matches, sessions = seat(games)
        self.selector = selectors.DefaultSelector()
        self.tables = {}
        for number, match in enumerate(matches):
            table = Table(servers[number % len(servers)], match, sessions)
            self.tables[table.client] = table
            self.selector.register(table.client.socket, selectors.EVENT_READ, table.client)
            for user_id in (match.white_id, match.black_id):
                server = servers[(number + (user_id == match.black_id)) % len(servers)]
                cookie = {"Cookie": f"sessionid={sessions[user_id or 0]}"}
                viewer = Viewer(server.port, f"/ws/matches/{match.public_id}/?v=0", cookie)
                self.selector.register(viewer.socket, selectors.EVENT_READ, viewer)

    def play(self, every: float, seconds: float) -> None:
        """A turn on each table each `every` seconds, that is two commands."""
        rate = 2 * len(self.tables) / every
        print(f"\na turn every {every:g} s: {rate:.0f} commands due in a second")
        print("     s  answered/s  failed   p50 ms   p99 ms  waiting   servers' cores   players' core")
        begun = time.monotonic()
        due = [(begun + number / rate, number, table) for number, table in enumerate(self.tables.values())]
        waiting: set[Table] = set()
        window = Window(self.servers)
        while (now := time.monotonic()) < begun + seconds or waiting:
            while due and due[0][0] <= now < begun + seconds:
                table_due, number, table = heapq.heappop(due)
                table.due = table_due
                table.send()
                waiting.add(table)
            pause = max(0.0, min(due[0][0] - now, 0.05)) if due else 0.05
            for key, _ in self.selector.select(pause):
                if key.data.read() and isinstance(key.data, Client):
                    table = self.tables[key.data]
                    waiting.discard(table)
                    window.note(time.monotonic() - table.due, table.take())
                    heapq.heappush(due, (table.due + every / 2, id(table), table))
            if now >= begun + seconds and due:
                due = []
            if now - window.begun >= WINDOW:
                late = sum(moment < now - 1 for moment, _, _ in due)
                window.print(now - begun, len(waiting) + late)
                window = Window(self.servers)
            if now > begun + seconds + 30:
                print(f"{len(waiting)} commands were not answered within half a minute of the end")
                break
        for table in self.tables.values():
            if table in waiting:
                raise SystemExit(1)


class Window:
    """What happened in some seconds."""

    def __init__(self, servers: list[Process]) -> None:
        self.servers = servers
        self.begun, self.cpu, self.own = time.monotonic(), [each.cpu() for each in servers], time.process_time()
        self.waits: list[float] = []
        self.failed = 0

    def note(self, wait: float, done: bool) -> None:
        self.waits.append(wait)
        self.failed += not done

    def print(self, moment: float, waiting: int) -> None:
        took = time.monotonic() - self.begun
        cuts = quantiles(self.waits, n=100) if len(self.waits) > 1 else [0.0] * 99
        busy = " ".join(f"{(each.cpu() - cpu) / took:.2f}" for each, cpu in zip(self.servers, self.cpu, strict=True))
        own = (time.process_time() - self.own) / took
        print(
            f"{moment:6.0f}{len(self.waits) / took:12.0f}{self.failed:8}{cuts[49] * 1000:9.0f}{cuts[98] * 1000:9.0f}"
            f"{waiting:9}{busy:>17}{own:16.2f}",
            flush=True,
        )
