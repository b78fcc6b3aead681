"""What a move costs through HTTP, as a ratio to a bare transaction-and-send on the same server and database.

    python -m bench.web

The real server (`manage.py serve`) and the bare one (bench/bare.py) run side by side on one SQLite file. In turns,
each gets one request from each of its clients at the same moment, and both players' sockets of every match are open and
read. A request is timed from its first byte sent to its last byte answered; processor time is that of the server
process, pushes included. One client is one match; sixteen clients are sixteen matches.
"""

import os
import random
import sys
import tempfile
from collections import defaultdict
from statistics import quantiles
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from bench.process import ROOT, Process, serving
from bench.wire import Client, Viewer, burst, request

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Match
    from games.rules.game import GameState

MOVES = 800
GOAL = 1.5
CSRF = "c" * 32


class Sample(NamedTuple):
    """What some requests of one kind took: seconds each, and the server's processor time for all."""

    times: list[float]
    cpu: float


class Tables:
    """Matches on the real server, played by chance; every command is a request of its own."""

    def __init__(self, server: Process, matches: "list[Match]", sessions: "dict[int, str]") -> None:
        self.server = server
        self.matches = matches
        self.sessions = sessions
        self.clients = [Client(server.port) for _ in matches]
        self.viewers = [
            Viewer(server.port, f"/ws/matches/{match.public_id}/?v=0", {"Cookie": f"sessionid={sessions[user_id]}"})
            for match in matches
            for user_id in (match.white_id, match.black_id)
            if user_id
        ]

    def turn(self) -> dict[str, Sample]:
        """One roll and one confirmed play on every table; a new game where one is over."""
        samples = {}
        for phases in (("over",), ("to_roll",), ("to_play",)):
            sent = []
            for number, match in enumerate(self.matches):
                state = self.state_of(match)
                if state.phase in phases:
                    sent.append((self.clients[number], self.command(match, state)))
            if sent:
                samples[phases[0]] = measure(self.server, sent, self.viewers)
        return samples

    def state_of(self, match: "Match") -> "GameState":
        from games.models import Game
        from games.rules.snapshot import from_json

        match.refresh_from_db(fields=["version"])
        return from_json(Game.objects.filter(match=match).latest("number").state)

    def command(self, match: "Match", state: "GameState") -> bytes:
        """The request of whoever is to act: any legal play, a roll, or the next game."""
        from games.rules.notation import format_play

        fields: dict[str, object] = {"csrfmiddlewaretoken": CSRF, "version": match.version}
        user_id = match.white_id
        if state.phase == "over":
            fields["kind"] = "next"
        else:
            user_id = match.white_id if state.to_act == "white" else match.black_id
            fields["kind"] = "roll"
        if state.phase == "to_play":
            legal = state.legal()
            fields |= {"kind": "play", "play": format_play(legal.play_for(random.choice(legal.results)))}
        assert user_id is not None
        cookies = {"sessionid": self.sessions[user_id], "csrftoken": CSRF}
        return request(self.server.port, f"/matches/{match.public_id}/moves/", cookies, urlencode(fields))


class BareTables:
    """The same number of matches on the bare server."""

    def __init__(self, server: Process, matches: "list[Match]") -> None:
        self.server = server
        self.versions = {match.public_id: match.version for match in matches}
        self.clients = [Client(server.port) for _ in matches]
        self.viewers = [Viewer(server.port, f"/{match.public_id}", {}) for match in matches for _ in range(2)]

    def turn(self) -> dict[str, Sample]:
        """One bare move on every table."""
        sent = []
        for client, (public_id, version) in zip(self.clients, self.versions.items(), strict=True):
            body = urlencode({"match": public_id, "version": version})
            sent.append((client, request(self.server.port, "/", {}, body)))
            self.versions[public_id] += 1
        return {"bare": measure(self.server, sent, self.viewers)}


