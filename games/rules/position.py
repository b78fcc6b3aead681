"""Where the checkers are: each side counted in its owner's own numbering (BRD-1 ... BRD-4)."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.rules.errors import BadPosition, gettext_noop

OFF: Final = 0
BAR: Final = 25
HAND: Final = 26
PLACES: Final = 27
CHECKERS: Final = 15

_PLACE_NAMES: Final = {"off": OFF, "bar": BAR, "hand": HAND} | {str(point): point for point in range(1, 25)}


class Position(NamedTuple):
    """Both sides' checkers: index 0 is off, 1 to 24 are the points, 25 is the bar, 26 the hand.

    `mine` belongs to the side that looks (usually the side on roll), `theirs` to the other;
    my point p is their point 25 - p. A named tuple, which is made, hashed and compared faster than
    a frozen dataclass: the generator and drafts do a great deal of that.

    >>> position("bar:1 1:14", "19:15").swapped() == position("19:15", "bar:1 1:14")
    True
    """

    mine: tuple[int, ...]
    theirs: tuple[int, ...]

    def swapped(self) -> Position:
        """The same board from the other side of the table."""
        return Position(self.theirs, self.mine)


def position(mine: str, theirs: str) -> Position:
    """A position written down: `place:count` for both sides; what is not named is off.

    >>> position("24:2 13:5 8:3 6:5", "bar:1 6:2").theirs[OFF]
    12
    """
    result = Position(_side(mine), _side(theirs))
    check_position(result)
    return result


def _side(text: str) -> tuple[int, ...]:
    counts = [0] * PLACES
    for item in text.split():
        place, _, count = item.partition(":")
        if place not in _PLACE_NAMES or not (count.isascii() and count.isdecimal() and len(count) <= 2):
            raise BadPosition(gettext_noop("“%(item)s” is not a place and a number of checkers."), item=item)
        counts[_PLACE_NAMES[place]] += int(count)
    if "off" not in text:
        counts[OFF] = CHECKERS - sum(counts)
    return tuple(counts)


def check_position(checked: Position) -> None:
    """Raise `BadPosition` unless BRD-4 holds: 15 checkers a side, no point held by both."""
    for side in (checked.mine, checked.theirs):
        if len(side) != PLACES or min(side) < 0 or sum(side) != CHECKERS:
            raise BadPosition(gettext_noop("Each side must have exactly 15 checkers."))
    for point in range(1, 25):
        if checked.mine[point] and checked.theirs[25 - point]:
            raise BadPosition(gettext_noop("Both sides have a checker on point %(point)s."), point=point)


def landing_place(source: int, die: int) -> int:
    """Where a die takes a checker: hand and bar both enter on 25 - die (BAR-2, AD-3).

    >>> landing_place(13, 6), landing_place(BAR, 3), landing_place(HAND, 3), landing_place(4, 6)
    (7, 22, 22, 0)
    """
    return max(min(source, BAR) - die, OFF)
