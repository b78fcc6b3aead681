"""Sets of places as bit masks: bit i stands for place i. Off (place 0) is in none of them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.rules.position import BAR, HAND, OFF, PLACES

BIT: Final = tuple(0 if place == OFF else 1 << place for place in range(PLACES))
POINTS: Final = sum(BIT[1:BAR])
EVERYWHERE: Final = sum(BIT)
OUTSIDE_HOME: Final = sum(BIT[7:])

_BOARD_AND_BAR: Final = POINTS | BIT[BAR]
# One character for each number of checkers, so that a side becomes a mask by reading it as a binary number.
_SOME: Final = b"0" + b"1" * 255
_ONE: Final = b"01" + b"0" * 254
_OPEN: Final = b"11" + b"0" * 254


def occupied(side: bytes) -> int:
    """The places where a side has checkers.

    >>> occupied(bytes([13, 0, 2])) == BIT[2]
    True
    """
    return int(side[::-1].translate(_SOME), 2) & EVERYWHERE


def open_points(theirs: bytes) -> int:
    """The points, in my numbering, that the other side does not hold (MOVE-1)."""
    # Read from the left, their point p is bit 24 - p; in my numbering it is 25 - p.
    return int(theirs[:BAR].translate(_OPEN), 2) << 1 & POINTS


def blots(theirs: bytes) -> int:
    """The points, in my numbering, where the other side has a single checker (HIT-1)."""
    return int(theirs[:BAR].translate(_ONE), 2) << 1 & POINTS


def sources_onto(points: int, die: int) -> int:
    """The places from which a die leads onto one of these points; hand and bar enter alike."""
    shifted = points << die
    return shifted & _BOARD_AND_BAR | (shifted & BIT[BAR]) << HAND - BAR


@lru_cache(maxsize=1 << 14)
def places_in(mask: int) -> tuple[int, ...]:
    """The places of a mask, the highest first; looked up, because the same few masks come again and again.

    >>> places_in(BIT[6] | BIT[24])
    (24, 6)
    """
    return tuple(place for place in range(mask.bit_length() - 1, -1, -1) if mask >> place & 1)
