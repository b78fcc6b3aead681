"""Faults of other programs in move generation, bearing off and entering (ids A, B, C of the public cases)."""

import pytest

from games.rules.errors import IllegalPlay
from games.rules.notation import format_play, read_play
from games.rules.plays import draft, legal_plays, pool
from games.rules.position import BAR, CHECKERS, position
from games.rules.steps import take_step
from games.rules.variants import variant

BACKGAMMON = variant("backgammon")
START = ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
ONLY_TOGETHER = ("20:13 8:1 4:1", "23:2 22:2 16:2 11:2 7:2 6:2 4:3")


def plays(mine: str, theirs: str, dice: tuple[int, int]) -> list[str]:
    return sorted(format_play(play) for play in legal_plays(BACKGAMMON, position(mine, theirs), dice))


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "expected"),
    [
        pytest.param("24:1 8:1 6:13", "21:2 9:2 7:3 6:4 5:4", (6, 2), ["24/22 8/2"], id="A-1"),
        pytest.param("24:1 2:7 1:7", "12:3 5:4 4:4 3:4", (6, 5), ["24/18"], id="A-2"),
        pytest.param(*ONLY_TOGETHER, (4, 2), ["20/16 8/6"], id="A-4"),
        pytest.param("11:1 2:7 1:7", "19:2 12:3 11:3 10:3 9:2 8:2", (5, 3), ["11/3"], id="A-5"),
        pytest.param("6:1 2:2", "24:2 22:2 21:2", (4, 1), ["6/2"], id="A-7"),
        pytest.param("4:1", "2:5 1:5", (5, 3), ["4/off"], id="A-8"),
        pytest.param("1:6", "1:2", (1, 1), ["1/off(4)"], id="A-10"),
        pytest.param("10:1 2:2", "18:1 2:5 1:5", (3, 1), ["10/6", "10/7* 2/1", "10/7*/6"], id="A-16"),
        pytest.param("13:2 11:2", "13:2", (1, 1), ["11/7", "11/8 11/10", "11/9(2)"], id="A-20"),
        pytest.param("24:2 3:1 2:1", "7:2 6:2", (6, 5), ["(no play)"], id="B-1"),
        pytest.param("4:1 3:1 2:2", "8:2 1:2", (3, 3), ["4/1 3/off 2/off(2)"], id="B-3"),
        pytest.param("6:1 2:1", "1:2", (4, 3), ["6/off"], id="B-4"),
        pytest.param("6:1 4:1 2:1", "1:2", (4, 2), ["4/off 2/off", "6/2 4/2", "6/off"], id="B-6"),
        pytest.param("9:1 5:3 3:2", "24:2 2:3 1:10", (6, 4), ["9/off"], id="B-7"),
        pytest.param("5:1 2:1", "1:2", (4, 2), ["5/1 2/off", "5/off"], id="B-9"),
        pytest.param("1:2", "1:2", (2, 2), ["1/off(2)"], id="B-10"),
        pytest.param("4:2", "1:2", (6, 5), ["4/off(2)"], id="B-12"),
        pytest.param("bar:1 13:4 8:5 6:5", "14:1 6:3 5:3 4:2 3:2 2:2 1:2", (6, 6), ["(no play)"], id="C-6"),
    ],
)
def test_complete_list_of_plays(mine: str, theirs: str, dice: tuple[int, int], expected: list[str]) -> None:
    assert plays(mine, theirs, dice) == expected


def test_part_of_a_turn_is_judged_from_the_position_before_it() -> None:
    """A-4: 8/4 alone strands the 2, which only the position before the turn shows."""
    assert read_play(BACKGAMMON, position(*ONLY_TOGETHER), (4, 2), "20/16 8/6")
    with pytest.raises(IllegalPlay):
        read_play(BACKGAMMON, position(*ONLY_TOGETHER), (4, 2), "8/4")


