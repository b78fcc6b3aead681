"""What the newest move looks and sounds like: which checkers fly from where to where, and which sounds belong to it.

The page shows and plays it (static/js/motion.js, sound.js). It is the newest entry of the record; in an answer to a
player's draft, its last step; and nothing where a command was refused.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import NamedTuple
from zlib import crc32

from games.presenters.board import place_id
from games.presenters.people import People
from games.rules.game import GameState, Phase, Seat
from games.rules.history import OF_THE_MATCH, Entry, Kind
from games.rules.plays import Draft
from games.rules.position import BAR, HAND, OFF, Position
from games.rules.written import format_steps, read

_SOUNDS: dict[str, str] = {
    Kind.ROLL: "roll",
    Kind.CHOOSE: "cube",
    Kind.DOUBLE: "cube",
    Kind.BEAVER: "cube",
    Kind.TAKE: "cube",
}


@dataclass(frozen=True, slots=True)
class NewestView:
    """What has just happened on a board.

    `flights` are `seat:from.4>to.0` in order, with the ids of the viewer's elements, and how many checkers lay below
    this one when it left and when it landed. `at` stands for the board as it is and `was` for the board before them: a
    page shows flights that begin with what it showed. `sounds` are names of sounds.
    """

    flights: str
    at: str
    was: str
    sounds: str


class _Flight(NamedTuple):
    """A checker that moved, in its own side's numbering."""

    seat: Seat
    source: int
    target: int


def newest_view(
    record: tuple[Entry, ...],
    state: GameState | None,
    draft: Draft | None,
    notice: str,
    position: Position,
    who: People,
) -> NewestView:
    """What led to `position`. `draft` is the one that was asked for; without one the record tells."""
    entry = None if notice else _newest(record, draft, who)
    flights = _flights(entry.text, entry.seat) if entry and entry.kind == Kind.PLAY and entry.seat else ()
    sides = {who.near: list(position.mine), who.near.other: list(position.theirs)}
    at = _name(sides)
    told: list[str] = []
    for seat, source, target in reversed(flights):  # taken back, one by one
        side, near = sides[seat], seat == who.near
        side[target] -= 1
        told.append(f"{seat}:{_id(source, near=near)}.{side[source]}>{_id(target, near=near)}.{side[target]}")
        side[source] += 1
    sounds = _sounds(entry, state, who) if entry else ()
    return NewestView(" ".join(reversed(told)), at, _name(sides), " ".join(sounds))


def _newest(record: tuple[Entry, ...], draft: Draft | None, who: People) -> Entry | None:
    if draft:
        return Entry(Kind.PLAY, who.near, None, format_steps(draft.steps[-1:]))
    return record[-1] if record else None


@lru_cache(maxsize=4096)
def _flights(play: str, seat: Seat) -> tuple[_Flight, ...]:
    """One flight for each stretch that is written, and one to the bar for whoever is hit: once on each point."""
    flights: list[_Flight] = []
    hit: set[int] = set()
    for move in read(play).moves:
        for _ in range(move.count):
            for source, target in zip(move.places, move.places[1:], strict=False):
                flights.append(_Flight(seat, source, target))
                if target in move.stars and target not in hit:
                    hit.add(target)
                    flights.append(_Flight(seat.other, 25 - target, BAR))
    return tuple(flights)


def _name(sides: dict[Seat, list[int]]) -> str:
    return f"{crc32(array('b', chain(*sides.values()))):x}"


def _id(place: int, *, near: bool) -> str:
    """The element of a place: the near side's own, or the far side's."""
    if place in (OFF, BAR, HAND):
        return place_id(place) if near else f"{place_id(place)}-theirs"
    return place_id(place if near else 25 - place)


def _sounds(entry: Entry, state: GameState | None, who: People) -> Iterator[str]:
    if state is None or entry.kind in OF_THE_MATCH:
        return
    if entry.kind in _SOUNDS:
        yield _SOUNDS[entry.kind]
    if entry.kind == Kind.PLAY and entry.text:
        yield "step"
        if "*" in entry.text:
            yield "hit"
    if state.phase == Phase.OVER:
        yield "over"
    elif who.you and state.to_act == who.you != entry.seat:
        yield "turn"
