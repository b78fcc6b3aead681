"""Drafts: part-played rolls, of which only what can become a legal play is offered (MOVE-11)."""

import re

import pytest

from games.rules.errors import AmbiguousPlay, BadNotation, IllegalPlay
from games.rules.notation import read_beginning
from games.rules.plays import Draft, draft
from games.rules.position import position
from games.rules.steps import Step
from games.rules.variants import variant

BACKGAMMON = variant("backgammon")
START = ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
ONLY_TOGETHER = ("20:13 8:1 4:1", "23:2 22:2 16:2 11:2 7:2 6:2 4:3")  # T3
ONE_OF_BOTH = ("24:1 2:7 1:7", "12:3 5:4 4:4 3:4")  # T1


def begin(board: tuple[str, str], dice: tuple[int, int], text: str = "", lead: int | None = None) -> Draft:
    return draft(BACKGAMMON, position(*board), dice, text, lead)


def texts(begun: Draft) -> set[str]:
    return {f"{step.source}/{step.target}" for step in begun.next_steps}


def test_empty_draft_offers_every_first_step() -> None:
    begun = begin(START, (6, 5))
    assert (begun.steps, begun.position, begun.dice_left) == ((), position(*START), (6, 5))
    assert texts(begun) == {"24/18", "13/7", "8/2", "13/8", "8/3"}
    assert not begun.complete
    assert begun.text == ""


def test_draft_sees_the_board_and_dice_after_its_steps() -> None:
    """A-17."""
    begun = begin(START, (6, 5), "24/18")
    assert begun.position == position("24:1 18:1 13:5 8:3 6:5", START[1])
    assert begun.dice_left == (5,)
    assert texts(begun) == {"18/13", "13/8", "8/3"}


def test_draft_is_complete_when_all_dice_are_played() -> None:
    begun = begin(START, (6, 5), "24/18 13/8")
    assert begun.complete
    assert (begun.dice_left, begun.next_steps) == ((), ())
    assert begun.text == "24/18 13/8"


@pytest.mark.parametrize("text", ["13/8 24/18", "13/8, 24-18", "65: 13/8 24/18"])
def test_draft_keeps_the_order_in_which_it_was_made(text: str) -> None:
    assert begin(START, (6, 5), text).text == "13/8 24/18"


def test_draft_marks_hits() -> None:
    begun = begin(("10:1 2:2", "18:1 2:5 1:5"), (3, 1), "10/7")
    assert begun.text == "10/7*"
    assert begin(("10:1 2:2", "18:1 2:5 1:5"), (3, 1), begun.text) == begun


def test_draft_of_a_double_has_four_steps() -> None:
    """A-11."""
    assert begin(START, (6, 6)).dice_left == (6, 6, 6, 6)
    begun = begin(START, (6, 6), "24/18(2) 13/7")
    assert begun.dice_left == (6,)
    assert texts(begun) == {"13/7", "8/2"}
    assert begin(START, (6, 6), "24/18 24/18 13/7 13/7").complete


def test_draft_of_a_chain_names_every_stop() -> None:
    assert begin(START, (6, 5), "24/18/13").text == "24/18 18/13"
    with pytest.raises(IllegalPlay, match="24/13 does not fit"):
        begin(START, (6, 5), "24/13")


@pytest.mark.parametrize(("lead", "left"), [(None, (6, 5)), (6, (6, 5)), (5, (5, 6)), (3, (6, 5))])
def test_leading_die_stands_first(lead: int | None, left: tuple[int, int]) -> None:
    begun = begin(START, (6, 5), "", lead)
    assert begun.dice_left == left
    assert begun.next_steps[0].die == left[0]
    assert texts(begun) == texts(begin(START, (6, 5)))


def test_leading_die_of_a_double_changes_nothing() -> None:
    assert begin(START, (6, 6), "", 6) == begin(START, (6, 6))


def test_step_that_makes_the_other_die_unplayable_is_not_offered() -> None:
    """T3, A-4, I-6: 8/4 is fine on its own."""
    assert texts(begin(ONLY_TOGETHER, (4, 2))) == {"20/16", "8/6"}
    with pytest.raises(IllegalPlay, match="Both dice can be played"):
        begin(ONLY_TOGETHER, (4, 2), "8/4")
    assert texts(begin(ONLY_TOGETHER, (4, 2), "20/16")) == {"8/6"}


def test_step_with_the_smaller_die_is_not_offered_when_the_larger_is_due() -> None:
    """T1, MOVE-7."""
    begun = begin(ONE_OF_BOTH, (6, 5))
    assert texts(begun) == {"24/18"}
    assert begin(ONE_OF_BOTH, (6, 5), "24/18").complete
    with pytest.raises(IllegalPlay, match="the larger, the 6"):
        begin(ONE_OF_BOTH, (6, 5), "24/19")


def test_draft_ends_when_the_rest_cannot_be_played() -> None:
    """T7, BAR-3."""
    begun = begin(("bar:2 13:3 8:5 6:5", "13:2 8:2 6:3 5:2 4:2 2:2 1:2"), (3, 1), "bar/22")
    assert begun.complete
    assert (begun.dice_left, begun.next_steps) == ((1,), ())


def test_draft_without_a_legal_play_is_complete_at_once() -> None:
    """T19."""
    begun = begin(("bar:1 13:4 8:5 6:5", "14:1 6:3 5:3 4:2 3:2 2:2 1:2"), (6, 6))
    assert begun.complete
    assert begun.next_steps == ()


