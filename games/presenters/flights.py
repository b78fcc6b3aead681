"""What the newest move looks and sounds like: which checkers fly from where to where, and which sounds belong to it.

The page shows and plays it (static/js/motion.js, sound.js). It is the newest entry of the record; in an answer to a
player's draft, its last step; and nothing where a command was refused.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.presenters.people import People
from games.rules.game import GameState, Phase, Seat
from games.rules.history import OF_THE_MATCH, Entry, Kind
from games.rules.plays import Draft
from games.rules.position import BAR, HAND, OFF
from games.rules.written import format_steps, read

_OUTSIDE = {OFF: "off", BAR: "bar", HAND: "hand"}
_SOUNDS: dict[str, str] = {
    Kind.ROLL: "roll",
    Kind.CHOOSE: "roll",
    Kind.DOUBLE: "cube",
    Kind.BEAVER: "cube",
    Kind.TAKE: "cube",
}


@dataclass(frozen=True, slots=True)
class FlightsView:
    """`flights` are `seat:from>to` in order, with the ids of the viewer's elements; `sounds` are names of sounds."""

    flights: str = ""
    sounds: str = ""


def flights_view(
    record: tuple[Entry, ...], state: GameState | None, draft: Draft | None, notice: str, who: People
) -> FlightsView:
    """What moved last. `draft` is the one that was asked for; without one the record tells."""
    if draft:
        newest = Entry(Kind.PLAY, who.near, None, format_steps(draft.steps[-1:]))
    elif record:
        newest = record[-1]
    else:
        return FlightsView()
    if notice:
        return FlightsView()
    played = newest.kind == Kind.PLAY and newest.seat
    flights = _flights(newest.text, played, near=played == who.near) if played else ()
    return FlightsView(" ".join(flights), " ".join(_sounds(newest, state, who)))


@lru_cache(maxsize=4096)
def _flights(play: str, seat: Seat, *, near: bool) -> tuple[str, ...]:
    """One flight for each stretch that is written, and one to the bar for whoever is hit: once on each point."""
    flights: list[str] = []
    hit: set[int] = set()
    for move in read(play).moves:
        for _ in range(move.count):
            for source, target in zip(move.places, move.places[1:], strict=False):
                flights.append(f"{seat}:{_id(source, near=near)}>{_id(target, near=near)}")
                if target in move.stars and target not in hit:
                    hit.add(target)
                    flights.append(f"{seat.other}:{_id(target, near=near)}>{_id(BAR, near=not near)}")
    return tuple(flights)


def _id(place: int, *, near: bool) -> str:
    """The element of a place in the mover's numbering: the near side's own, or the far side's."""
    if place in _OUTSIDE:
        return _OUTSIDE[place] if near else f"{_OUTSIDE[place]}-theirs"
    return f"point-{place if near else BAR - place}"


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
