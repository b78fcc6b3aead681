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

from struct import Struct
from typing import Final

from games.rules.masks import BIT, EVERYWHERE, blots, occupied, open_points, places_in, sources_onto
from games.rules.position import BAR, PLACES, Position, landing_place
from games.rules.steps import after_hits
from games.rules.variants.base import Variant

Path = tuple[int, ...]
"""A way to a result: source, die, source, die, ... in the order of playing."""

_DICE: Final = range(7)  # tables are indexed by the die itself; entry 0 is not used
_HITS_AT: Final = 8 * PLACES  # the first bit above the mover's checkers
_PACKED_BYTES: Final = PLACES + 4
_unpack: Final = Struct(f"{PLACES}B4x").unpack
_COUNT: Final = 0xFF

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
    key = int.from_bytes(bytes(start.mine), "little")
    own, may_land, may_hit = occupied(start.mine), open_points(start.theirs), blots(start.theirs)
    if dice[0] == dice[1]:
        used, found = _double(variant, dice[0], key, own, may_land, may_hit)
    else:
        used, found = _mixed(variant, max(dice), min(dice), key, own, may_land, may_hit)
    sides = {0: start.theirs}
    if may_hit:
        for hits in {packed >> _HITS_AT for packed in found}:
            sides[hits] = after_hits(start.theirs, places_in(hits))
    positions = [
        Position(_unpack(packed.to_bytes(_PACKED_BYTES, "little")), sides[packed >> _HITS_AT]) for packed in found
    ]
    return used, tuple(positions), tuple(found.values())


def _mixed(
    variant: Variant, high: int, low: int, key: int, own: int, may_land: int, may_hit: int
) -> tuple[int, dict[int, Path]]:
    """Both dice if any order allows it (MOVE-6), else the larger (MOVE-7), else the smaller (MOVE-8)."""
    movable = variant.movable
    found: dict[int, Path] = {}
    alone: list[dict[int, Path]] = []
    seen = 0
    for first, second in (high, low), (low, high):
        landing, hitting = sources_onto(may_land, second), sources_onto(may_hit, second)
        move, target = _MOVE[first], _TARGET[first]
        once: dict[int, Path] = {}
        sources = movable(own, sources_onto(may_land, first), first)
        for source in places_in(sources):
            to = BIT[target[source]]
            after = key + move[source]
            left = own | to if after >> 8 * source & _COUNT else own ^ BIT[source] | to
            hits = may_hit & to
            if hits:
                after += _HIT[target[source]]
            path = once[after] = (source, first)
            # What could also have been played first was found in the other order of the dice.
            nexts = movable(left, landing, second) & ~seen
            if nexts:
                _take_last(found, after, nexts, second, sources_onto(may_hit ^ to, second) if hits else hitting, path)
        alone.append(once)
        seen = sources
    if found:
        return 2, found
    one = alone[0] or alone[1]
    return (1, one) if one else (0, {key: ()})


def _double(variant: Variant, die: int, key: int, own: int, may_land: int, may_hit: int) -> tuple[int, dict[int, Path]]:
    """As many of the four as possible (MOVE-9)."""
    movable, move, target = variant.movable, _MOVE[die], _TARGET[die]
    landing = sources_onto(may_land, die)
    level: list[tuple[int, int, int, int, Path]] = [(key, own, may_hit, EVERYWHERE, ())]
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
                following.append((after, left, unhit & ~to, _NOT_ABOVE[source], (*path, source, die)))
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
            found[after] = (*path, place, die)
    else:
        for place in places_in(sources):
            found[before + move[place]] = (*path, place, die)
