"""GNU Backgammon's position id: rules.md §4.5, the positions of §6, and what cannot be one."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.records.ids import position_id, read_position_id
from games.rules.errors import RuleError
from games.rules.position import Position, check_position, position

START = position("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
TRICKY = [  # T1 ... T20 of rules.md §6
    ("vPeAAwB/fwAAIA", "24:1 2:7 1:7", "12:3 5:4 4:4 3:4"),
    ("gO3ugAF/fwABAA", "11:1 2:7 1:7", "19:2 12:3 11:3 10:3 9:2 8:2"),
    ("OBsGAxsIAeD/Aw", "20:13 8:1 4:1", "23:2 22:2 16:2 11:2 7:2 6:2 4:3"),
    ("AODD9wF/fwAEAA", "13:1 2:7 1:7", "19:5 18:5 14:5"),
    ("AACwGUMAAAAAAA", "6:1 2:2", "24:2 22:2 21:2"),
    ("sHPwwQC/PwACQA", "bar:1 13:1 2:7 1:6", "18:2 13:5 8:3 6:3 5:2"),
    ("m+0MBgDg88EBYA", "bar:2 13:3 8:5 6:5", "13:2 8:2 6:3 5:2 4:2 2:2 1:2"),
    ("w9g+DAD/HwEAQA", "bar:1 4:1 1:13", "14:2 10:5 9:2 8:2 5:2 1:2"),
    ("3/cBAABjGwAAAA", "6:2 5:2 4:2 1:2", "3:5 2:5 1:5"),
    ("33cAAIAIAAAAAA", "5:1 2:1", "3:3 2:5 1:5"),
    ("AwAAkAQAAAAAAA", "6:1 4:1 2:1", "1:2"),
    ("/zsAADDMIQAAAA", "9:1 5:3 3:2", "24:2 2:3 1:10"),
    ("3wcAAEAAAAAAAA", "4:1", "2:5 1:5"),
    ("3wcACGCAAAAAAA", "10:1 2:2", "18:1 2:5 1:5"),
    ("IQAA8AQAAAAAAA", "4:1 2:4", "5:1 1:1"),
    ("AwYAwAoAAAAAAA", "4:1 3:1 2:2", "8:2 1:2"),
    ("G5s7AADcewAABA", "bar:1 6:4 5:4 4:3", "9:3 8:3 6:2 5:2 2:2 1:2"),
    ("8N4ZAAbg/xMAIA", "24:1 8:1 6:13", "21:2 9:2 7:3 6:4 5:4"),
    ("23YHCADg88EDQA", "bar:1 13:4 8:5 6:5", "14:1 6:3 5:3 4:2 3:2 2:2 1:2"),
    ("vDfABoA/+AMAEA", "24:1 6:7 1:7", "14:2 13:2 5:2 4:4 3:4"),
]


@pytest.mark.parametrize(("text", "mine", "theirs"), TRICKY)
def test_position_id_of_the_tricky_positions(text: str, mine: str, theirs: str) -> None:
    assert position_id(position(mine, theirs)) == text
    assert read_position_id(text) == position(mine, theirs)


def test_position_id_of_the_start() -> None:
    assert position_id(START) == "4HPwATDgc/ABMA"
    assert read_position_id("4HPwATDgc/ABMA") == START


def test_position_id_has_the_opponent_first() -> None:
    """Bug case F-1: the split of the player on roll and of the other are two ids."""
    split = "24:1 18:1 13:5 8:3 6:5"
    rest = "24:2 13:5 8:3 6:5"
    assert position_id(position(split, rest)) == position_id(position(rest, split).swapped())
    assert read_position_id("4HPwATDQc/ABMA").theirs == START.mine
    assert read_position_id("0HPwATDgc/ABMA").mine == START.mine
    assert read_position_id("4HPwATDQc/ABMA") == read_position_id("0HPwATDgc/ABMA").swapped()


def test_position_id_of_an_empty_and_of_a_full_board() -> None:
    everybody_off = position("", "")
    assert read_position_id(position_id(everybody_off)) == everybody_off
    on_the_bar = position("bar:15", "6:15")
    assert read_position_id(position_id(on_the_bar)) == on_the_bar


def test_position_id_has_no_place_for_a_hand() -> None:
    with pytest.raises(ValueError, match="hand"):
        position_id(position("hand:15", "hand:15"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "14 characters"),
        ("4HPwATDgc/ABM", "14 characters"),
        ("4HPwATDgc/ABMAA", "14 characters"),
        ("4HPwATDgc/ABMA==", "14 characters"),
        ("4HPwATDgc/AB A", "only letters"),
        ("4HPwATDgc_ABMA", "only letters"),
        ("4HPwATDgc/ABMé", "only letters"),
        ("4HPwATDgc/ABM=", "only letters"),
        ("4HPwATDgc/ABMB", "last character"),
        ("/" * 14, "last character"),  # bug case F-3
        ("/" * 13 + "w", "15 checkers"),
        ("AAAAAAAAABAAAA", "more in it"),
        ("AAAAAAAAAAAAgA", "more in it"),
    ],
)
def test_position_id_that_is_none(text: str, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        read_position_id(text)


def test_position_id_of_a_point_held_by_both() -> None:
    both = Position((14, *(0,) * 5, 1, *(0,) * 20), (14, *(0,) * 18, 1, *(0,) * 7))
    assert read_position_id(position_id(position("6:1", "18:1"))) == position("6:1", "18:1")
    with pytest.raises(RuleError, match="point 6"):
        read_position_id(position_id(both))


def test_position_id_of_two_shut_out_players() -> None:
    closed = "bar:1 6:2 5:2 4:2 3:2 2:2 1:2"
    assert read_position_id(position_id(position(closed, "bar:1 6:12"))).mine[25] == 1
    with pytest.raises(RuleError, match="shut out"):
        read_position_id(position_id(position(closed, closed)))


@given(st.text(alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", min_size=14, max_size=14))
def test_position_id_read_is_written_again_or_refused(text: str) -> None:
    """No two texts are one position, and nothing impossible is read (bug case F-3)."""
    with suppress(RuleError):
        read = read_position_id(text)
        check_position(read)
        assert position_id(read) == text


@given(st.text(max_size=20))
def test_position_id_of_any_text_is_read_or_refused(text: str) -> None:
    with suppress(RuleError):
        assert position_id(read_position_id(text)) == text
