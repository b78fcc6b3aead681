"""XGID: rules.md §4.7."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.records.ids import Situation, read_position_id, read_xgid, xgid
from games.rules.errors import RuleError
from games.rules.game import Cube, Seat
from games.rules.position import position
from tests.rules.boards import BLACK, START, WHITE

START_TEXT = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
FIELDS = START_TEXT.split(":")


def with_field(index: int, value: str) -> str:
    """The start with one field changed."""
    return ":".join([*FIELDS[:index], value, *FIELDS[index + 1 :]])


def test_xgid_of_the_start() -> None:
    assert xgid(Situation(START, WHITE)) == START_TEXT
    assert xgid(Situation(START, BLACK)) == START_TEXT
    assert read_xgid(START_TEXT) == Situation(START, BLACK)


def test_xgid_of_t17() -> None:
    text = "XGID=----CDD---------cc-bb--bbA:0:0:1:43:0:0:0:0:10"
    read = read_xgid(text)
    assert (read.position, read.dice) == (read_position_id("G5s7AADcewAABA"), (4, 3))
    assert xgid(read) == text


def test_xgid_with_the_top_player_on_roll() -> None:
    """Bug case F-7: capitals stay the bottom player's, with him 3 points and the 2-cube; the top player rolled."""
    text = "XGID=-b----E-C---eE---c-e----B-:1:1:-1:63:3:2:0:7:10"
    read = read_xgid(text)
    assert (read.on_roll, read.dice, read.cube) == (WHITE, (6, 3), Cube(2, BLACK))
    assert (read.length, read.score) == (7, (2, 3))
    assert xgid(read, bottom=BLACK) == text
    assert xgid(read) == "XGID=-b----E-C---eE---c-e----B-:1:-1:1:63:2:3:0:7:10"


def test_xgid_turns_the_board_with_the_players() -> None:
    """On roll at the bottom by default, whoever it is."""
    board = position("24:1 18:1 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
    expected = "XGID=-b----E-C---eE---cAe----A-:0:0:1:00:0:0:0:0:10"
    assert xgid(Situation(board, WHITE)) == xgid(Situation(board, BLACK)) == expected
    assert xgid(Situation(board, WHITE), bottom=BLACK) == "XGID=-a----EaC---eE---c-e----B-:0:0:-1:00:0:0:0:0:10"


def test_xgid_cube_is_an_exponent() -> None:
    """Bug case F-6."""
    assert read_xgid(with_field(1, "3").replace(":3:0:", ":3:1:")).cube == Cube(8, BLACK)


@pytest.mark.parametrize(("letter", "turned"), [("D", 1), ("B", 2), ("R", 3)])
def test_xgid_keeps_a_pending_offer(letter: str, turned: int) -> None:
    """Bug case F-9."""
    text = with_field(4, letter)
    read = read_xgid(text)
    assert (read.turned, read.dice) == (turned, None)
    assert xgid(read) == text


def test_xgid_keeps_the_highest_cube() -> None:
    """Bug case F-10: ids that differ there stay different."""
    text = with_field(9, "6")
    assert xgid(read_xgid(text)) == text != START_TEXT


@pytest.mark.parametrize(
    ("rules", "length", "crawford", "jacoby", "beavers"),
    [
        ("0", "0", False, False, False),
        ("1", "0", False, True, False),
        ("2", "0", False, False, True),
        ("3", "0", False, True, True),
        ("0", "7", False, False, False),
        ("1", "7", True, False, False),
    ],
)
def test_xgid_rules_of_matches_and_sessions(
    rules: str, length: str, crawford: bool, jacoby: bool, beavers: bool
) -> None:
    text = ":".join([*FIELDS[:7], rules, length, "10"])
    read = read_xgid(text)
    assert (read.crawford, read.jacoby, read.beavers) == (crawford, jacoby, beavers)
    assert xgid(read) == text


def test_xgid_prefix_and_spaces_are_free() -> None:
    assert read_xgid(f"  {START_TEXT.removeprefix('XGID=')}\n") == read_xgid(START_TEXT)


def test_xgid_without_room_is_none() -> None:
    fits = Situation(START, WHITE, cube=Cube(2**70, WHITE), score=(10**39, 0))
    assert xgid(fits) is not None
    assert xgid(replace(fits, resigned=1)) is None
    assert xgid(replace(fits, turned=4)) is None
    assert xgid(replace(fits, cube=Cube(2**1000, WHITE))) is None
    assert xgid(replace(fits, score=(10**40, 0))) is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "ten parts"),
        ("XGID=", "ten parts"),
        (START_TEXT + ":0", "ten parts"),
        (START_TEXT.replace("-b---", "-b--"), "26 signs"),
        (START_TEXT.replace("-b---", "-p---"), "26 signs"),
        (START_TEXT.replace("=-b", "=Ab"), "wrong bar"),
        (START_TEXT.replace("B-:", "Ba:"), "wrong bar"),
        ("XGID=-a-B--C-dE---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "26 signs"),  # from a tool's own manual
        (START_TEXT.replace("-b---", "-d---"), "15 checkers"),
        ("XGID=aBBBBBB------------bbbbbbA:0:0:1:00:0:0:0:0:10", "shut out"),
        (with_field(1, "-1"), "no number"),
        (with_field(1, "9999"), "no number"),
        (with_field(1, "٣"), "no number"),
        (with_field(2, "1"), "own that cube"),
        (with_field(2, "2"), "does not fit"),
        (with_field(3, "0"), "does not fit"),
        (with_field(4, "07"), "no dice"),
        (with_field(4, "10"), "no dice"),
        (with_field(4, ""), "no dice"),
        (with_field(4, "DD"), "no dice"),
        (with_field(5, "x"), "no number"),
        (with_field(6, "9" * 41), "no number"),
        (with_field(7, "4"), "does not fit"),
        (with_field(8, "-7"), "no number"),
        (with_field(9, ""), "no number"),
    ],
)
def test_xgid_that_is_none(text: str, sentence: str) -> None:
    assert read_xgid(START_TEXT)
    with pytest.raises(RuleError, match=sentence):
        read_xgid(text)


numbers = st.integers(0, 10**12)
situations = st.builds(
    Situation,
    position=st.just(START),
    on_roll=st.sampled_from(Seat),
    dice=st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)).map(lambda dice: (max(dice), min(dice))),
    cube=st.just(Cube()) | st.builds(Cube, st.integers(1, 99).map(lambda log: 2**log), st.sampled_from(Seat)),
    length=st.integers(1, 99),
    score=st.tuples(numbers, numbers),
    crawford=st.booleans(),
    max_cube_log2=st.integers(0, 99),
)


@given(situations)
def test_xgid_round_trip(situation: Situation) -> None:
    text = xgid(situation, bottom=BLACK)
    assert text is not None
    assert read_xgid(text) == situation


@given(st.text(max_size=60) | st.text(alphabet="-ABOabo:0123XGID=", max_size=60))
def test_xgid_of_any_text_is_read_or_refused(text: str) -> None:
    with suppress(RuleError):
        assert xgid(read_xgid(text)) is not None
