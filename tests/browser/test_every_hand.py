"""One game played in six ways: by mouse, dragging, touch, keyboard, the notation box, and without JavaScript."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from games.models import Move
from games.rules.game import Seat
from games.rules.position import position
from tests.browser.aside import aside
from tests.browser.conftest import OpenPage
from tests.browser.dice import DiceFile
from tests.browser.hands import Drag, Keyboard, Mouse, NoScript, Notation, Touch
from tests.browser.sitting import Sitting
from tests.browser.watching import stored
from tests.clocks.timing import put_up
from tests.dice import ScriptedDice
from tests.playing import Table, begin_match

WHITE, BLACK = Seat.WHITE, Seat.BLACK
# White to play 3-1, with a checker of Black's to hit on 2; both have borne off most.
LATE = position("6:1 3:1", "23:1 1:2")
# As written by hand: who, what, which dice, and the play.
RECORD = [
    (None, "roll", (3, 1), ""),
    ("white", "play", None, "6/2*"),
    ("black", "double", None, ""),
    ("white", "take", None, ""),
    ("black", "roll", (5, 4), ""),
    ("black", "play", None, "bar/16"),
    ("white", "roll", (2, 1), ""),
    ("white", "play", None, "3/off"),
    ("black", "roll", (6, 6), ""),
    ("black", "play", None, "16/off 1/off"),
    ("white", "roll", (6, 5), ""),
    ("white", "play", None, "2/off"),
]
END = {("white", 0, 15), ("black", 24, 1), ("black", 0, 14)}


@pytest.fixture
def table() -> Table:
    """Ana (White) and Bob late in a game."""

    def begin() -> Table:
        table = begin_match(ScriptedDice(), opening=(3, 1), names=("Ana", "Bob"))
        put_up(table, replace(table.state, position=LATE))
        return table

    return aside(begin)


@pytest.mark.parametrize("hand", [Mouse, Drag, Touch, Keyboard, Notation, NoScript])
def test_the_same_game_by_every_hand(
    hand: type[Mouse | Notation], open_page: OpenPage, table: Table, dice: DiceFile
) -> None:
    live, touch = hand is not NoScript, hand is Touch
    width, height = (390, 844) if touch else (1280, 900)
    hands = {
        seat: hand(open_page(user, path=path_of(table), javascript=live, touch=touch, width=width, height=height))
        for seat, user in table.people.items()
    }
    sitting = Sitting(table.match, dice, {**hands}, [], live=live)
    for seat, kind, roll, text in RECORD[1:]:
        assert seat
        if kind == "play":
            sitting.play(Seat(seat), text)
        else:
            sitting.press(Seat(seat), kind, *([roll] if roll else []))
    for player in hands.values():
        expect(player.page.locator("#outcome")).to_contain_text("2–0")
    moves = Move.objects.filter(match=table.match).order_by("version")
    assert [
        (move.seat or None, move.kind, (move.die1, move.die2) if move.die1 else None, move.text) for move in moves
    ] == RECORD
    assert stored(sitting.match, sitting.state).checkers == END
    assert (sitting.match.white_score, sitting.match.black_score) == (2, 0)


def path_of(table: Table) -> str:
    return f"/matches/{table.match.public_id}/"
