"""Texts to plays and back (rules.md §4.1)."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.errors import AmbiguousPlay, BadNotation, IllegalPlay
from games.rules.notation import format_play, format_step, read_play
from games.rules.plays import legal_plays
from games.rules.position import position
from games.rules.steps import Play, Step
from games.rules.variants import variant
from tests.rules.oracle import rolls

BACKGAMMON = variant("backgammon")
START = ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
CLOSED_OUT = ("bar:1 13:4 8:5 6:5", "14:1 6:3 5:3 4:2 3:2 2:2 1:2")


def read(board: tuple[str, str], dice: tuple[int, int], text: str) -> str:
    """The canonical text of the play that a text means."""
    return format_play(read_play(BACKGAMMON, position(*board), dice, text))


def play_of(*steps: tuple[int, int, int] | tuple[int, int, int, bool]) -> Play:
    return Play(tuple(Step(*step[:3], hits=len(step) == 4) for step in steps), position("", ""))


@pytest.mark.parametrize(
    ("play", "text"),
    [
        (play_of(), "(no play)"),
        (play_of((13, 11, 2), (24, 18, 6)), "24/18 13/11"),
        (play_of((13, 8, 5), (8, 7, 1)), "13/7"),
        (play_of((8, 7, 1), (13, 8, 5)), "13/7"),
        (play_of((13, 8, 5, True), (8, 7, 1)), "13/8*/7"),
        (play_of((24, 18, 6, True), (18, 13, 5, True)), "24/18*/13*"),
        (play_of((25, 22, 3), (22, 16, 6)), "bar/16"),
        (play_of((13, 10, 3), (25, 22, 3, True), (8, 5, 3), (22, 19, 3)), "bar/22*/19 13/10 8/5"),
        (play_of((8, 5, 3), (8, 5, 3), (6, 3, 3), (6, 3, 3)), "8/5(2) 6/3(2)"),
        (play_of((6, 0, 6), (5, 0, 5)), "6/off 5/off"),
        (play_of(*[(6, 0, 6)] * 4), "6/off(4)"),
        (play_of((6, 4, 2, True), (6, 4, 2), (13, 11, 2), (11, 9, 2)), "13/9 6/4*(2)"),
        (play_of((8, 6, 2, True), (8, 6, 2), (6, 4, 2, True), (6, 4, 2)), "8/6*/4*(2)"),
        (play_of((8, 6, 2, True), (8, 6, 2), (6, 4, 2)), "8/6*/4 8/6"),
        (play_of((26, 22, 4), (24, 20, 4), (25, 21, 4)), "bar/21 hand/22 24/20"),
    ],
)
def test_canonical_text(play: Play, text: str) -> None:
    assert format_play(play) == text


def test_format_step_marks_a_hit() -> None:
    assert format_step(Step(25, 22, 3, hits=True)) == "bar/22*"
    assert format_step(Step(6, 0, 6, hits=False)) == "6/off"


@pytest.mark.parametrize(
    "text",
    [
        "24/18 13/11",
        "13/11 24/18",
        "24-18, 13-11",
        "24>18 13>11",
        "24->18 13->11",
        " 24 / 18\t13/ 11\n",
        "62: 24/18 13/11",
        "26: 24/18 13/11",
        "6-2: 24/18 13/11",
        "62:24/18 13/11",
        "24/18(1) 13/11",
        "24/18,13/11",
    ],
)
def test_tolerant_reading(text: str) -> None:
    assert read(START, (6, 2), text) == "24/18 13/11"


@pytest.mark.parametrize(
    "text",
    ["bar/22*/16", "B/22/16", "25/22/16", "bar/16", "BAR-16", "bar/22 22/16", "25>22*, 22>16", "22/16 bar/22"],
)
def test_names_of_the_bar(text: str) -> None:
    board = ("bar:1 13:1 2:7 1:6", "18:2 13:5 8:3 3:1 6:4")
    assert read(board, (6, 3), text) == "bar/22*/16"


@pytest.mark.parametrize("text", ["6/off 5/off", "6/o 5/0", "6/OFF,5-O", "5/off 6/off"])
def test_names_of_off(text: str) -> None:
    assert read(("6:5 5:5", "1:2"), (6, 5), text) == "6/off 5/off"


@pytest.mark.parametrize(
    ("dice", "text", "canonical"),
    [
        ((6, 5), "24/13", "24/13"),  # only 24/18/13 works: 19 is held by nobody, but it is one play either way
        ((6, 5), "24/18/13", "24/13"),
        ((3, 3), "8/2 6/3(2)", "8/2 6/3(2)"),
        ((3, 3), "8/5/2 6/3 6/3", "8/2 6/3(2)"),
        ((3, 3), "24/18(2)", "24/18(2)"),
        ((3, 3), "24/21(2) 21/18(2)", "24/18(2)"),
        ((3, 3), "24/21/18(2)", "24/18(2)"),
        ((1, 1), "8/7(2) 6/5(2)", "8/7(2) 6/5(2)"),
        ((1, 1), "8/4", "8/4"),
    ],
)
def test_merged_chains_are_resolved(dice: tuple[int, int], text: str, canonical: str) -> None:
    assert read(START, dice, text) == canonical


def test_merged_chain_takes_the_only_open_way() -> None:
    """MOVE-3, T2: the 5 is blocked at first."""
    assert read(("11:1 2:7 1:7", "19:2 12:3 11:3 10:3 9:2 8:2"), (5, 3), "11/3") == "11/3"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("10/6", "10/6"),  # no star: the way that hits nobody
        ("10/9/6", "10/6"),
        ("10/7*/6", "10/7*/6"),
        ("10/7/6", "10/7*/6"),  # the way is named, the star may be missing
        ("10/7 7/6", "10/7*/6"),
        ("10/7* 2/1", "10/7* 2/1"),
        ("10/7 2/1", "10/7* 2/1"),
    ],
)
def test_stars_choose_between_two_ways(text: str, canonical: str) -> None:
    """T14, A-16: the same start and end, two positions."""
    assert read(("10:1 2:2", "18:1 2:5 1:5"), (3, 1), text) == canonical


def test_ambiguous_text_names_both_plays() -> None:
    both_ways_hit = ("10:1 2:2", "18:1 16:1 2:5 1:5")
    assert read(both_ways_hit, (3, 1), "10/9*/6") == "10/9*/6"
    with pytest.raises(AmbiguousPlay, match=r"10/7\*/6, 10/9\*/6") as refusal:
        read(both_ways_hit, (3, 1), "10/6")
    assert refusal.value.candidates == ("10/7*/6", "10/9*/6")


@pytest.mark.parametrize(("text", "where"), [("24/18* 13/11", "18"), ("24/18 13/11*", "11"), ("24/18*/16", "18")])
def test_superfluous_star_is_refused(text: str, where: str) -> None:
    assert read(START, (6, 2), text.replace("*", ""))
    with pytest.raises(IllegalPlay, match=f"star after {where} "):
        read(START, (6, 2), text)


def test_star_of_a_group_stands_before_or_after_the_number() -> None:
    board = ("8:2 1:2", "20:1 1:14")
    for text in ("8/5*(2) 5/2(2)", "8/5(2)* 5/2(2)", "8/5*/2(2)"):
        assert read(board, (3, 3), text) == "8/5*/2(2)"


@pytest.mark.parametrize("text", ["4/off", "4/1 1/off", "4/1/off", "53: 4/off"])
def test_last_checker_may_go_off_with_one_die(text: str) -> None:
    """MOVE-12, T13: the play is kept with both its steps."""
    play = read_play(BACKGAMMON, position("4:1", "2:5 1:5"), (5, 3), text)
    assert format_play(play) == "4/off"
    assert [step.die for step in play.steps] == [3, 5]


def test_last_checker_must_hit_where_only_that_plays_both_dice() -> None:
    """MOVE-12, the strict reading."""
    board = ("4:1", "24:1 2:5 1:5")
    assert read(board, (5, 3), "4/1*/off") == "4/1*/off"
    assert read(board, (5, 3), "4/off") == "4/1*/off"  # the other way leads to no legal position


@pytest.mark.parametrize("text", ["(no play)", "no play", "Cannot Move", "can't move", "66:", "66: (No Play)"])
def test_no_play_is_read_when_nothing_can_be_played(text: str) -> None:
    """T19."""
    assert read(CLOSED_OUT, (6, 6), text) == "(no play)"


def test_no_play_is_refused_when_something_can_be_played() -> None:
    with pytest.raises(IllegalPlay, match="can be played, so it must be"):
        read(START, (6, 5), "(no play)")


@pytest.mark.parametrize(
    ("board", "dice", "good", "text", "sentence"),
    [
        # the roll
        (START, (3, 1), "8/5 6/5", "64: 8/5 6/5", "The roll is 3-1, not 6-4."),
        (START, (3, 1), "8/5 6/5", "8/5 6/4", "6/4 does not fit the roll 3-1."),
        (START, (3, 1), "8/5 6/5", "8/5(2)", "8/5 does not fit the roll 3-1."),
        (START, (3, 1), "8/5 6/5", "8/5 6/5 24/23", "The roll 3-1 gives 2 steps, and this is more."),
        (START, (3, 3), "8/5(2) 6/3(2)", "8/5(3) 6/3(2)", "The roll 3-3 gives 4 steps, and this is more."),
        (START, (3, 1), "8/5 6/5", "5/8 6/5", "Checkers move from high points to low ones; 5/8 does not."),
        (START, (3, 1), "8/5 6/5", "8/8", "Checkers move from high points to low ones; 8/8 does not."),
        (START, (3, 1), "8/5 6/5", "off/3", "Checkers move from high points to low ones; off/3 does not."),
        # one step
        (START, (3, 1), "8/5 6/5", "8/5 11/10", "You have no checker on point 11."),
        (START, (3, 1), "8/5 6/5", "bar/22 6/5", "You have no checker on the bar."),
        (START, (3, 1), "8/5 6/5", "hand/22 6/5", "You have no checker in hand."),
        (START, (5, 1), "13/8 6/5", "6/1 6/5", "Your opponent holds point 1."),
        (START, (6, 5), "24/13", "24/19 13/7", "Your opponent holds point 19."),
        (("bar:1 6:14", "1:15"), (3, 1), "bar/22 6/5", "6/5 6/3", "Your checker on the bar must enter first."),
        (CLOSED_OUT, (6, 6), "(no play)", "13/7(4)", "Nothing can be played with this roll."),
        (
            ("24:1 6:5 5:5", "7:2 2:2"),
            (6, 2),
            "24/16",
            "6/off 5/3",
            "Nobody bears off before all 15 checkers are home.",
        ),
        (("6:1 2:2", "24:2 22:2 21:2"), (4, 1), "6/2", "2/off", "With a 4 the checkers above point 2 go first."),
        # complete plays
        (START, (3, 1), "8/5 6/5", "8/5", "Both dice can be played, so both must be played."),
        (START, (3, 1), "8/5 6/5", "6/5", "Both dice can be played, so both must be played."),
        (
            ("20:13 8:1 4:1", "23:2 22:2 16:2 11:2 7:2 6:2 4:3"),
            (4, 2),
            "20/16 8/6",
            "8/4",
            "Both dice can be played, so both must be played.",
        ),
        (
            ("24:1 2:7 1:7", "12:3 5:4 4:4 3:4"),
            (6, 5),
            "24/18",
            "24/19",
            "Only one of the dice can be played, and then it must be the larger, the 6.",
        ),
        (
            START,
            (3, 3),
            "8/5(2) 6/3(2)",
            "8/5(2) 6/3",
            "The 3 must be played as often as possible: 4 times, not 3.",
        ),
    ],
)
def test_refusal_says_which_obligation(
    board: tuple[str, str], dice: tuple[int, int], good: str, text: str, sentence: str
) -> None:
    assert read(board, dice, good)
    with pytest.raises(IllegalPlay) as refusal:
        read(board, dice, text)
    assert str(refusal.value) == sentence
    assert refusal.value.message % refusal.value.values == sentence


UNREADABLE = [
    "",
    "   ",
    "8",
    "8/",
    "/5",
    "8//5",
    "8/5/",
    "8/5(0)",
    "8/5(5)",
    "8/5(22)",
    "8/5(",
    "8/5(-1)",
    "8/26",
    "99/5",
    "008/5",
    "-8/5",
    "8.0/5",
    "٨/٥",
    "８/５",
    "²/1",
    "8/5\x00",
    "\x00",
    "8/5 6/5\udcff",
    "8**/5",
    "*8/5",
    "8*/5",
    "8/5* *",
    "bar",
    "barr/22",
    "off",
    "hit",
    "double",
    "8/5;6/5",
    "<script>alert(1)</script>",
    "31",
    "8/5 61:",
    "%(item)s",
    "8/5 %s",
    "9" * 5000,
    "8/5 " * 1000,
    "/" * 120,
    "8/5" + "/4" * 58,
    "(" * 119,
    "*" * 119,
]


@pytest.mark.parametrize("text", UNREADABLE)
def test_unreadable_text_is_refused(text: str) -> None:
    assert read(START, (3, 1), "8/5 6/5")
    with pytest.raises((BadNotation, IllegalPlay)) as refusal:
        read(START, (3, 1), text)
    assert len(str(refusal.value)) < 120
    if text not in ("8/5" + "/4" * 58, "", "   "):
        assert refusal.type is BadNotation


@given(st.text(max_size=200) | st.text("0123456789/-*() barofhxn:>,%", max_size=60), rolls)
def test_any_text_is_a_play_or_a_refusal(text: str, dice: tuple[int, int]) -> None:
    start = position(*START)
    with contextlib.suppress(BadNotation, IllegalPlay, AmbiguousPlay):
        assert read_play(BACKGAMMON, start, dice, text).result in legal_plays(BACKGAMMON, start, dice)
