"""The other move generators that bench/rules.py measures: each asked in its own terms, each brought to our Positions.

They are installed for the benchmarks alone (bench/requirements.txt) and looked up when asked for, so that the
benchmark runs, and says what is missing, without them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from games.rules.plays import legal_plays
from games.rules.position import BAR, CHECKERS, Position
from games.rules.variants import variant

# The same short cut that our generator takes, so that making Positions costs all alike.
_position: Callable[[tuple[tuple[int, ...], tuple[int, ...]]], Position] = partial(tuple.__new__, Position)

Dice = tuple[int, int]
Board = Sequence[int]


@dataclass(frozen=True, slots=True)
class Contender:
    """One way to answer a roll. `prepare` makes its input and is not timed; `answer` is."""

    name: str
    gives: str
    prepare: Callable[[Position, Dice], tuple[Any, ...]]
    answer: Callable[..., Any]
    positions: Callable[[Any], set[Position]] | None = None


def barpoint(key: str = "backgammon") -> Contender:
    game = variant(key)
    return Contender(
        "barpoint",
        "positions",
        lambda position, dice: (position, dice),
        lambda position, dice: legal_plays(game, position, dice).results,
        set,
    )


def gnubg_nn() -> list[Contender]:
    """GNU Backgammon's generator in C. It answers with keys, which say nothing until they are decoded."""
    engine = import_module("gnubg_nn")
    moves, decode = engine.moves, engine.board_from_position_key

    def boards(board: list[list[int]], first: int, second: int) -> list[tuple[Board, Board]]:
        return [decode(key) for key in moves(board, first, second)]

    def positions(board: list[list[int]], first: int, second: int) -> list[Position]:
        return [
            _position(((CHECKERS - sum(mine), *mine, 0), (CHECKERS - sum(theirs), *theirs, 0)))
            for theirs, mine in boards(board, first, second)
        ]

    def prepare(position: Position, dice: Dice) -> tuple[Any, ...]:
        return [list(position.theirs[1:26]), list(position.mine[1:26])], *dice

    return [
        Contender("gnubg-nn", "positions", prepare, positions, set),
        Contender("gnubg-nn", "its boards", prepare, boards),
        Contender("gnubg-nn", "its keys", prepare, moves),
    ]


def gammonview() -> list[Contender]:
    """A legality module in Python. It answers with lists of steps, several of which may lead to one position."""
    plays = import_module("gvformat.legality").legal_plays

    def positions(mine: list[int], held: list[int], first: int, second: int, start: Position) -> list[Position]:
        found = {_after(start, steps): None for steps in plays(mine, held, first, second)[0]}
        return list(found)

    def steps_alone(mine: list[int], held: list[int], first: int, second: int, start: Position) -> Any:
        return plays(mine, held, first, second)

    def prepare(position: Position, dice: Dice) -> tuple[Any, ...]:
        held = [0] + [position.theirs[25 - point] for point in range(1, 25)] + [0]
        return list(position.mine[: BAR + 1]), held, *dice, position

    return [
        Contender("gammonview", "positions", prepare, positions, set),
        Contender("gammonview", "its steps", prepare, steps_alone),
    ]


def _after(start: Position, steps: Sequence[tuple[int, int]]) -> Position:
    mine, theirs = list(start.mine), list(start.theirs)
    for source, target in steps:
        mine[source] -= 1
        mine[target] += 1
        if target and theirs[25 - target]:
            theirs[25 - target] = 0
            theirs[BAR] += 1
    return _position((tuple(mine), tuple(theirs)))
