"""Steps, plays, and the legal plays of a roll (MOVE-1 ... MOVE-13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import generator
from .position import OFF, Position, landing_place

if TYPE_CHECKING:
    from .variants.base import Variant


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
    """Carry out one step that is known to be legal; a blot on the landing point is hit (HIT-1)."""
    target = landing_place(source, die)
    hits = target > OFF and position.theirs[25 - target] == 1
    mine, theirs = list(position.mine), position.theirs
    mine[source] -= 1
    mine[target] += 1
    if hits:
        theirs = generator.after_hits(theirs, (target,))
    return Step(source, target, die, hits), Position(tuple(mine), theirs)


class LegalPlays:
    """Every legal final position of a roll, each once (MOVE-13), and how to reach it.

    `dice_used` is how many dice every complete play uses. When nothing can be played it is 0,
    and the unchanged position is the only result (MOVE-10).
    """

    __slots__ = ("_paths", "_position", "dice_used", "results")

    def __init__(self, variant: Variant, position: Position, dice: tuple[int, int]) -> None:
        self._position = position
        self.dice_used, self.results, paths = generator.search(variant, position, dice)
        self._paths: tuple[generator.Path, ...] | dict[Position, generator.Path] = paths

    def _path_of(self) -> dict[Position, generator.Path]:
        """The index is made when it is first asked for: many callers need the results alone."""
        if isinstance(self._paths, tuple):
            self._paths = dict(zip(self.results, self._paths, strict=True))
        return self._paths

    def play_for(self, result: Position) -> Play:
        """The play that leads to this result, always with as many dice as possible."""
        position, steps = self._position, []
        path = self._path_of()[result]
        for source, die in zip(path[::2], path[1::2], strict=True):
            step, position = take_step(position, source, die)
            steps.append(step)
        return Play(tuple(steps), result)

    def __contains__(self, result: object) -> bool:
        return result in self._path_of()

    def __iter__(self) -> Iterator[Play]:
        return map(self.play_for, self.results)

    def __len__(self) -> int:
        return len(self.results)


def legal_plays(variant: Variant, position: Position, dice: tuple[int, int]) -> LegalPlays:
    """All legal plays of a roll, judged over complete plays (MOVE-6 ... MOVE-11).

    >>> from games.rules.variants import variant
    >>> backgammon = variant("backgammon")
    >>> len(legal_plays(backgammon, backgammon.start(), (3, 1)))
    16
    """
    return LegalPlays(variant, position, dice)
