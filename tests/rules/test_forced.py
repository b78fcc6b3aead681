"""Plays without a choice: worked out by hand, and against every case of the other engines (tests/data/)."""

from collections.abc import Iterator

import pytest

from games.rules.forced import clear_bear_off, forced_play, forced_rest
from games.rules.notation import format_play
from games.rules.plays import draft, legal_plays, pool
from games.rules.position import Position, position
from games.rules.steps import take_step
from games.rules.variants import Variant, variant
from games.rules.written import format_steps
from tests.rules.oracle import cases, position_of

BACKGAMMON, ACEY_DEUCEY = variant("backgammon"), variant("acey-deucey")
START = ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
ONE_RUNNER = ("24:1 1:14", "4:5 3:5 2:5")
Dice = tuple[int, int]


def whole(mine: str, theirs: str, dice: Dice, rules: Variant = BACKGAMMON) -> str | None:
    """The forced play of a roll, as it is written."""
    play = forced_play(legal_plays(rules, position(mine, theirs), dice))
    return None if play is None else format_play(play)


def rest(mine: str, theirs: str, dice: Dice, begun: str) -> str | None:
    """What is forced once this much is drafted."""
    board = position(mine, theirs)
    steps = forced_rest(BACKGAMMON, legal_plays(BACKGAMMON, board, dice), draft(BACKGAMMON, board, dice, begun))
    return None if steps is None else format_steps(steps)


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "play"),
    [
        pytest.param(*START, (6, 5), None, id="many plays"),
        pytest.param("24:1 2:7 1:7", "12:3 5:4 4:4 3:4", (6, 5), "24/18", id="either die, so the larger"),
        pytest.param(*ONE_RUNNER, (6, 5), "24/13", id="one checker, in either order"),
        pytest.param("24:1 1:14", "7:1 4:5 3:5 2:4", (6, 5), None, id="one order hits, the other does not"),
        pytest.param("24:1 1:14", "7:1 6:2 4:5 3:5 2:2", (6, 5), "24/18*/13", id="the other order is blocked"),
        pytest.param(*ONE_RUNNER, (5, 5), "24/4", id="a double with one checker"),
        pytest.param("13:2 1:13", "4:5 3:5 2:5", (6, 6), "13/1(2)", id="a double with two, in six orders"),
        pytest.param("13:3 1:12", "4:5 3:5 2:5", (6, 6), None, id="a double with three"),
        pytest.param("24:1 12:3 1:11", "7:2 4:5 3:5 2:3", (6, 6), "12/6(3)", id="a double that ends early"),
        pytest.param("bar:2 13:3 8:5 6:5", "13:2 8:2 6:3 5:2 4:2 2:2 1:2", (3, 1), "bar/22", id="one of two enters"),
        pytest.param("bar:2 13:13", "24:2 13:5 8:3 6:5", (4, 3), "bar/21 bar/22", id="both enter"),
        pytest.param("bar:1 13:4 8:5 6:5", "14:1 6:3 5:3 4:2 3:2 2:2 1:2", (6, 6), None, id="no play"),
        pytest.param("4:1", "2:5 1:5", (5, 3), "4/off", id="the last checker, by the short way or the long"),
        pytest.param("5:1 2:1", "3:3 2:5 1:5", (6, 5), "5/off 2/off", id="the last two"),
        pytest.param("5:1 2:1", "3:3 2:5 1:5", (6, 2), None, id="the last two, or less of them"),
    ],
)
def test_forced_play(mine: str, theirs: str, dice: Dice, play: str | None) -> None:
    assert whole(mine, theirs, dice) == play


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "begun", "steps"),
    [
        pytest.param(*START, (6, 5), "24/18", None, id="a choice is left"),
        pytest.param(*START, (6, 5), "24/18 18/13", None, id="nothing is left"),
        pytest.param("20:13 8:1 4:1", "23:2 22:2 16:2 11:2 7:2 6:2 4:3", (4, 2), "20/16", "8/6", id="the other die"),
        pytest.param(*ONE_RUNNER, (6, 5), "24/19", "19/13", id="one checker"),
        pytest.param(*ONE_RUNNER, (5, 5), "24/19", "19/14 14/9 9/4", id="three steps"),
        pytest.param("13:2 1:13", "4:5 3:5 2:5", (6, 6), "13/7 7/1", "13/7 7/1", id="the rest of a double"),
        pytest.param("13:3 1:12", "4:5 3:5 2:5", (6, 6), "13/7 13/7 13/7", "7/1", id="any of three alike"),
        pytest.param("13:3 1:12", "4:5 3:5 2:5", (6, 6), "13/7 13/7", None, id="the third or one of two"),
        pytest.param("5:1 2:1", "3:3 2:5 1:5", (6, 1), "5/off", None, id="complete, and may go on"),
        pytest.param("5:1 2:1", "3:3 2:5 1:5", (6, 1), "5/4", "4/off", id="the 6 bears off what is highest"),
    ],
)
def test_forced_rest(mine: str, theirs: str, dice: Dice, begun: str, steps: str | None) -> None:
    assert rest(mine, theirs, dice, begun) == steps


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "play"),
    [
        pytest.param("6:2 5:3 4:4", "6:15", (6, 4), "6/off 4/off", id="both exact"),
        pytest.param("4:2 3:2 1:3", "6:15", (6, 5), "4/off(2)", id="both larger"),
        pytest.param("6:2 5:2 1:3", "6:15", (6, 4), None, id="the 4 bears nothing off"),
        pytest.param("6:2 5:2 1:3", "6:15", (5, 1), "5/off 1/off", id="others could be played"),
        pytest.param("4:2 3:2", "6:15", (6, 1), None, id="the 1 moves within the board"),
        pytest.param("6:1 3:9", "6:15", (3, 3), "3/off(4)", id="a double, past a checker behind"),
        pytest.param("6:1 3:2", "6:15", (3, 3), "6/off 3/off(2)", id="a double that also moves"),
        pytest.param("3:1 2:2", "6:15", (3, 3), "3/off 2/off(2)", id="the last three"),
        pytest.param("7:1 6:14", "6:15", (6, 1), None, id="one checker is not home"),
        pytest.param("6:2 5:3 4:4", "22:1 6:14", (6, 4), None, id="contact"),
        pytest.param("6:2 5:3 4:4", "bar:1 6:14", (6, 4), None, id="a checker of theirs on the bar"),
    ],
)
def test_clear_bear_off(mine: str, theirs: str, dice: Dice, play: str | None) -> None:
    board = position(mine, theirs)
    found = clear_bear_off(board, dice, legal_plays(BACKGAMMON, board, dice))
    assert (None if found is None else format_play(found)) == play


