"""The fast core: every final position of a roll, and one way to reach each.

How it works. The mover's checkers are one integer, a byte for each place, and above them a bit for
each point where he has hit; a step is one addition. Where he has checkers, where he may land and
where he hits are bit masks of places. The variant answers one question, `movable`; the obligations
of the dice (MOVE-5 ... MOVE-11) are dealt with here, over complete plays:

* A mixed roll is played to its end in both orders (MOVE-6, MOVE-7, MOVE-8).
* A double is played from high places to low ones, one level of steps after the other, and the last
  level that holds anything is the result (MOVE-9). Every play can be put into that order: a step
  from a higher place that was possible later is possible earlier, and bars none from a lower place.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from struct import Struct
from typing import Any, Final

from games.rules.masks import BIT, EVERYWHERE, blots, occupied, open_points, places_in, sources_onto
from games.rules.position import BAR, PLACES, Position, landing_place
from games.rules.steps import after_hits
from games.rules.variants.base import Variant

Path = tuple[Any, int, int] | None
"""A way to a result, its last step first: (the way before, source, die); None where it begins."""

_DICE: Final = range(7)  # tables are indexed by the die itself; entry 0 is not used
_HITS_AT: Final = 8 * PLACES  # the first bit above the mover's checkers
_PACKED_BYTES: Final = PLACES + 4
_unpack: Final = Struct(f"{PLACES}B4x").unpack
_COUNT: Final = 0xFF
# A Position from the pair of its sides, without the way through its constructor: half the time.
_position: Final[Callable[[tuple[tuple[int, ...], tuple[int, ...]]], Position]] = partial(tuple.__new__, Position)

_NOT_ABOVE: Final = tuple((2 << place) - 1 for place in range(BAR)) + (EVERYWHERE, EVERYWHERE)  # the bar binds no order

_TARGET: Final = tuple(tuple(landing_place(place, die) for place in range(PLACES)) for die in _DICE)
_MOVE: Final = tuple(
    tuple((1 << 8 * _TARGET[die][place]) - (1 << 8 * place) for place in range(PLACES)) for die in _DICE
)
_HIT: Final = tuple(1 << _HITS_AT + place for place in range(PLACES))


def search(
    variant: Variant, start: Position, dice: tuple[int, int]
) -> tuple[int, tuple[Position, ...], tuple[Path, ...]]:
    """How many dice must be used, every final position, and for each one way to reach it."""
    mine, theirs = bytes(start.mine), bytes(start.theirs)
    may_land, may_hit = open_points(theirs), blots(theirs)
    if dice[0] == dice[1]:
        used, found = _double(variant, dice[0], mine, may_land, may_hit)
    else:
        used, found = _mixed(variant, max(dice), min(dice), mine, may_land, may_hit)
    sides = {0: start.theirs}
    if may_hit:
        for hits in {packed >> _HITS_AT for packed in found}:
            sides[hits] = after_hits(start.theirs, places_in(hits))
    positions = [
        _position((_unpack(packed.to_bytes(_PACKED_BYTES, "little")), sides[packed >> _HITS_AT])) for packed in found
    ]
    return used, tuple(positions), tuple(found.values())


def _mixed(
    variant: Variant, high: int, low: int, mine: bytes, may_land: int, may_hit: int
) -> tuple[int, dict[int, Path]]:
    """Both dice if any order allows it (MOVE-6), else the larger (MOVE-7), else the smaller (MOVE-8)."""
    movable = variant.movable
    start, own = int.from_bytes(mine, "little"), occupied(mine)
    found: dict[int, Path] = {}
    seen = 0
    for first, second in (high, low), (low, high):
        landing, hitting = sources_onto(may_land, second), sources_onto(may_hit, second)
        move, target = _MOVE[first], _TARGET[first]
        sources = movable(own, sources_onto(may_land, first), first)
        for source in places_in(sources):
            to = BIT[target[source]]
            left = own | to if mine[source] > 1 else own ^ BIT[source] | to
            # What could also have been played first was found in the other order of the dice.
            nexts = movable(left, landing, second) & ~seen
            if not nexts:
                continue
            if may_hit & to:
                after = start + move[source] + _HIT[target[source]]
                _take_last(found, after, nexts, second, sources_onto(may_hit ^ to, second), (None, source, first))
            else:
                _take_last(found, start + move[source], nexts, second, hitting, (None, source, first))
        seen = sources
    if found:
        return 2, found
    for die in high, low:
        sources = movable(own, sources_onto(may_land, die), die)
        if sources:
            _take_last(found, start, sources, die, sources_onto(may_hit, die), None)
            return 1, found
    return 0, {start: None}


def _double(variant: Variant, die: int, mine: bytes, may_land: int, may_hit: int) -> tuple[int, dict[int, Path]]:
    """As many of the four as possible (MOVE-9)."""
    movable, move, target = variant.movable, _MOVE[die], _TARGET[die]
    landing = sources_onto(may_land, die)
    level: list[tuple[int, int, int, int, Path]] = [
        (int.from_bytes(mine, "little"), occupied(mine), may_hit, EVERYWHERE, None)
    ]
    for used in range(3):
        following: list[tuple[int, int, int, int, Path]] = []
        for before, has, unhit, allowed, path in level:
            sources = movable(has, landing, die) & allowed
            for source in places_in(sources):
                to = BIT[target[source]]
                after = before + move[source]
                left = has | to if after >> 8 * source & _COUNT else has ^ BIT[source] | to
                if unhit & to:
                    after += _HIT[target[source]]
                following.append((after, left, unhit & ~to, _NOT_ABOVE[source], (path, source, die)))
        if not following:
            return used, {packed: path for packed, _, _, _, path in level}
        level = following
    found: dict[int, Path] = {}
    for before, has, unhit, allowed, path in level:
        sources = movable(has, landing, die) & allowed
        if sources:
            _take_last(found, before, sources, die, sources_onto(unhit, die), path)
    return (4, found) if found else (3, {packed: path for packed, _, _, _, path in level})


def _take_last(found: dict[int, Path], before: int, sources: int, die: int, hitting: int, path: Path) -> None:
    """Note the positions after the last step, from any of these places."""
    move = _MOVE[die]
    if sources & hitting:
        for place in places_in(sources):
            after = before + move[place]
            if hitting & BIT[place]:
                after += _HIT[_TARGET[die][place]]
            found[after] = (path, place, die)
    else:
        for place in places_in(sources):
            found[before + move[place]] = (path, place, die)
