"""What a player does with the dice: steps, and the plays they make up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.position import BAR, OFF, Position, landing_place


@dataclass(frozen=True, slots=True)
class Step:
    """One checker moved by one die, in the mover's numbering; `hits` when it sends a blot to the bar."""

    source: int
    target: int
    die: int
    hits: bool


@dataclass(frozen=True, slots=True)
class Play:
    """All the steps that answer a roll, and the position they lead to, as the mover sees it."""

    steps: tuple[Step, ...]
    result: Position


def take_step(position: Position, source: int, die: int) -> tuple[Step, Position]:
    """Carry out one step that is known to be legal; a blot on the landing point is hit (HIT-1).

    >>> from games.rules.position import position
    >>> step, after = take_step(position("8:2 6:13", "20:1 1:14"), 8, 3)
    >>> step.hits, after == position("8:1 6:13 5:1", "bar:1 1:14")
    (True, True)
    """
    after, hits = take_steps(position, [(source, die)])
    return Step(source, landing_place(source, die), die, bool(hits)), after


def take_steps(position: Position, steps: Iterable[tuple[int, int]]) -> tuple[Position, frozenset[int]]:
    """Carry out several, given as (source, die): the position after them, and the points where they hit.

    >>> from games.rules.position import position
    >>> take_steps(position("8:2 6:13", "20:1 1:14"), [(8, 3), (8, 3)])[1]
    frozenset({5})
    """
    mine, theirs = list(position.mine), position.theirs
    hits = set()
    for source, die in steps:
        target = landing_place(source, die)
        mine[source] -= 1
        mine[target] += 1
        if target > OFF and theirs[25 - target] == 1:
            hits.add(target)
    return Position(tuple(mine), after_hits(theirs, hits) if hits else theirs), frozenset(hits)


def after_hits(theirs: tuple[int, ...], points: Iterable[int]) -> tuple[int, ...]:
    """The other side once its blots on these points, in the mover's numbering, stand on the bar."""
    side = list(theirs)
    for point in points:
        side[25 - point] -= 1
        side[BAR] += 1
    return tuple(side)
