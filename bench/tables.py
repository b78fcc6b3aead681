"""Matches to measure: played by chance on the real server, and bare moves on the bare one. Needs Django set up."""

import random
import time
from typing import NamedTuple
from urllib.parse import urlencode

from django.test import Client as DjangoClient
from django.utils import timezone

from accounts.models import User
from bench.process import Process
from bench.wire import Client, Viewer, burst, request
from games.models import Game, Match
from games.rules.game import GameState, Phase, Seat
from games.rules.match import MatchTerms
from games.rules.notation import format_play
from games.rules.snapshot import from_json
from games.services.dice import chained_dice
from games.services.matches import create_match, join_match

CSRF = "c" * 32


class Sample(NamedTuple):
    """What some requests of one kind took: seconds each, and the server's processor time for all."""

    times: list[float]
    cpu: float


class Tables:
    """Matches on the real server; every command is a request of its own, and both players watch."""

    def __init__(self, server: Process, matches: list[Match], sessions: dict[int, str]) -> None:
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

        self.background = 0.0  # of the server: see Process

    def turn(self) -> dict[str, Sample]:
        """One roll and one confirmed play on every table; a new game where one is over."""
        samples = {}
        for phase in (Phase.OVER, Phase.TO_ROLL, Phase.TO_PLAY):
            sent = []
            for client, match in zip(self.clients, self.matches, strict=True):
                match.refresh_from_db(fields=["version"])
                state = from_json(Game.objects.filter(match=match).latest("number").state)
                if state.phase == phase:
                    sent.append((client, self.command(match, state)))
            if sent:
                samples[phase.value] = measure(self.server, sent, self.viewers, self.background)
        return samples

    def command(self, match: Match, state: GameState) -> bytes:
        """The request of whoever is to act: any legal play, a roll, or the next game."""
        fields: dict[str, object] = {"csrfmiddlewaretoken": CSRF, "version": match.version}
        if state.phase == Phase.OVER:
            fields["kind"] = "next"
        elif state.phase == Phase.TO_ROLL:
            fields["kind"] = "roll"
        else:
            legal = state.legal()
            fields |= {"kind": "play", "play": format_play(legal.play_for(random.choice(legal.results)))}
        user_id = match.black_id if state.to_act == Seat.BLACK else match.white_id
        assert user_id is not None
        cookies = {"sessionid": self.sessions[user_id], "csrftoken": CSRF}
        return request(self.server.port, f"/matches/{match.public_id}/moves/", cookies, urlencode(fields))


class BareTables:
    """As many matches on the bare server."""

    def __init__(self, server: Process, matches: list[Match]) -> None:
        self.server = server
        self.versions = {match.public_id: match.version for match in matches}
        self.clients = [Client(server.port) for _ in matches]
        self.viewers = [Viewer(server.port, f"/{match.public_id}", {}) for match in matches for _ in range(2)]

        self.background = 0.0  # of the server: see Process

    def turn(self) -> dict[str, Sample]:
        """One bare move on every table."""
        sent = []
        for client, (public_id, version) in zip(self.clients, self.versions.items(), strict=True):
            body = urlencode({"match": public_id, "version": version})
            sent.append((client, request(self.server.port, "/", {}, body)))
            self.versions[public_id] += 1
        return {"bare": measure(self.server, sent, self.viewers, self.background)}


def measure(server: Process, sent: list[tuple[Client, bytes]], viewers: list[Viewer], background: float) -> Sample:
    """Send these requests at once; refuses to measure anything but success. What goes on anyway is taken off."""
    before, begun = server.cpu(), time.monotonic()
    times = burst(sent, viewers)
    cpu = server.cpu() - before - background * (time.monotonic() - begun)
    for client, data in sent:
        if client.status != 200:
            raise RuntimeError(f"{client.status} for {data!r}: {client.body[:2000]!r}")
    return Sample(times, cpu)


def seat(matches: int) -> tuple[list[Match], dict[int, str]]:
    """Sessions without a cube between new people; their session keys by user."""
    seated, keys = [], {}
    for _ in range(matches):
        white, black = new_user(), new_user()
        for user in (white, black):
            client = DjangoClient()
            client.force_login(user)
            keys[user.pk] = client.cookies["sessionid"].value
        terms = MatchTerms(variant="backgammon", length=0, cube=False)
        match = create_match(white, terms, rated=False, public=True, seat=Seat.WHITE, now=timezone.now())
        seated.append(join_match(black, match.public_id, None, now=timezone.now(), roll_dice=chained_dice))
    return seated, keys


def new_user() -> User:
    """Somebody registered, under a number."""
    user = User(username=f"number{User.objects.count()}")
    user.set_unusable_password()
    user.save()
    return user
