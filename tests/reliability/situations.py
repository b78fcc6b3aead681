"""Situations of a match in which two commands can meet, each on a fresh copy of the same rows, with the same dice."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

from accounts.models import User
from games import commands
from games.errors import MatchError
from games.models import Game, Match
from games.rules.errors import RuleError
from games.rules.game import GameState, Seat
from games.rules.match import MatchTerms
from games.rules.snapshot import from_json
from games.services import clocks, matches
from games.services.moves import perform
from tests.matches.exchanging import MINE, OTHER, commitment_to
from tests.reliability.copies import copy_of

BEGIN = datetime(2026, 1, 1, 12, tzinfo=UTC)
WHITE, BLACK = Seat.WHITE, Seat.BLACK
KEEPER_COMES = 200
OPENING, NEXT_ROLL = (3, 1), (5, 2)
SESSION = MatchTerms("backgammon", length=0, max_beavers=1)
PLAYED = (WHITE, "play", "8/5 6/5")
ONE_POINT = MatchTerms("backgammon", length=1)
Command = Callable[[], object]  # ready to be given, whatever happens to the match meanwhile
Act = Callable[["Scene"], Command]


def roll_dice(*_: object) -> tuple[int, int]:
    """The same dice for everybody, so that orders can be compared."""
    return NEXT_ROLL


@dataclass(frozen=True, slots=True)
class People:
    """Those who may act: both players, and two who would like to join."""

    white: User
    black: User
    guests: tuple[User, User]

    def of(self, seat: Seat) -> User:
        """Who sits there."""
        return self.white if seat == WHITE else self.black


@dataclass
class Scene:
    """A match at one moment; commands are made looking at its version as it is now."""

    people: People
    match: Match
    now: datetime

    @property
    def state(self) -> GameState | None:
        """The newest game."""
        game = Game.objects.filter(match=self.match).order_by("-number").first()
        return from_json(game.state) if game else None

    def command(self, seat: Seat, kind: str, text: str = "") -> Command:
        """A command at the table, made now."""
        return partial(
            perform,
            self.people.of(seat),
            self.match.public_id,
            self.match.version,
            commands.Command(kind, text),
            now=self.now,
            roll_dice=roll_dice,
        )

    def play(self, *moves: tuple[Seat, str, str]) -> None:
        """Several commands, one after the other."""
        for seat, kind, text in moves:
            self.command(seat, kind, text)()
            self.match.refresh_from_db()

    def copied(self) -> "Scene":
        """The same match once more, with rows of its own."""
        return Scene(self.people, copy_of(self.match), self.now)


def begin(
    people: People,
    terms: MatchTerms,
    *moves: tuple[Seat, str, str],
    clock: str = "none",
    later: int = 0,
) -> Scene:
    """A match of White and Black that has come so far, and so many seconds later; the opening 3-1 is White's."""
    match = matches.create_match(people.white, terms, rated=False, public=True, seat=WHITE, now=BEGIN, clock=clock)
    match = matches.join_match(people.black, match.public_id, None, now=BEGIN, roll_dice=lambda *_: OPENING)
    scene = Scene(people, match, BEGIN + timedelta(seconds=5))
    scene.play(*moves)
    scene.now += timedelta(seconds=later)
    return scene


def deserted(people: People) -> Scene:
    """Black is to roll and has left: long enough ago for a claim, not long enough for the flag."""
    scene = begin(people, ONE_POINT, PLAYED, clock="standard", later=125)
    scene.match.black_left_at = BEGIN
    scene.match.save()
    return scene


def challenge(people: People) -> Scene:
    """An open challenge."""
    match = matches.create_match(people.white, SESSION, rated=False, public=True, seat=WHITE, now=BEGIN)
    return Scene(people, match, BEGIN)


def sealed(people: People, *, guest: bool) -> Scene:
    """A challenge whose creator's browser has committed to its secret; with a `guest`, a match that waits for it."""
    match = matches.create_match(
        people.white, SESSION, rated=False, public=True, seat=WHITE, now=BEGIN, server_draws=False
    )
    match = matches.commit_secret(people.white, match.public_id, commitment_to(match, MINE, WHITE), now=BEGIN)
    if guest:
        match = matches.join_match(people.black, match.public_id, None, now=BEGIN, roll_dice=roll_dice)
    return Scene(people, match, BEGIN)


def unsealed(people: People) -> Scene:
    """A challenge whose creator's browser has not committed yet."""
    match = matches.create_match(
        people.white, SESSION, rated=False, public=True, seat=WHITE, now=BEGIN, server_draws=False
    )
    return Scene(people, match, BEGIN)


SITUATIONS: dict[str, Callable[[People], Scene]] = {
    "open": challenge,
    "unsealed": unsealed,
    "sealed": partial(sealed, guest=False),
    "waiting": partial(sealed, guest=True),
    "to play": partial(begin, terms=SESSION),
    "to roll": lambda people: begin(people, SESSION, PLAYED),
    "doubled": lambda people: begin(people, SESSION, PLAYED, (BLACK, "double", "")),
    "resigning": lambda people: begin(people, SESSION, PLAYED, (BLACK, "resign", "1")),
    "game over": lambda people: begin(people, SESSION, (WHITE, "resign", "3")),
    "match over": lambda people: begin(people, ONE_POINT, (WHITE, "resign", "match")),
    "match to roll": lambda people: begin(people, ONE_POINT, PLAYED),
    "deserted": deserted,
    "time up": lambda people: begin(people, ONE_POINT, PLAYED, clock="standard", later=200),
    "next due": lambda people: begin(people, SESSION, (WHITE, "resign", "3"), clock="standard", later=90),
}


