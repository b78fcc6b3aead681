"""A match in play for tests, and a hand that gives commands in it."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import User
from games.commands import Command
from games.models import Game, Match
from games.rules.game import GameState, Seat
from games.rules.match import MatchTerms
from games.rules.snapshot import from_json
from games.services.matches import create_match, join_match
from games.services.moves import Done, perform
from tests.dice import ScriptedDice
from tests.people import make_user

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@dataclass
class Table:
    """A match in play. `do` gives a command in a seat's name, at the present version unless another is named."""

    match: Match
    people: dict[Seat, User]
    dice: ScriptedDice
    now: datetime = NOON

    @property
    def state(self) -> GameState:
        return from_json(Game.objects.filter(match=self.match).latest("number").state)

    def do(self, seat: Seat, kind: str, text: str = "", *, version: int | None = None, after: float = 5) -> Done:
        """The command arrives `after` seconds after the one before."""
        self.match.refresh_from_db()
        self.now += timedelta(seconds=after)
        return perform(
            self.people[seat],
            self.match.public_id,
            self.match.version if version is None else version,
            Command(kind, text),
            now=self.now,
            roll_dice=self.dice,
        )


def begin_match(
    dice: ScriptedDice,
    *,
    length: int = 5,
    variant: str = "backgammon",
    rated: bool = False,
    public: bool = True,
    opening: tuple[int, int] | list[tuple[int, int]] = (3, 1),
    names: tuple[str, str] = ("left", "right"),
    clock: str = "none",
    **terms: Any,
) -> Table:
    """A match that has begun: White has made it, Black has joined, both are at the table, the opening roll is made."""
    people = {Seat.WHITE: make_user(names[0]), Seat.BLACK: make_user(names[1])}
    agreed = MatchTerms(variant, length, **terms)
    dice.script(*(opening if isinstance(opening, list) else [opening]))
    match = create_match(people[Seat.WHITE], agreed, rated=rated, public=public, seat=Seat.WHITE, now=NOON, clock=clock)
    match = join_match(
        people[Seat.BLACK], match.public_id, None if public else match.invite_token, now=NOON, roll_dice=dice
    )
    match.white_left_at = match.black_left_at = None
    match.save(update_fields=["white_left_at", "black_left_at"])
    return Table(match, people, dice)
