"""What was rolled in a game, counted for each player: faces, doubles, and the luck of entering from the bar."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.rules.game import Seat, Terms, new_game
from games.rules.history import Entry, Kind, apply
from games.rules.position import BAR, Position, landing_place

ROLLS: Final = 36  # that two dice can make


@dataclass(frozen=True, slots=True)
class Tally:
    """How often what was rolled.

    `faces` counts both dice of each roll, ones first. `entries` are the rolls with a checker on the bar, `entered`
    those that let one enter. How many of them should was certain before each was made: the sum of the chances is what
    is expected, the sum of the variances of the single rolls tells how far chance alone may lead from it.
    """

    rolls: int = 0
    doubles: int = 0
    faces: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    entries: int = 0
    entered: int = 0
    entries_expected: float = 0.0
    entries_variance: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            rolls=self.rolls + other.rolls,
            doubles=self.doubles + other.doubles,
            faces=tuple(mine + theirs for mine, theirs in zip(self.faces, other.faces, strict=True)),
            entries=self.entries + other.entries,
            entered=self.entered + other.entered,
            entries_expected=self.entries_expected + other.entries_expected,
            entries_variance=self.entries_variance + other.entries_variance,
        )


def tallies(terms: Terms, entries: Iterable[Entry]) -> dict[Seat, Tally]:
    """The tally of each seat in the game with this record; raises a RuleError where the record is none.

    Rolls for the first move are left out: a tie is rolled again, so those that count have no doubles. So are numbers
    that nobody rolls, such as the double that is named after a 1 and a 2.
    """
    state, counted = new_game(terms), {seat: Tally() for seat in Seat}
    for entry in entries:
        before, state = state, apply(state, entry)
        if entry.kind == Kind.ROLL and entry.seat and entry.dice:
            counted[entry.seat] += tally_of_roll(before.seen_by(entry.seat), entry.dice)
    return counted


def tally_of_roll(board: Position, dice: tuple[int, int]) -> Tally:
    """One roll, made on this board as the player who rolls sees it.

    >>> from games.rules.position import position
    >>> tally_of_roll(position("13:15", "6:2 1:13"), (5, 3)).faces
    (0, 0, 1, 0, 1, 0)
    """
    first, second = dice
    faces = tuple((first == face) + (second == face) for face in range(1, 7))
    rolled = Tally(rolls=1, doubles=int(first == second), faces=faces)
    return rolled + _entry(board, dice) if board.mine[BAR] else rolled


def _entry(board: Position, dice: tuple[int, int]) -> Tally:
    """One roll with a checker on the bar. It enters where the opponent does not hold the point (BAR-2, MOVE-2)."""
    let_in = {die for die in range(1, 7) if board.theirs[25 - landing_place(BAR, die)] < 2}
    chance = 1 - (6 - len(let_in)) ** 2 / ROLLS
    return Tally(
        entries=1,
        entered=int(not let_in.isdisjoint(dice)),
        entries_expected=chance,
        entries_variance=chance * (1 - chance),
    )
