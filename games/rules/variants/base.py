"""What a variant of the game must say, and the movement most of them share.

The generator, the notation and the game ask a variant; none of them asks *which* variant it
is. Movement is one question, `movable`; everything else about a step (where it lands, whom it
hits) is the same wherever backgammon is played.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum, auto
from typing import ClassVar, Final

from games.rules.errors import IllegalPlay, gettext_noop
from games.rules.masks import BIT, OUTSIDE_HOME, blots, occupied, open_points, places_in, sources_onto
from games.rules.position import BAR, HAND, OFF, Position, landing_place
from games.rules.steps import Play, Step


class Follow(Enum):
    """What comes after a confirmed play that has not ended the game."""

    TURN_OVER = auto()
    CHOOSE_DOUBLE = auto()  # AD-9: name a double and play it
    ROLL_AGAIN = auto()  # AD-9: the same player rolls once more


class Variant(ABC):
    """One way to play: start, movement, scoring. Objects have no state."""

    key: ClassVar[str]
    name: ClassVar[str]  # marked for translation
    has_cube: ClassVar[bool]
    opening_roll_is_played: ClassVar[bool]  # OPEN-3; False where it only decides who starts (AD-2)
    has_hand: ClassVar[bool]  # some checkers may stand in the hand (AD-1)

    @abstractmethod
    def start(self) -> Position:
        """The position every game begins with; the same for both sides."""

    @abstractmethod
    def pips(self, side: tuple[int, ...]) -> int:
        """The pip count of one side."""

    @abstractmethod
    def outcome(self, position: Position) -> int | None:
        """None while the game goes on; else what the winner gets, in units of the cube.

        `mine` has just played, so only he can have won; the game's result is looked up here.
        """

    @abstractmethod
    def max_loss(self, position: Position) -> int:
        """The most that the owner of `mine` can still lose, in units of the cube (RES-5)."""

    @abstractmethod
    def after_play(self, dice: tuple[int, int], play: Play, position: Position, chosen: bool) -> Follow:
        """What follows a play; `chosen` when the dice were a double the player chose (AD-9).

        `position` is the one after the play, as the mover sees it.
        """

    def movable(self, own: int, landing: int, die: int) -> int:
        """Which places the mover may now move a checker from with `die`.

        Sets of places are bit masks, bit i standing for place i (0, off, never in them). `own`
        are the places he has checkers on; `landing` those from which the die leads to a point
        that is open to him (MOVE-1). A place that is movable stays so when another checker has
        been moved first: the generator relies on that.

        This is the common rule: the bar first (BAR-1), bearing off when everyone is home
        (OFF-1), with the exact number (OFF-2) or from the highest point (OFF-4). A checker in
        the hand enters like one from the bar, in any order with the others (AD-3, AD-4), and
        counts as not home (AD-12).
        """
        if own & BIT[BAR]:
            return BIT[BAR] & landing
        sources = own & landing
        if not own & OUTSIDE_HOME:
            exact = 1 << die
            if own & exact:
                sources |= exact
            elif own < exact:
                sources |= (1 << own.bit_length()) >> 1
        return sources

    def refusal(self, position: Position, source: int, die: int) -> IllegalPlay | None:
        """Why no checker can move from `source` with `die` here; None when one can."""
        mine = position.mine
        if not mine[source]:
            return IllegalPlay(_NO_CHECKER.get(source, _NO_CHECKER_ON_POINT), point=source)
        if mine[BAR] and source != BAR:
            return IllegalPlay(gettext_noop("Your checker on the bar must enter first."))
        target = landing_place(source, die)
        if target > OFF:
            if position.theirs[25 - target] > 1:
                return IllegalPlay(gettext_noop("Your opponent holds point %(point)s."), point=target)
            return None
        if any(mine[7:]):
            return IllegalPlay(gettext_noop("Nobody bears off before all 15 checkers are home."))
        if source != die and any(mine[source + 1 : 7]):
            return IllegalPlay(
                gettext_noop("With a %(die)s the checkers above point %(point)s go first."),
                die=die,
                point=source,
            )
        return None

    def steps(self, position: Position, die: int) -> list[Step]:
        """Every single step the die allows here, the highest source first."""
        mine, theirs = bytes(position.mine), bytes(position.theirs)
        landing, hitting = sources_onto(open_points(theirs), die), sources_onto(blots(theirs), die)
        return [
            Step(place, landing_place(place, die), die, bool(hitting & BIT[place]))
            for place in places_in(self.movable(occupied(mine), landing, die))
        ]


_NO_CHECKER_ON_POINT: Final = gettext_noop("You have no checker on point %(point)s.")
_NO_CHECKER: Final = {
    BAR: gettext_noop("You have no checker on the bar."),
    HAND: gettext_noop("You have no checker in hand."),
}
