"""The fast core: every final position of a roll, and one way to reach it.

How it works. The mover's checkers are one integer, a byte for each place, and above them a
bit for each point where he has hit; a step is one addition. Which places he occupies, may land
on and may hit are bit masks. The variant answers one question (`movable`); the dice obligations
(MOVE-5 ... MOVE-10) are dealt with here, for complete plays:

* mixed rolls: both orders of the dice are tried to their end (MOVE-6, MOVE-7, MOVE-8, MOVE-11);
* doubles: steps are taken from high places to low ones, one level of steps after the other, and
  the last level that holds anything is the result (MOVE-9). Every play can be arranged like
  that: a step from a higher place is never made impossible by doing it earlier, and never makes
  one from a lower place impossible.
"""

from __future__ import annotations

from typing import Final

from games.rules.position import BAR, HAND, PLACES, Position, landing_place
from games.rules.steps import after_hits
from games.rules.variants.base import Variant

# A way to a result: source, die, source, die, ... in the order of playing.
Path = tuple[int, ...]

_HITS_AT: Final = 8 * PLACES  # the first bit above the mover's checkers
_BYTES: Final = _HITS_AT // 8 + 4
_COUNT: Final = 0xFF
_UP_TO_BAR: Final = (1 << BAR + 1) - 1
_UP_TO_HAND: Final = (1 << HAND + 1) - 1
_ALLOWED: Final = tuple(_UP_TO_HAND if place == BAR else (2 << place) - 1 for place in range(PLACES))


def _bits(mask: int) -> tuple[int, ...]:
    return tuple(place for place in range(mask.bit_length() - 1, -1, -1) if mask >> place & 1)


# The places of a mask, highest first, nine at a time: a lookup is much faster than a loop.
_LOW: Final = tuple(_bits(chunk) for chunk in range(1 << 9))
_MIDDLE: Final = tuple(_bits(chunk << 9) for chunk in range(1 << 9))
_HIGH: Final = tuple(_bits(chunk << 18) for chunk in range(1 << 9))

_TARGET: Final = tuple(tuple(landing_place(place, die) for place in range(PLACES)) for die in range(7))
# What a step adds to the packed position; a hit adds more.
_MOVE: Final = tuple(
    tuple((1 << 8 * _TARGET[die][place]) - (1 << 8 * place) for place in range(PLACES)) for die in range(7)
)
_BIT: Final = tuple(1 << place if place else 0 for place in range(PLACES))  # off is in no mask


def places(mask: int) -> tuple[int, ...]:
    """The places in a mask, the highest first."""
    return _HIGH[mask >> 18] + _MIDDLE[mask >> 9 & 511] + _LOW[mask & 511]


def _sources_onto(points: int, die: int) -> int:
    """The places from which a die leads onto one of these points."""
    return points << die & _UP_TO_BAR | (points >> BAR - die & 1) << HAND


class _Search:
    """One roll from one position; `mixed` and `double` give {packed result: path}."""

    __slots__ = ("_blots", "_key", "_mine", "_movable", "_open", "_own", "_theirs")

    def __init__(self, variant: Variant, start: Position) -> None:
        self._movable = variant.movable
        self._mine, self._theirs = mine, theirs = start.mine, start.theirs
        self._key = int.from_bytes(bytes(mine), "little")
        self._own = sum([_BIT[place] for place in range(PLACES) if mine[place]])
        self._open = sum([_BIT[25 - place] for place in range(1, BAR) if theirs[place] <= 1])
        self._blots = sum([_BIT[25 - place] for place in range(1, BAR) if theirs[place] == 1])

    def mixed(self, high: int, low: int) -> tuple[int, dict[int, Path]]:
        """Both orders; a second step that was possible first has been seen the other way round."""
        found: dict[int, Path] = {}
        high_only = self._one_order(high, low, found, 0)
        low_only = self._one_order(
            low, high, found, self._movable(self._own, _sources_onto(self._open, high), high)
        )
        if found:
            return 2, found
        return (1, high_only or low_only) if high_only or low_only else (0, {self._key: ()})

    def _one_order(self, first: int, second: int, found: dict[int, Path], seen: int) -> dict[int, Path]:
        movable, mine, own, blots = self._movable, self._mine, self._own, self._blots
        move, targets, next_move = _MOVE[first], _TARGET[first], _MOVE[second]
        landing = _sources_onto(self._open, second)
        unseen = ~seen
        alone: dict[int, Path] = {}
        for source in places(movable(own, _sources_onto(self._open, first), first)):
            target = targets[source]
            key = self._key + move[source]
            left = blots
            if blots & _BIT[target]:
                key += 1 << _HITS_AT + target
                left ^= _BIT[target]
            alone[key] = (source, first)
            now = (own if mine[source] > 1 else own ^ _BIT[source]) | _BIT[target]
            sources = movable(now, landing, second) & unseen
            if not sources:
                continue
            hitting = left and sources & _sources_onto(left, second)
            for place in places(sources):
                result = key + next_move[place]
                if hitting and hitting & _BIT[place]:
                    result += 1 << _HITS_AT + _TARGET[second][place]
                found[result] = (source, first, place, second)
        return alone

    def double(self, die: int) -> tuple[int, dict[int, Path]]:
        """Level by level, the highest places first; the bar does not bind the order (BAR-1 does)."""
        movable, move, targets = self._movable, _MOVE[die], _TARGET[die]
        landing = _sources_onto(self._open, die)
        level: list[tuple[int, int, int, int, Path]] = [(self._key, self._own, self._blots, _UP_TO_HAND, ())]
        used = 0
        while used < 4:
            following: list[tuple[int, int, int, int, Path]] = []
            for key, own, blots, allowed, path in level:
                for source in places(movable(own, landing, die) & allowed):
                    target = targets[source]
                    result = key + move[source]
                    left = blots
                    if blots & _BIT[target]:
                        result += 1 << _HITS_AT + target
                        left ^= _BIT[target]
                    now = own | _BIT[target]
                    if not result >> 8 * source & _COUNT:
                        now ^= _BIT[source]
                    following.append((result, now, left, _ALLOWED[source], path + (source, die)))
            if not following:
                break
            used += 1
            level = following
        return used, {key: path for key, _, _, _, path in level}

    def unpack(self, found: dict[int, Path]) -> tuple[Position, ...]:
        """The packed results as positions, in the same order."""
        theirs = {0: self._theirs}
        for hits in {key >> _HITS_AT for key in found} - {0}:
            theirs[hits] = after_hits(self._theirs, places(hits))
        return tuple(
            [
                Position(tuple(key.to_bytes(_BYTES, "little")[:PLACES]), theirs[key >> _HITS_AT])
                for key in found
            ]
        )


def search(
    variant: Variant, start: Position, dice: tuple[int, int]
) -> tuple[int, tuple[Position, ...], tuple[Path, ...]]:
    """How many dice must be used, every final position, and for each one way to reach it."""
    one_roll = _Search(variant, start)
    high, low = max(dice), min(dice)
    used, found = one_roll.double(high) if high == low else one_roll.mixed(high, low)
    return used, one_roll.unpack(found), tuple(found.values())