def measure(server: Process, sent: list[tuple[Client, bytes]], viewers: list[Viewer]) -> Sample:
    """Send these requests at once; refuses to measure anything but success."""
    before = server.cpu()
    times = burst(sent, viewers)
    cpu = server.cpu() - before
    for client, data in sent:
        if client.status != 200:
            raise RuntimeError(f"{client.status} for {data!r}: {client.body[:2000]!r}")
    return Sample(times, cpu)


def main() -> None:
    """Measure and print."""
    cores = sorted(os.sched_getaffinity(0))
    disk = ROOT / "var"  # not /tmp, which is often memory: every move waits for the disk
    disk.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=disk) as folder:
        environment = prepare(folder)
        real = [sys.executable, "manage.py", "serve"]
        bare = [real[0], "-m", "bench.bare"]
        with serving(real, environment) as server, serving(bare, environment) as bare_server:
            os.sched_setaffinity(0, cores[-1:])
            for clients in (1, 16):
                compare(server, bare_server, clients)


def prepare(folder: str) -> dict[str, str]:
    """A migrated database and collected files in `folder`; the variables of the servers on it."""
    environment = {"BARPOINT_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
    for variable in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(variable, None)
    os.environ.update(environment)
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    return environment


def compare(server: Process, bare_server: Process, clients: int) -> None:
    """Play in turns on both servers and print one block of the report."""
    matches, sessions = seat(clients * 2)
    from games.fragments import table_html

    fragment = len(table_html(matches[0], "white"))
    tables = Tables(server, matches[:clients], sessions)
    bare_tables = BareTables(bare_server, matches[clients:])
    samples: dict[str, list[Sample]] = defaultdict(list)
    for turn in range(MOVES // clients + 20):
        for played in (tables.turn(), bare_tables.turn()):
            if turn >= 20:  # before that, both servers warm up
                for kind, sample in played.items():
                    samples[kind].append(sample)
    print(f"\n{clients} client{'s' if clients > 1 else ''}, fragment of {fragment / 1000:.1f} kB")
    print(f"{'':28}{'requests':>9}{'CPU ms':>9}{'p50 ms':>9}{'p99 ms':>9}")
    bare = report("bare transaction-and-send", samples["bare"])
    report("roll", samples["to_roll"])
    move = report("confirmed play", samples["to_play"])
    print(f"{'ratio, processor time':28}{move[0] / bare[0]:18.2f}   (goal: {GOAL} or less)")
    print(f"{'ratio, p50':28}{move[1] / bare[1]:27.2f}")


def report(name: str, samples: list[Sample]) -> tuple[float, float]:
    """Print one line; processor time a request and median, in ms."""
    times = [time * 1000 for sample in samples for time in sample.times]
    cpu = sum(sample.cpu for sample in samples) * 1000 / len(times)
    cuts = quantiles(times, n=100)
    print(f"{name:28}{len(times):9}{cpu:9.2f}{cuts[49]:9.2f}{cuts[98]:9.2f}")
    return cpu, cuts[49]


def seat(matches: int) -> "tuple[list[Match], dict[int, str]]":
    """Sessions without a cube between new people; their session keys by user."""
    from django.test import Client as DjangoClient
    from django.utils import timezone

    from games.dice_source import secure_dice
    from games.rules.game import Seat
    from games.rules.match import MatchTerms
    from games.services.matches import create_match, join_match

    seated, keys = [], {}
    for _ in range(matches):
        white, black = new_user(), new_user()
        for user in (white, black):
            client = DjangoClient()
            client.force_login(user)
            keys[user.pk] = client.cookies["sessionid"].value
        terms = MatchTerms(variant="backgammon", length=0, cube=False)
        match = create_match(white, terms, rated=False, public=True, seat=Seat.WHITE, now=timezone.now())
        seated.append(join_match(black, match.public_id, None, now=timezone.now(), roll_dice=secure_dice))
    return seated, keys


def new_user() -> "User":
    """Somebody registered, under a number."""
    from accounts.models import User

    user = User(username=f"bench{User.objects.count()}")
    user.set_unusable_password()
    user.save()
    return user


if __name__ == "__main__":
    main()
