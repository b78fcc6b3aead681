"""Matches played with the dice the server really has, to look at their records."""

import os
import random
import secrets
from base64 import urlsafe_b64encode
from datetime import timedelta
from typing import Any
from unittest.mock import patch

from games.models import Match
from games.rules.game import Phase, Seat
from games.rules.notation import format_play
from games.services.clocks import attend
from games.services.dice import chained_dice
from tests.dice import ScriptedDice
from tests.playing import NOON, Table, begin_match

WHITE, BLACK = Seat.WHITE, Seat.BLACK


class ChainedDice(ScriptedDice):
    """The server's dice, in the place of scripted ones; a script is not looked at."""

    def script(self, *rolls: tuple[int, int]) -> None:
        pass

    def __call__(self, *of: Any) -> tuple[int, int]:
        return chained_dice(*of)


def chained_table(**terms: Any) -> Table:
    """A match that has begun, with real dice: whoever goes first. Secrets and ids are those of every run."""
    drawn = random.Random(f"{os.environ.get('PYTEST_CURRENT_TEST', '')} {Match.objects.count()}")
    with (
        patch.object(secrets, "token_hex", lambda length: drawn.randbytes(length).hex()),
        patch.object(
            secrets, "token_urlsafe", lambda length: urlsafe_b64encode(drawn.randbytes(length)).decode().rstrip("=")
        ),
    ):
        return begin_match(ChainedDice(), **terms)


def act(table: Table, seat: Seat, chance: random.Random) -> None:
    """The next thing in a game between players who roll and play, whatever comes."""
    match table.state.phase:
        case Phase.TO_PLAY:
            table.do(seat, "play", format_play(chance.choice(list(table.state.legal()))))
        case Phase.TO_CHOOSE:
            table.do(seat, "choose", str(chance.randint(1, 6)))
        case _:
            table.do(seat, "roll")


def turns(table: Table, number: int, chance: random.Random | None = None) -> None:
    """So many rolls and plays of the game, or fewer if that ends it."""
    chance = chance or random.Random(7)
    for _ in range(number):
        seat = table.state.to_act
        if seat is None:
            return
        act(table, seat, chance)


def finish(table: Table) -> None:
    """Play the game to its end."""
    turns(table, 5000)
    assert table.state.phase == Phase.OVER


def to_roll(table: Table) -> Seat:
    """Play on until somebody may roll or double; who."""
    chance = random.Random(7)
    while (seat := table.state.to_act) and table.state.phase != Phase.TO_ROLL:
        act(table, seat, chance)
    assert seat
    return seat


def _win(table: Table) -> None:
    finish(table)


def _drop(table: Table) -> None:
    seat = to_roll(table)
    table.do(seat, "double")
    table.do(seat.other, "drop")


def concede(table: Table, after: int = 3) -> None:
    """So many rolls and plays, then somebody resigns a single game."""
    turns(table, after)
    seat = table.state.to_act
    assert seat
    table.do(seat, "resign", "lowest")
    if table.state.result is None:  # nothing more could be lost, and it was over at once
        table.do(seat.other, "accept")


def _forfeit(table: Table) -> None:
    turns(table, 3)
    table.do(WHITE, "resign", "match")


def _flag(table: Table) -> None:
    turns(table, 2)
    assert attend(table.match.pk, now=table.now + timedelta(hours=3), roll_dice=table.dice)


def _claim(table: Table) -> None:
    turns(table, 2)
    seat = table.state.to_act
    assert seat
    Match.objects.filter(pk=table.match.pk).update(**{f"{seat}_left_at": NOON})
    table.do(seat.other, "claim", after=100)


def _abort(table: Table) -> None:
    table.do(WHITE, "abort")


def _leave(table: Table) -> None:
    _drop(table)
    table.do(BLACK, "leave")


# Every way in which a game ends, and what its match is agreed to be.
ENDINGS: dict[str, tuple[dict[str, Any], Any]] = {
    "bearoff": ({"length": 1}, _win),
    "drop": ({"length": 3}, _drop),
    "resign": ({"length": 3}, concede),
    "forfeit": ({"length": 5}, _forfeit),
    "time": ({"length": 5, "clock": "blitz"}, _flag),
    "absent": ({"length": 5, "clock": "blitz"}, _claim),
    "abort": ({"length": 5}, _abort),
    "leave": ({"length": 0}, _leave),
}
