"""Sets of places as bit masks: bit i stands for place i. Off (place 0) is in none of them."""

from __future__ import annotations

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


def occupied(side: tuple[int, ...]) -> int:
    """The places where a side has checkers.

    >>> occupied((13, 0, 2) + (0,) * 24) == BIT[2]
    True
    """
    return int(bytes(side)[::-1].translate(_SOME), 2) & EVERYWHERE


def open_points(theirs: tuple[int, ...]) -> int:
    """The points, in my numbering, that the other side does not hold (MOVE-1)."""
    # Read from the left, their point p is bit 24 - p; in my numbering it is 25 - p.
    return int(bytes(theirs[:BAR]).translate(_OPEN), 2) << 1 & POINTS


def blots(theirs: tuple[int, ...]) -> int:
    """The points, in my numbering, where the other side has a single checker (HIT-1)."""
    return int(bytes(theirs[:BAR]).translate(_ONE), 2) << 1 & POINTS


def sources_onto(points: int, die: int) -> int:
    """The places from which a die leads onto one of these points; hand and bar enter alike."""
    shifted = points << die
    return shifted & _BOARD_AND_BAR | (shifted & BIT[BAR]) << HAND - BAR


def _scan(mask: int) -> tuple[int, ...]:
    return tuple(place for place in range(mask.bit_length() - 1, -1, -1) if mask >> place & 1)


# Nine places at a time: looking the places of a mask up is much faster than finding them.
_LOW: Final = tuple(_scan(chunk) for chunk in range(1 << 9))
_MIDDLE: Final = tuple(_scan(chunk << 9) for chunk in range(1 << 9))
_HIGH: Final = tuple(_scan(chunk << 18) for chunk in range(1 << 9))


def places_in(mask: int) -> tuple[int, ...]:
    """The places of a mask, the highest first.

    >>> places_in(BIT[6] | BIT[24])
    (24, 6)
    """
    return _HIGH[mask >> 18] + _MIDDLE[mask >> 9 & 511] + _LOW[mask & 511]
