"""The grammar of plays (rules.md §4.1): writing them, and reading a text before any rule is asked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.rules.errors import BadNotation, gettext_noop
from games.rules.position import BAR, HAND, OFF
from games.rules.steps import Play, Step

NO_PLAY: Final = "(no play)"
LONGEST_TEXT: Final = 120

_NAMES: Final = {OFF: "off", BAR: "bar", HAND: "hand"}
_PLACES: Final = (
    {str(place): place for place in range(BAR + 1)}
    | {"off": OFF, "o": OFF, "bar": BAR, "b": BAR, "hand": HAND, "h": HAND}
)  # fmt: skip
_NO_PLAY_WORDS: Final = {NO_PLAY, "no play", "cannot move", "can't move"}
_ROLL: Final = re.compile(r"([1-6])-?([1-6]):")
_ARROW: Final = re.compile(r"\s*(?:->|[/>-])\s*")
_MOVE: Final = re.compile(r"([a-z0-9]+)((?:/[a-z0-9]+\*?)+)(?:\(([1-4])\)(\*?))?")


@dataclass(frozen=True, slots=True)
class Move:
    """One item of a written play: a chain of places, where stars stand, how often it is played."""

    places: tuple[int, ...]
    stars: frozenset[int]
    count: int


@dataclass(frozen=True, slots=True)
class Writing:
    """A text that was read: the dice it claims, if any, and its moves (none: no play)."""

    dice: tuple[int, int] | None
    moves: tuple[Move, ...]


@lru_cache(maxsize=1024)
def read(text: str) -> Writing:
    """Read a text as a play; `BadNotation` when it is not one.

    >>> read("31: 8/5(2)").moves[0].places
    (8, 5)
    """
    if len(text) > LONGEST_TEXT:
        raise BadNotation(gettext_noop("This text is too long for a play."))
    rest = text.strip().lower()
    dice = None
    if roll := _ROLL.match(rest):
        dice = (int(roll[1]), int(roll[2]))
        rest = rest[roll.end() :].strip()
    if rest in _NO_PLAY_WORDS or not rest:
        return Writing(dice, ())
    return Writing(dice, tuple(_move(item) for item in _ARROW.sub("/", rest).replace(",", " ").split()))


def _move(item: str) -> Move:
    found = _MOVE.fullmatch(item)
    if found is None:
        raise _unreadable(item)
    names = [found[1], *found[2][1:].split("/")]
    places = tuple(_place(name.removesuffix("*"), item) for name in names)
    stars = frozenset(place for place, name in zip(places, names, strict=True) if name.endswith("*"))
    if found[4]:
        stars |= {places[-1]}
    return Move(places, stars, int(found[3] or 1))


def _place(name: str, item: str) -> int:
    if name not in _PLACES:
        raise _unreadable(item)
    return _PLACES[name]


def _unreadable(item: str) -> BadNotation:
    shown = item if item.isascii() and item.isprintable() and len(item) <= 20 else "…"
    return BadNotation(gettext_noop("“%(item)s” cannot be read. Write a play like 24/18 13/11."), item=shown)


def place_name(place: int) -> str:
    """How a place is written.

    >>> place_name(BAR), place_name(7)
    ('bar', '7')
    """
    return _NAMES.get(place) or str(place)


def format_step(step: Step) -> str:
    """One step as it is written, with a star when it hits."""
    return f"{place_name(step.source)}/{place_name(step.target)}{'*' if step.hits else ''}"


def format_steps(steps: Iterable[Step]) -> str:
    """Steps one by one, in the order given."""
    return " ".join(format_step(step) for step in steps)


def format_play(play: Play) -> str:
    """The canonical text of a play (rules.md §4.1): chains merged, highest first, equals grouped."""
    if not play.steps:
        return NO_PLAY
    groups: dict[tuple[int, ...], list[str]] = {}
    for chain in sorted(_chains(play.steps), key=lambda steps: (*_entering_first(steps[0]), steps[-1].target)):
        path = (chain[0].source, *(step.target for step in chain))
        groups.setdefault(path, []).append(_format_chain(chain))
    # Of equal chains the first one hits; its star stands for the group: 6/4*(2).
    return " ".join(texts[0] + (f"({len(texts)})" if len(texts) > 1 else "") for texts in groups.values())


def _entering_first(step: Step) -> tuple[bool, int, bool]:
    return step.source != BAR, -step.source, not step.hits


def _chains(steps: tuple[Step, ...]) -> list[list[Step]]:
    """The steps put together as if one checker made them wherever that is possible (MOVE-13)."""
    left = sorted(steps, key=_entering_first)
    chains = []
    while left:
        chain = [left.pop(0)]
        while following := next((step for step in left if step.source == chain[-1].target), None):
            left.remove(following)
            chain.append(following)
        chains.append(chain)
    return chains


def _format_chain(chain: list[Step]) -> str:
    """A stop on the way is written only where it hits: 13/8*/7, but 13/7."""
    stops = [step for step in chain[:-1] if step.hits] + [chain[-1]]
    return "/".join([place_name(chain[0].source), *(place_name(step.target) + "*" * step.hits for step in stops)])
