"""Right answers of other engines (tests/data/), and positions to try things on."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from games.rules.position import BAR, CHECKERS, HAND, OFF, PLACES, Position

DATA = Path(__file__).parent.parent / "data"
MIXED_ROLLS = [(high, low) for high in range(2, 7) for low in range(1, high)]
DOUBLES = [(die, die) for die in range(1, 7)]


def cases(name: str) -> Iterator[dict[str, Any]]:
    """The cases of plays.jsonl.gz or acey.jsonl.gz."""
    with gzip.open(DATA / name, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def position_of(case: dict[str, Any]) -> Position:
    """A position in the oracle's encoding as one of ours."""
    points = case["points"]
    hand = case.get("hand", [0, 0])
    mine = [case["off"][0], *(max(count, 0) for count in points), case["bar"][0], hand[0]]
    theirs = [case["off"][1], *(max(-count, 0) for count in reversed(points)), case["bar"][1], hand[1]]
    return Position(tuple(mine), tuple(theirs))


def side_of(places: list[int]) -> tuple[int, ...]:
    return tuple(places.count(place) for place in range(PLACES))


@st.composite
def positions(draw: st.DrawFn, *, hand: bool = False) -> Position:
    """Any position that can stand on a board in which the mover has a checker left.

    How far the mover's rearmost checker may stand is drawn first, so that bearing off is frequent.
    """
    entering = [BAR, HAND] if hand else [BAR]
    rear = draw(st.sampled_from([6, 6, 11, 24, 24]))
    my_places = [*range(1, rear + 1), *(entering if rear == 24 else [])]
    few = draw(st.integers(1, CHECKERS))
    mine = draw(st.lists(st.sampled_from(my_places), min_size=few, max_size=few))
    taken = {25 - place for place in mine}
    free = [place for place in range(1, 25) if place not in taken] + entering
    # Few different points, so that there are points the mover may not land on.
    points = draw(st.lists(st.sampled_from(free), min_size=1, max_size=8))
    number = draw(st.integers(1, CHECKERS))
    theirs = draw(st.lists(st.sampled_from(points), min_size=number, max_size=number))
    off = [OFF] * CHECKERS
    return Position(side_of((mine + off)[:CHECKERS]), side_of((theirs + off)[:CHECKERS]))


rolls = st.sampled_from(MIXED_ROLLS * 2 + [(low, high) for high, low in MIXED_ROLLS] + DOUBLES * 3)
