"""The bands of fair dice, against values that were reckoned with bc and exact binomial sums."""

from fractions import Fraction
from math import comb

import pytest

from games.rules.bands import LEAST_ROLLS, Figure, figures, outside_by_chance
from games.rules.tally import Tally

# Of 600 rolls, or 1200 dice, by hand: sqrt(1/6 * 5/6 / 1200) = 0.0107583, of which the table of the normal
# distribution has 99 % within 2.575829 on both sides: 0.0277115. For 600 doubles or not: 0.0152145 and 0.0391900.
FACES_600 = (0.1389552, 0.1943782)
DOUBLES_600 = (0.1274767, 0.2058567)


def of_rolls(rolls: int, **more: int | float) -> Tally:
    """A tally of that many rolls in which every face came as often."""
    face, doubles = rolls // 3, rolls // 6
    return Tally(rolls=rolls, doubles=doubles, faces=(face,) * 6, **more)  # type: ignore[arg-type]


def test_the_bands_of_faces_and_doubles() -> None:
    shown = figures(of_rolls(600))
    for face in shown.faces:
        assert face.band is not None
        assert (face.band.low, face.band.high) == pytest.approx(FACES_600, abs=2e-7)
        assert (face.number, face.observed) == (1200, 200)
        assert face.share == pytest.approx(1 / 6)
    assert shown.doubles.band is not None
    assert (shown.doubles.band.low, shown.doubles.band.high) == pytest.approx(DOUBLES_600, abs=2e-7)
    assert (shown.doubles.number, shown.doubles.observed) == (600, 100)


def test_the_band_of_entering() -> None:
    """120 rolls of chance 3/4 and 80 of 8/9: 90 + 71.1111 expected, of variance 22.5 + 7.90123 = 30.40123.

    2.575829 times its root, 5.513731, is 14.20243: 161.1111 - 14.2024 = 146.9087 and 161.1111 + 14.2024 = 175.3135.
    """
    expected, variance = 120 * 3 / 4 + 80 * 8 / 9, 120 * 3 / 16 + 80 * 8 / 81
    entering = figures(
        of_rolls(600, entries=200, entered=147, entries_expected=expected, entries_variance=variance)
    ).entering
    assert entering.band is not None
    assert (entering.band.low * 200, entering.band.high * 200) == pytest.approx((146.9087, 175.3135), abs=1e-4)
    assert entering.expected_share == pytest.approx(0.8055556)
    assert entering.is_inside
    assert entering.deviation == pytest.approx((147 - 161.1111) / 14.20243, abs=1e-5)


def test_what_is_inside_and_what_is_not() -> None:
    """The band of 1200 dice is 166.75 to 233.25 of each face, of 600 rolls 76.49 to 123.51 doubles."""
    lucky = Tally(rolls=600, doubles=124, faces=(166, 167, 200, 201, 233, 234))
    shown = figures(lucky)
    assert [face.is_inside for face in shown.faces] == [False, True, True, True, True, False]
    assert shown.doubles.is_inside is False
    assert shown.faces[0].deviation == pytest.approx(-34 / 33.2538, abs=1e-4)
    assert figures(Tally(rolls=600, doubles=123, faces=(200,) * 6)).doubles.is_inside
    assert [figures(Tally(rolls=600, doubles=few, faces=(200,) * 6)).doubles.is_inside for few in (76, 77)] == [
        False,
        True,
    ]


@pytest.mark.parametrize("rolls", [LEAST_ROLLS, 150, 365, 1000, 4321])
def test_the_normal_distribution_is_near_enough_to_the_binomial(rolls: int) -> None:
    """Of the exact distribution of the number of doubles, and of a face, close to 99 % lies in the band."""
    for shown in (figures(of_rolls(rolls)).doubles, figures(of_rolls(rolls)).faces[0]):
        assert 0.986 < exactly_inside(shown) < 0.993


def exactly_inside(figure: Figure) -> float:
    """How likely a fair number of sixths falls into the band, summed exactly."""
    assert figure.band is not None
    low, high, number = figure.band.low, figure.band.high, figure.number
    hits = (count for count in range(number + 1) if low <= count / number <= high)
    return float(sum(Fraction(comb(number, count) * 5 ** (number - count), 6**number) for count in hits))


def test_too_few_rolls_tell_nothing() -> None:
    one_less = figures(of_rolls(LEAST_ROLLS - 1))
    assert [figure.band for figure in one_less.all] == [None] * 8
    assert {(figure.is_inside, figure.deviation) for figure in one_less.all} == {(None, None)}
    enough = figures(of_rolls(LEAST_ROLLS, entries=99, entered=74, entries_expected=74.25, entries_variance=18.5))
    assert [figure.band is None for figure in enough.all] == [False] * 7 + [True]
    nothing = figures(Tally())
    assert [(figure.share, figure.expected_share, figure.is_inside) for figure in nothing.all] == [(0, 0, None)] * 8


def test_entering_that_is_sure_tells_nothing() -> None:
    """Against an open home all of a thousand rolls enter, whatever the dice are."""
    sure = of_rolls(3000, entries=1000, entered=1000, entries_expected=1000.0, entries_variance=0.0)
    assert figures(sure).entering.is_inside is None


def test_one_of_eight_numbers_is_often_outside() -> None:
    """0.99 ** 8 = 0.92274, so 7.7 % or one in 12.9 have one outside; of one number it is one in a hundred."""
    assert outside_by_chance(8) == pytest.approx(0.0772553, abs=1e-6)
    assert outside_by_chance(1) == pytest.approx(0.01)