@pytest.mark.parametrize(
    ("board", "dice", "text", "die"),
    [
        (("bar:1 13:5 8:3 6:6", "24:2 13:5 8:3 6:5"), (4, 1), "bar/21", 4),  # C-3
        (("4:1 3:1", "1:2"), (6, 3), "3/off", 3),  # the exact die, though the 6 could not bear it off
        (("4:1 3:1", "1:2"), (6, 4), "4/off", 4),  # exact before larger
        (("4:2", "1:2"), (6, 5), "4/off", 5),  # no exact one: the smallest larger
    ],
)
def test_die_of_a_drafted_step(board: tuple[str, str], dice: tuple[int, int], text: str, die: int) -> None:
    begun = begin(board, dice, text)
    assert begun.steps[0].die == die
    assert sorted((*begun.dice_left, die)) == sorted(dice)


def test_bearing_off_is_offered_once_though_both_dice_can() -> None:
    assert begin(("4:2", "1:2"), (6, 5)).next_steps == (Step(4, 0, 5, hits=False),)


@pytest.mark.parametrize("text", ["4/off", "4/1", "4/1 1/off"])
def test_last_checker(text: str) -> None:
    """MOVE-12, T13, A-8: one die is enough, the long way is open too."""
    begun = begin(("4:1", "2:5 1:5"), (5, 3), text)
    assert begun.complete == text.endswith("off")
    assert texts(begun) == ({"1/0"} if text == "4/1" else set())


def test_last_checker_must_hit_where_only_that_plays_both_dice() -> None:
    board = ("4:1", "24:1 2:5 1:5")
    assert texts(begin(board, (5, 3))) == {"4/1"}
    with pytest.raises(IllegalPlay, match="Both dice can be played"):
        begin(board, (5, 3), "4/off")


def test_complete_draft_may_go_on() -> None:
    """T10: 5/off with the 6 is the whole play 5/4/off, and 2/1 may follow."""
    begun = begin(("5:1 2:1", "3:3 2:5 1:5"), (6, 1), "5/off")
    assert begun.complete
    assert texts(begun) == {"2/1"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("24/19", "Your opponent holds point 19."),
        ("24/20", "24/20 does not fit the dice still to be played."),
        ("24/18 24/18", "24/18 does not fit the dice still to be played."),
        ("24/18 13/8 8/3", "8/3 does not fit the dice still to be played."),
        ("11/5", "You have no checker on point 11."),
        ("bar/19", "You have no checker on the bar."),
        ("6/off", "Nobody bears off before all 15 checkers are home."),
        ("24/18*", "The star after 18 says that a checker is hit there, but none is."),
    ],
)
def test_draft_that_leads_nowhere_is_refused(text: str, sentence: str) -> None:
    assert begin(START, (6, 5), "24/18 18/13").complete
    with pytest.raises(IllegalPlay) as refusal:
        begin(START, (6, 5), text)
    assert str(refusal.value) == sentence


def test_draft_with_a_checker_on_the_bar_enters_first() -> None:
    """BAR-1, C-1, I-8."""
    board = ("bar:1 13:5 8:3 6:6", "24:2 13:5 8:3 6:5")
    assert texts(begin(board, (4, 1))) == {"25/21", "25/24"}
    with pytest.raises(IllegalPlay, match="on the bar must enter first"):
        begin(board, (4, 1), "13/9")


@pytest.mark.parametrize("text", ["x", "24/18\x00", "24/18 " * 100, "２４/18", "24/18(5)"])
def test_unreadable_draft_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        begin(START, (6, 5), text)


def beginning(board: tuple[str, str], dice: tuple[int, int], text: str) -> str:
    return read_beginning(BACKGAMMON, position(*board), dice, text).text


@pytest.mark.parametrize(
    ("dice", "text", "steps"),
    [
        ((6, 5), "24/18", "24/18"),
        ((6, 5), "65: 24-18", "24/18"),
        ((3, 3), "13/7", "13/10 10/7"),
        ((3, 3), "13/10(2)", "13/10 13/10"),
        ((6, 6), "18/12 24/18", "24/18 18/12"),  # in an order in which it cannot be made
        ((3, 1), "8/5 6/5", "8/5 6/5"),
    ],
)
def test_beginnings_are_read_as_tolerantly_as_plays(dice: tuple[int, int], text: str, steps: str) -> None:
    board = ("24:2 13:5 8:3 6:5", "24:2 14:5 8:3 6:5")
    assert beginning(board, dice, text) == steps


@pytest.mark.parametrize(
    ("dice", "text", "reason"),
    [
        ((6, 5), "64: 24/18", "The roll is 6-5, not 6-4."),
        ((6, 5), "24/20", "24/20 does not fit the roll 6-5."),
        ((6, 5), "24/18*", "The star after 18 says that a checker is hit there, but none is."),
        ((5, 5), "6/1", "Your opponent holds point 1."),
        ((6, 5), "no play", "This roll can be played, so it must be."),
    ],
)
def test_what_is_no_beginning_is_refused(dice: tuple[int, int], text: str, reason: str) -> None:
    with pytest.raises(IllegalPlay, match=re.escape(reason)):
        beginning(START, dice, text)


def test_a_beginning_that_can_mean_two_things_is_asked_about() -> None:
    board = ("13:2 6:13", "14:1 13:1 1:13")  # somebody stands alone on 12 and on 11
    assert beginning(board, (2, 1), "13/12*/10") == "13/12* 12/10"
    with pytest.raises(AmbiguousPlay):
        beginning(board, (2, 1), "13/10")
