"""GNU Backgammon's match id: rules.md §4.6."""

from base64 import b64encode
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.records.ids import Situation, Status, match_id, read_match_id
from games.rules.errors import BadNotation
from games.rules.game import Cube, Seat
from tests.rules.boards import BLACK, START, WHITE

# Player 0 is White, player 1 Black.
VECTORS = {
    "QYkqASAAIAAA": Situation(
        START, BLACK, (5, 2), Cube(2, WHITE), length=9, score=(2, 4), jacoby=True
    ),  # from before the Jacoby bit
    "cIkKAAAAAAAA": Situation(START, BLACK, (5, 2), jacoby=True),
    "UQnvACAAGAAE": Situation(START, BLACK, (6, 3), Cube(2, BLACK), length=7, score=(2, 3)),
    "8AngACAAMAAE": Situation(START, BLACK, length=7, score=(2, 6), crawford=True),
}


@pytest.mark.parametrize(("text", "situation"), VECTORS.items())
def test_match_id_vectors(text: str, situation: Situation) -> None:
    assert match_id(situation) == text
    assert read_match_id(text, START) == situation


def test_match_id_does_not_depend_on_the_order_of_the_dice() -> None:
    """Bug case F-4."""
    assert match_id(Situation(START, WHITE, (3, 1))) == match_id(Situation(START, WHITE, (1, 3)))


def test_match_id_of_a_pending_double() -> None:
    """The doubler is on roll, the other decides."""
    doubled = Situation(START, WHITE, turned=1, length=5)
    text = match_id(doubled)
    assert text is not None
    read = read_match_id(text, START)
    assert (read.turned, read.on_roll, read.to_act) == (1, WHITE, BLACK)


def test_match_id_of_a_pending_resignation() -> None:
    resigning = Situation(START, BLACK, (6, 4), resigned=2, length=5)
    text = match_id(resigning)
    assert text is not None
    read = read_match_id(text, START)
    assert (read.resigned, read.on_roll, read.to_act) == (2, BLACK, WHITE)


def test_match_id_without_room_is_none() -> None:
    """Cubes above 32768, scores above 32767, beavers: the id is left out."""
    fits = Situation(START, WHITE, cube=Cube(2**15, WHITE), length=0, score=(32767, 0))
    assert match_id(fits) is not None
    assert match_id(replace(fits, cube=Cube(2**16, WHITE))) is None
    assert match_id(replace(fits, score=(0, 32768))) is None
    assert match_id(replace(fits, cube=Cube(), turned=2)) is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "12 characters"),
        ("cIkKAAAAAAA", "12 characters"),
        ("cIkKAAAAAAA=", "only letters"),
        ("cIkKAAAA AAA", "only letters"),
        ("AAAAAAAAAAAA", "own that cube"),
        ("IAAAAAAAAAAA", "own that cube"),
        ("cAF/AAAAAAAA", "dice"),
        ("cAEKAAAAAACA", "flags"),
        ("cAcAAAAAAAAA", "flags"),
        ("cAkAAAAAAAD4", "flags"),
        ("MAkAAAAAAAAA", "decide"),
    ],
)
def test_match_id_that_is_none(text: str, sentence: str) -> None:
    with pytest.raises(BadNotation, match=sentence):
        read_match_id(text, START)


situations = st.builds(
    Situation,
    position=st.just(START),
    on_roll=st.sampled_from(Seat),
    dice=st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)).map(lambda dice: (max(dice), min(dice))),
    cube=st.just(Cube()) | st.builds(Cube, st.integers(1, 15).map(lambda log: 2**log), st.sampled_from(Seat)),
    turned=st.integers(0, 1),
    length=st.integers(0, 32767),
    score=st.tuples(st.integers(0, 32767), st.integers(0, 32767)),
    crawford=st.booleans(),
    jacoby=st.booleans(),
    status=st.sampled_from(Status),
)


@given(situations)
def test_match_id_round_trip(situation: Situation) -> None:
    text = match_id(situation)
    assert text is not None
    assert read_match_id(text, START) == situation


@given(st.binary(min_size=9, max_size=9))
def test_match_id_of_any_bits_is_read_or_refused(raw: bytes) -> None:
    with suppress(BadNotation):
        read = read_match_id(b64encode(raw).decode(), START)
        again = match_id(read)
        assert again is not None
        larger_first = read.dice and (max(read.dice), min(read.dice))
        assert read_match_id(again, START) == replace(read, dice=larger_first)