def test_clear_bear_off_waits_for_a_hand() -> None:
    """Whoever enters may still hit."""
    board = position("6:2 5:3 4:4", "hand:1 6:14")
    assert clear_bear_off(board, (6, 4), legal_plays(ACEY_DEUCEY, board, (6, 4))) is None
    board = position("6:2 5:3 4:4", "6:15")
    assert clear_bear_off(board, (6, 4), legal_plays(ACEY_DEUCEY, board, (6, 4)))


def all_ends(rules: Variant, board: Position, left: tuple[int, ...]) -> Iterator[Position]:
    """Where one may stop or be stopped: every order of every step, one after the other."""
    yield board
    for index, die in enumerate(left):
        for step in rules.steps(board, die):
            yield from all_ends(rules, take_step(board, step.source, die)[1], left[:index] + left[index + 1 :])


@pytest.mark.parametrize(("name", "rules"), [("plays.jsonl.gz", BACKGAMMON), ("acey.jsonl.gz", ACEY_DEUCEY)])
def test_forced_is_what_ends_in_one_of_the_results_other_engines_know(name: str, rules: Variant) -> None:
    forced = rests = 0
    for number, case in enumerate(cases(name)):
        board, dice = position_of(case), tuple(case["dice"])
        results = {position_of(result) for result in case["results"]}
        legal = legal_plays(rules, board, dice)
        play = forced_play(legal)
        assert (play is not None) == (len(results) == 1 and results != {board}), case["id"]
        if play:
            forced += 1
            drafted = draft(rules, board, dice, format_steps(play.steps))
            assert drafted.complete, case["id"]
            assert {drafted.position} == results, case["id"]
        if number % (80 if len(pool(dice)) == 4 else 8):
            continue  # a double has thousands of orders
        for step in draft(rules, board, dice, "").next_steps:
            begun = draft(rules, board, dice, format_steps([step]))
            ends = results & set(all_ends(rules, begun.position, begun.dice_left))
            steps = forced_rest(rules, legal, begun)
            assert (steps is not None) == (len(ends) == 1 and ends != {begun.position}), (case["id"], step)
            if steps:
                rests += 1
                drafted = draft(rules, board, dice, f"{begun.text} {format_steps(steps)}")
                assert drafted.complete, (case["id"], step)
                assert {drafted.position} == ends, (case["id"], step)
    assert forced > 200
    assert rests > 15
