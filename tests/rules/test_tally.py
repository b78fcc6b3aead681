"""What is counted of the dice of a game, from records and boards made by hand."""

from fractions import Fraction
from itertools import product

import pytest

from games.rules.errors import RuleError
from games.rules.game import Seat, Terms
from games.rules.history import Entry, Kind
from games.rules.position import Position, position
from games.rules.tally import Tally, tallies, tally_of_roll

WHITE, BLACK = Seat.WHITE, Seat.BLACK
ALL_ROLLS = list(product(range(1, 7), range(1, 7)))


def rolled(seat: Seat | None, one: int, other: int) -> Entry:
    return Entry(Kind.ROLL, seat, (one, other))


def played(seat: Seat, text: str) -> Entry:
    return Entry(Kind.PLAY, seat, text=text)


def test_a_game_counted_by_hand() -> None:
    record = [
        rolled(None, 2, 2),  # for the first move: neither this nor the next is counted
        rolled(None, 6, 2),
        played(WHITE, "24/18 13/11"),
        rolled(BLACK, 5, 5),
        played(BLACK, "13/8(2) 6/1*(2)"),
        # Black holds his 6 and his 1: four points are open, and 32 of the 36 rolls enter.
        rolled(WHITE, 6, 1),
        rolled(BLACK, 3, 2),
        played(BLACK, "13/10 13/11"),
        rolled(WHITE, 4, 3),
        played(WHITE, "bar/21 13/10"),
        Entry(Kind.RESIGN, BLACK, text="1"),
        Entry(Kind.ACCEPT, WHITE),
    ]
    counted = tallies(Terms(), record)
    assert counted[BLACK] == Tally(rolls=2, doubles=1, faces=(0, 1, 1, 0, 2, 0))
    white = counted[WHITE]
    assert (white.rolls, white.doubles, white.faces) == (2, 0, (1, 0, 1, 1, 0, 1))
    assert (white.entries, white.entered) == (2, 1)
    assert white.entries_expected == pytest.approx(2 * 32 / 36)
    assert white.entries_variance == pytest.approx(2 * 32 / 36 * 4 / 36)


def test_a_game_of_acey_deucey_counted_by_hand() -> None:
    """Entering from the hand is no entering from the bar, and what is named is not rolled."""
    record = [
        rolled(None, 5, 3),
        rolled(WHITE, 2, 1),
        played(WHITE, "hand/24 hand/23"),
        Entry(Kind.CHOOSE, WHITE, text="6"),
        played(WHITE, "hand/1"),
        rolled(WHITE, 4, 3),
        played(WHITE, "hand/22 hand/21"),
        rolled(BLACK, 1, 2),
        played(BLACK, "hand/24* hand/23"),
        Entry(Kind.CHOOSE, BLACK, text="5"),
        played(BLACK, "hand/20(4)"),
        rolled(BLACK, 6, 4),
        played(BLACK, "hand/19 hand/21"),
        rolled(WHITE, 5, 3),  # from the bar, with ten checkers in the hand; Black holds nothing at home
        played(WHITE, "bar/20 hand/22"),
    ]
    counted = tallies(Terms(variant="acey-deucey"), record)
    assert counted[WHITE] == Tally(
        rolls=3, faces=(1, 1, 2, 1, 1, 0), entries=1, entered=1, entries_expected=1.0, entries_variance=0.0
    )
    assert counted[BLACK] == Tally(rolls=2, faces=(1, 1, 0, 1, 0, 1))


def test_a_complement_is_not_rolled() -> None:
    """European rules: 3-3 is followed by 4-4, which no dice have shown."""
    record = [
        rolled(None, 5, 3),
        rolled(WHITE, 3, 3),
        played(WHITE, "hand/22(4)"),
        played(WHITE, "hand/21(4)"),
        rolled(WHITE, 6, 5),
    ]
    counted = tallies(Terms(variant="acey-deucey", options=("european",)), record)
    assert counted[WHITE] == Tally(rolls=2, doubles=1, faces=(0, 0, 2, 0, 1, 1))


@pytest.mark.parametrize(
    ("home", "entering"),
    [  # of 36 rolls, as every primer of backgammon has it
        ("", 36),
        ("6:2", 35),
        ("6:2 4:3", 32),
        ("6:2 4:3 1:2", 27),
        ("6:2 5:2 4:3 1:2", 20),
        ("6:2 5:2 4:3 2:2 1:2", 11),
        ("6:2 5:2 4:2 3:2 2:2 1:2", 0),
        ("6:2 5:1 4:1", 35),  # a single checker holds no point
    ],
)
@pytest.mark.parametrize("mine", ["bar:1 8:14", "bar:2 8:13", "bar:1 hand:9 8:5"])
def test_the_chance_to_enter(home: str, entering: int, mine: str) -> None:
    board = boarded(mine, home)
    all_rolls = sum((tally_of_roll(board, dice) for dice in ALL_ROLLS), Tally())
    assert (all_rolls.rolls, all_rolls.doubles, all_rolls.faces) == (36, 6, (12,) * 6)
    assert (all_rolls.entries, all_rolls.entered) == (36, entering)
    chance = Fraction(entering, 36)
    assert all_rolls.entries_expected / 36 == pytest.approx(float(chance))
    assert all_rolls.entries_variance / 36 == pytest.approx(float(chance * (1 - chance)))


def test_points_that_are_not_entered_on_close_nothing() -> None:
    closed_elsewhere = position("bar:1 13:2", "7:2 8:2 9:2 10:2 11:2 14:2 15:2")
    assert tally_of_roll(closed_elsewhere, (6, 5)).entries_expected == 1.0


@pytest.mark.parametrize("mine", ["8:15", "hand:15", "hand:1 24:14"])
def test_without_a_checker_on_the_bar_nothing_enters(mine: str) -> None:
    assert tally_of_roll(boarded(mine, "6:2 5:2"), (6, 5)).entries == 0


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(RuleError):
        tallies(Terms(), [rolled(WHITE, 3, 1)])


def boarded(mine: str, home: str) -> Position:
    """A board where the opponent has these checkers at home and the rest out of the way."""
    rest = 15 - sum(int(held.partition(":")[2]) for held in home.split())
    return position(mine, f"{home} 15:{rest}")
