"""SET-4: the vectors of rules.md, the faults of bug_cases.md E-18, and what holds for every match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.rating import START_RATING, change, is_rated_length

ratings = st.floats(0, 5000)
experiences = st.integers(0, 100_000)
lengths = st.integers(1, 99)


@pytest.mark.parametrize(
    ("rating", "experience", "opponent", "length", "won", "expected"),
    [
        (1500, 400, 1500, 1, True, 2.000),
        (1500, 5000, 1500, 1, False, -2.000),
        (1500, 0, 1500, 5, True, 22.361),
        (1500, 0, 1500, 5, False, -22.361),
        (1700, 1000, 1500, 7, True, 3.728),
        (1500, 1000, 1700, 7, False, -3.728),
        (1500, 50, 1700, 7, True, 30.849),
        (1700, 1000, 1500, 7, False, -6.855),
    ],
)
def test_change_vectors(
    rating: float, experience: int, opponent: float, length: int, won: bool, expected: float
) -> None:
    assert change(rating, experience, opponent, length, won) == pytest.approx(expected, abs=0.0005)


def test_change_underdog_gains_more_than_the_favourite() -> None:
    """Bug case E-18: the difference of the ratings is taken without its sign."""
    assert change(1500, 400, 1700, 1, True) > 2 > change(1700, 400, 1500, 1, True) > 0


@given(ratings, ratings, experiences, lengths)
def test_change_of_equal_experience_cancels(first: float, second: float, both: int, length: int) -> None:
    won = change(first, both, second, length, True)
    lost = change(second, both, first, length, False)
    assert won == pytest.approx(-lost)
    assert won >= 0


@given(ratings, ratings, lengths)
def test_change_win_and_loss_together_are_the_whole_stake(first: float, second: float, length: int) -> None:
    """What is won and what would have been lost are the two sides of one probability."""
    span = change(first, 400, second, length, True) - change(first, 400, second, length, False)
    assert span == pytest.approx(4 * length**0.5)


def test_change_of_monstrous_ratings_does_not_overflow() -> None:
    assert change(1e9, 400, START_RATING, 99, True) == 0
    assert change(START_RATING, 400, 1e9, 1, True) == pytest.approx(4)


@pytest.mark.parametrize("length", [0, 100, -1])
def test_change_of_an_unrated_length_is_refused(length: int) -> None:
    assert is_rated_length(1)
    assert is_rated_length(99)
    assert not is_rated_length(length)
    with pytest.raises(ValueError, match="not rated"):
        change(1500, 0, 1500, length, True)
