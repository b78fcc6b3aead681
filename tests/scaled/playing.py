"""Matches that are played by chance through any door of the site, and viewers who see to it that they miss nothing."""

import random
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from django.db import connection
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from games.models import Game, Match
from games.rules.game import Phase, Seat
from games.rules.notation import format_play
from games.rules.snapshot import from_json
from tests.live.viewing import PATIENCE
from tests.scaled.site import Door


@dataclass
class Player:
    """Somebody at a table, by a session, and the door he uses."""

    session: str
    door: Door


@dataclass
class Played:
    """One match: who plays it where, and the answers that commands got."""

    match: Match
    players: dict[Seat, Player]
    chance: random.Random
    statuses: list[int] = field(default_factory=list)

    def act(self) -> bool:
        """Give the next command, whoever's it is; whether there was one to give."""
        self.match.refresh_from_db()
        if self.match.status != Match.Status.PLAYING:
            return False
        seat, form = self.command()
        player = self.players[seat]
        self.statuses.append(player.door.post(self.match.public_id, player.session, version=self.match.version, **form))
        return True

    def give_up(self) -> None:
        """White resigns the match as a whole."""
        self.match.refresh_from_db()
        form = {"kind": "resign", "level": "match", "version": self.match.version}
        white = self.players[Seat.WHITE]
        self.statuses.append(white.door.post(self.match.public_id, white.session, **form))

    def command(self) -> tuple[Seat, dict[str, str]]:
        """What comes next: any legal play, a roll, a take, or the next game."""
        state = from_json(Game.objects.filter(match=self.match).latest("number").state)
        seat = state.to_act
        if seat is None:
            return Seat.WHITE, {"kind": "next"}
        if state.phase == Phase.TO_ROLL:
            return seat, {"kind": "roll"}
        legal = state.legal()
        return seat, {"kind": "play", "play": format_play(legal.play_for(self.chance.choice(legal.results)))}


def play(played: Played, goes_on: Callable[[Played], bool], pause: float = 0.0) -> None:
    """Play while it goes on, in a thread of its own."""
    try:
        while goes_on(played) and played.act():
            time.sleep(pause)
    finally:
        connection.close()


class Viewer(threading.Thread):
    """A page at a table: comes back when its socket is lost, and notes the versions it was shown."""

    def __init__(self, door: Door, match: str, session: str = "") -> None:
        super().__init__(daemon=True)
        self.door, self.match, self.session = door, match, session
        self.versions: list[int] = [0]
        self.losses = 0
        self.is_leaving = False
        self.start()

    def run(self) -> None:
        while not self.is_leaving:
            self.look()

    def look(self) -> None:
        """Watch until the socket is lost."""
        try:
            with self.door.watch(self.match, self.session, seen=self.versions[-1]) as socket:
                while not self.is_leaving:
                    self.note(str(socket.recv(PATIENCE)))
        except (ConnectionClosed, InvalidHandshake, OSError):
            self.losses += 1
            time.sleep(0.1)
        except TimeoutError:
            pass

    def note(self, frame: str) -> None:
        if table := re.match(r'<section id="table"[^>]* data-version="(\d+)"', frame):
            self.versions.append(int(table[1]))

    def ends_at(self, version: int) -> None:
        """Leave after this version has been shown; none ever went back."""
        deadline = time.monotonic() + PATIENCE
        while self.versions[-1] < version:
            assert time.monotonic() < deadline, (self.versions, version)
            time.sleep(0.02)
        self.is_leaving = True
        assert self.versions == sorted(self.versions), self.versions
