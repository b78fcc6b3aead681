"""How far chance alone leads: the bands that the numbers of fair dice fall in, 99 times of 100."""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Final

from games.rules.tally import ROLLS, Tally

CONFIDENCE: Final = 0.99
# Of a normal distribution that much lies within so many standard deviations of its middle, on both sides.
REACH: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
# With fewer rolls the normal distribution is too far from the true one, and the band too wide to tell anything.
LEAST_ROLLS: Final = 100
# The same for entering, where a roll that was nearly sure to enter, or not to, tells little.
LEAST_VARIANCE: Final = 10.0
FACE: Final = 1 / 6
DOUBLE: Final = 6 / ROLLS


@dataclass(frozen=True, slots=True)
class Band:
    """Between which shares fair dice fall."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Figure:
    """How often something happened in `number` cases, and how often it should have; no band: too few to tell."""

    observed: int
    number: int
    expected: float
    band: Band | None

    @property
    def share(self) -> float:
        """Of all cases."""
        return self.observed / self.number if self.number else 0.0

    @property
    def expected_share(self) -> float:
        """What it should be near to."""
        return self.expected / self.number if self.number else 0.0

    @property
    def is_inside(self) -> bool | None:
        """Whether chance alone explains it easily; None: nobody can tell yet."""
        return None if self.band is None else self.band.low <= self.share <= self.band.high

    @property
    def deviation(self) -> float | None:
        """How far it is from what is expected, in halves of its band: from -1 to 1 inside."""
        if self.band is None:
            return None
        return (self.share - self.expected_share) / ((self.band.high - self.band.low) / 2)


@dataclass(frozen=True, slots=True)
class Figures:
    """The eight numbers of a tally that fair dice keep within their bands."""

    faces: tuple[Figure, ...]
    doubles: Figure
    entering: Figure

    @property
    def all(self) -> tuple[Figure, ...]:
        """All of them, the faces first."""
        return (*self.faces, self.doubles, self.entering)


def figures(tally: Tally) -> Figures:
    """What a tally shows of the dice."""
    is_enough = tally.rolls >= LEAST_ROLLS
    return Figures(
        faces=tuple(_of_chance(observed, 2 * tally.rolls, FACE, is_enough=is_enough) for observed in tally.faces),
        doubles=_of_chance(tally.doubles, tally.rolls, DOUBLE, is_enough=is_enough),
        entering=_figure(
            tally.entered,
            tally.entries,
            tally.entries_expected,
            tally.entries_variance,
            is_enough=tally.entries >= LEAST_ROLLS and tally.entries_variance >= LEAST_VARIANCE,
        ),
    )


def outside_by_chance(number: int) -> float:
    """How likely fair dice have at least one of so many independent numbers outside its band.

    >>> round(1 / outside_by_chance(8), 1)
    12.9
    """
    return float(1 - CONFIDENCE**number)


def _of_chance(observed: int, number: int, chance: float, *, is_enough: bool) -> Figure:
    """Cases that are all alike: a binomial distribution, taken for the normal one of the same width."""
    return _figure(observed, number, number * chance, number * chance * (1 - chance), is_enough=is_enough)


def _figure(observed: int, number: int, expected: float, variance: float, *, is_enough: bool) -> Figure:
    band = None
    if is_enough:
        middle, reach = expected / number, REACH * sqrt(variance) / number
        band = Band(middle - reach, middle + reach)
    return Figure(observed, number, expected, band)