def _by_mover(kind: str, text: str = "") -> Act:
    """A command of the player who is on roll, or would be."""
    return lambda scene: scene.command(_mover(scene), kind, text)


def _by_other(kind: str, text: str = "") -> Act:
    """A command of the other one."""
    return lambda scene: scene.command(_mover(scene).other, kind, text)


def _mover(scene: Scene) -> Seat:
    state = scene.state
    return (state and state.on_roll) or WHITE


def _join(number: int) -> Act:
    return lambda scene: partial(
        matches.join_match,
        scene.people.guests[number],
        scene.match.public_id,
        None,
        now=scene.now,
        roll_dice=lambda *_: OPENING,
    )


def _cancel(scene: Scene) -> Command:
    return partial(matches.cancel_match, scene.people.white, scene.match.public_id, now=scene.now)


def _commit(secret: str) -> Act:
    return lambda scene: partial(
        matches.commit_secret,
        scene.people.white,
        scene.match.public_id,
        commitment_to(scene.match, secret, WHITE),
        now=scene.now,
    )


def _reveal(scene: Scene) -> Command:
    return partial(
        matches.reveal_secret,
        scene.people.white,
        scene.match.public_id,
        MINE,
        now=scene.now,
        roll_dice=lambda *_: OPENING,
    )


def _rematch(seat: Seat) -> Act:
    return lambda scene: partial(
        matches.rematch, scene.people.of(seat), scene.match.public_id, now=scene.now, roll_dice=lambda *_: OPENING
    )


def _attend(scene: Scene) -> Command:
    """The keeper, who comes again as long as something is due: a match that is locked is left for the next time."""

    def attend() -> None:
        for _ in range(KEEPER_COMES):
            due = Match.objects.get(pk=scene.match.pk).due_at
            if due is None or due > scene.now or clocks.attend(scene.match.pk, scene.now, roll_dice):
                return
            time.sleep(0.001)

    return attend


# Every command, and the situations in which it can be carried out; in others it is refused.
COMMANDS: dict[str, tuple[Act, tuple[str, ...]]] = {
    "roll": (_by_mover("roll"), ("to roll", "match to roll")),
    "play": (_by_mover("play", "8/5 6/5"), ("to play",)),
    "double": (_by_mover("double"), ("to roll",)),
    "take": (_by_other("take"), ("doubled",)),
    "drop": (_by_other("drop"), ("doubled",)),
    "beaver": (_by_other("beaver"), ("doubled",)),
    "resign": (_by_mover("resign", "1"), ("to play", "to roll")),
    "resign all": (_by_mover("resign", "3"), ("to play", "to roll")),
    "give up": (_by_other("resign", "match"), ("match to roll",)),
    "accept": (_by_other("accept"), ("resigning",)),
    "refuse": (_by_other("refuse"), ("resigning",)),
    "next": (_by_mover("next"), ("game over", "next due")),
    "flag": (_by_other("flag"), ("time up",)),
    "claim": (_by_other("claim"), ("deserted",)),
    "call off": (_by_mover("abort"), ("to roll",)),
    "keeper": (_attend, ("time up", "next due")),
    "leave": (_by_mover("leave"), ("game over",)),
    "join": (_join(0), ("open", "sealed", "unsealed")),
    "cancel": (_cancel, ("open", "sealed", "unsealed", "waiting")),
    "commit": (_commit(MINE), ("unsealed", "sealed")),
    "reveal": (_reveal, ("waiting", "sealed")),
    "rematch": (_rematch(WHITE), ("match over",)),
}

# The other seat, or another text, beside the same command: name, the two, and where they meet.
TWINS: dict[str, tuple[Act, Act, str]] = {
    "two plays": (COMMANDS["play"][0], _by_mover("play", "24/20"), "to play"),
    "two levels": (COMMANDS["resign"][0], _by_mover("resign", "2"), "to play"),
    "next from both": (COMMANDS["next"][0], _by_other("next"), "game over"),
    "flag from both": (COMMANDS["flag"][0], _by_mover("flag"), "time up"),
    "called off by both": (COMMANDS["call off"][0], _by_other("abort"), "to roll"),
    "two commitments": (COMMANDS["commit"][0], _commit(OTHER), "unsealed"),
    "two friends and a seal": (_join(0), _join(1), "sealed"),
    "two friends": (COMMANDS["join"][0], _join(1), "open"),
    "rematch from both": (COMMANDS["rematch"][0], _rematch(BLACK), "match over"),
    "two keepers": (_attend, _attend, "time up"),
}


def attempt(command: Command) -> str:
    """Carry out a command; how it was answered."""
    try:
        command()
    except (MatchError, RuleError) as error:
        return type(error).__name__
    return "done"
