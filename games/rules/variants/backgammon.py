"""Backgammon as rules.md §1 has it."""

from __future__ import annotations

from games.rules.errors import gettext_noop
from games.rules.position import BAR, CHECKERS, OFF, Position, position
from games.rules.steps import Play
from games.rules.variants.base import Follow, Variant

_START = position("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")


class Backgammon(Variant):
    """The standard game with the doubling cube."""

    key = "backgammon"
    name = gettext_noop("Backgammon")
    has_cube = True
    opening_roll_is_played = True
    has_hand = False

    def start(self) -> Position:
        """SETUP-1.

        >>> Backgammon().pips(Backgammon().start().mine)
        167
        """
        return _START

    def pips(self, side: tuple[int, ...]) -> int:
        """BRD-6: each checker counts its point, on the bar 25."""
        return sum(place * count for place, count in enumerate(side[: BAR + 1]))

    def outcome(self, position: Position) -> int | None:
        """WIN-1, WIN-2, WIN-3: 1, 2 or 3; None until the last checker is off.

        >>> Backgammon().outcome(position("", "bar:1 1:14"))
        3
        """
        if position.mine[OFF] < CHECKERS:
            return None
        loser = position.theirs
        if loser[OFF]:
            return 1
        return 3 if _in_winners_home(loser) else 2

    def max_loss(self, position: Position) -> int:
        """RES-5: what `mine` can lose at most: 1, 2 or 3 times the cube."""
        mine, theirs = position.mine, position.theirs
        if mine[OFF]:
            return 1
        if _in_winners_home(mine) or _contact(mine, theirs):
            return 3
        return 2

    def after_play(self, dice: tuple[int, int], play: Play, position: Position, chosen: bool) -> Follow:
        """TURN-1: one roll, one play."""
        return Follow.TURN_OVER


def _in_winners_home(loser: tuple[int, ...]) -> bool:
    return any(loser[19 : BAR + 1])


def _contact(mine: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    """Whether the sides have yet to pass each other; if not, the game is a race."""
    return _farthest(mine) + _farthest(theirs) > 25


def _farthest(side: tuple[int, ...]) -> int:
    return max((place for place in range(1, BAR + 1) if side[place]), default=OFF)
