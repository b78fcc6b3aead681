"""What the backgammon variant says about start, scoring and counting."""

import pytest

from games.rules.position import position
from games.rules.variants import VARIANTS, Stage, variant

BACKGAMMON = variant("backgammon")


def test_start() -> None:
    """SETUP-1, BRD-6."""
    start = BACKGAMMON.start()
    assert start == position("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
    assert BACKGAMMON.pips(start.mine) == BACKGAMMON.pips(start.theirs) == 167


def test_variant_is_found_by_key() -> None:
    assert VARIANTS["backgammon"] is BACKGAMMON
    with pytest.raises(KeyError):
        variant("chess")


def test_pips_count_the_bar_as_25() -> None:
    assert BACKGAMMON.pips(position("bar:2 3:1", "1:1").mine) == 53


def test_pips_are_none_when_all_are_off() -> None:
    """E-13."""
    assert BACKGAMMON.pips(position("", "1:1").mine) == 0


@pytest.mark.parametrize(
    ("loser", "multiplier"),
    [
        ("bar:1 1:14", 3),  # S1, WIN-3
        ("19:1 1:14", 3),  # S2
        ("24:1 1:14", 3),
        ("18:1 1:14", 2),  # S3, WIN-2
        ("13:1 6:14", 2),  # E-1: not home yet, but not in the winner's home either
        ("bar:1 1:13", 1),  # S4, WIN-1
        ("20:2 1:12", 1),  # S5
        ("1:1", 1),
    ],
)
def test_outcome(loser: str, multiplier: int) -> None:
    assert BACKGAMMON.outcome(position("", loser)) == multiplier


def test_outcome_is_none_while_the_game_goes_on() -> None:
    assert BACKGAMMON.outcome(BACKGAMMON.start()) is None
    assert BACKGAMMON.outcome(position("1:1", "bar:1 2:14")) is None


@pytest.mark.parametrize(
    ("mine", "theirs", "level"),
    [
        ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", 3),  # contact
        ("6:15", "6:15", 2),  # a race, nobody far behind
        ("18:1 6:14", "6:15", 2),
        ("19:1 6:14", "5:15", 3),  # a race, but still in the winner's home
        ("bar:1 6:14", "6:15", 3),
        ("24:1 6:13", "6:15", 1),  # one is off, whatever else: E-7
        ("6:15", "bar:1 6:14", 3),  # their checker on the bar has yet to pass
        ("12:15", "5:14 23:1", 3),  # contact in front of us and behind
        ("12:15", "5:14 12:1", 2),  # just passed
        ("12:15", "5:14 14:1", 3),  # not yet
    ],
)
def test_max_loss(mine: str, theirs: str, level: int) -> None:
    """RES-5."""
    assert BACKGAMMON.max_loss(position(mine, theirs)) == level


@pytest.mark.parametrize("dice", [(1, 2), (3, 3), (6, 5)])
def test_turn_is_over_after_every_roll(dice: tuple[int, int]) -> None:
    """TURN-1."""
    assert [BACKGAMMON.follows(stage, dice) for stage in Stage] == [None] * len(Stage)


def test_levels_have_names() -> None:
    """WIN-1, WIN-2, WIN-3."""
    assert [BACKGAMMON.level_name(level) for level in (1, 2, 3)] == ["a single game", "a gammon", "a backgammon"]
    assert [BACKGAMMON.level_title(level) for level in (1, 2, 3)] == ["Single game", "Gammon", "Backgammon"]


def test_there_is_nothing_to_agree_on() -> None:
    assert (BACKGAMMON.questions, BACKGAMMON.options, BACKGAMMON.agreed()) == ((), (), ())
    with pytest.raises(ValueError, match="no such option: count"):
        variant("backgammon", ("count",))