@pytest.mark.parametrize(("die", "count"), [(1, 42), (2, 75), (3, 73), (4, 52)])
def test_doubles_hold_every_mixture_of_checkers(die: int, count: int) -> None:
    """A-13."""
    assert len(plays(*START, (die, die))) == count


def test_double_is_played_up_to_four_times() -> None:
    """A-11."""
    assert {len(play.steps) for play in legal_plays(BACKGAMMON, position(*START), (6, 6))} == {4}


def test_second_step_sees_the_entered_checker() -> None:
    """A-17."""
    begun = draft(BACKGAMMON, position("bar:1 13:4 6:10", "1:2 13:5 8:8"), (4, 2), "bar/21")
    assert begun.position.mine[BAR] == 0
    assert {(step.source, step.die) for step in begun.next_steps} == {(21, 2), (13, 2), (6, 2)}


def test_both_sides_have_the_same_plays_in_their_own_numbers() -> None:
    """A-19."""
    assert plays(*START, (4, 4)) == plays(*START[::-1], (4, 4))
    assert len(plays(*START, (4, 4))) == 52


def test_refused_step_spends_nothing() -> None:
    """A-22: values are immutable, so the next attempt starts from the same position and dice."""
    start = position(*START)
    with pytest.raises(IllegalPlay):
        draft(BACKGAMMON, start, (6, 5), "24/19")
    assert draft(BACKGAMMON, start, (6, 5), "24/18 13/8").complete
    assert start == position(*START)


def test_plays_that_share_a_step_are_different_plays() -> None:
    """A-23: what is forced is judged by where all plays end, not by what they have in common."""
    assert plays("13:1 2:7 1:7", "19:5 18:5 14:5", (6, 1)) == ["13/12", "2/1"]


@pytest.mark.parametrize("die", [3, 4])
def test_lower_checker_does_not_go_off_while_a_higher_one_is_there(die: int) -> None:
    """B-4, OFF-3; B-15 is the exact number, which may."""
    board = position("6:1 2:1", "1:2")
    assert BACKGAMMON.refusal(board, 6, die) is None
    assert "checkers above point 2" in str(BACKGAMMON.refusal(board, 2, die))
    assert BACKGAMMON.refusal(board, 2, 2) is None


def test_bearing_off_may_waste_pips() -> None:
    """B-13."""
    assert "5/off 2/off" in plays("5:1 2:1", "1:2", (6, 3))


def test_exact_number_bears_off_below_a_higher_checker() -> None:
    """B-15, OFF-2."""
    assert "6/5 3/off" in plays("6:1 3:1", "1:2", (3, 1))


def test_only_the_bar_moves_while_a_checker_is_on_it() -> None:
    """C-1, BAR-1."""
    board = position("bar:1 13:5 8:3 6:6", "24:2 13:5 8:3 6:5")
    assert [(step.source, step.target) for step in BACKGAMMON.steps(board, 4)] == [(BAR, 21)]


def test_empty_bar_binds_nobody() -> None:
    """C-4."""
    assert [step.source for step in BACKGAMMON.steps(position(*START), 4)] == [24, 13, 8, 6]


def test_entering_spends_the_die_of_the_chosen_point() -> None:
    """C-3."""
    board = position("bar:1 13:5 8:3 6:6", "24:2 13:5 8:3 6:5")
    assert draft(BACKGAMMON, board, (4, 1), "bar/21").dice_left == (1,)
    assert draft(BACKGAMMON, board, (4, 1), "bar/24").dice_left == (4,)


def test_hit_checker_is_on_the_bar_and_nowhere_else_and_undo_forgets_it() -> None:
    """C-7."""
    board = position("10:1 2:2 off:12", "18:1 2:5 1:5 off:4")
    step, after = take_step(board, 10, 3)
    assert step.hits
    assert (after.theirs[BAR], after.theirs[18], sum(after.theirs)) == (1, 0, CHECKERS)
    assert draft(BACKGAMMON, board, (3, 1), "").position == board


def test_dice_pool_of_a_mixed_roll_keeps_its_order() -> None:
    assert pool((1, 6)) == (1, 6)
