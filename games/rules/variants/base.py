"""What a variant of the game must say, and the movement most of them share.

The generator, the notation and the game ask a variant; none of them asks *which* variant it
is. Movement is one question, `movable`; everything else about a step (where it lands, whom it
hits) is the same wherever backgammon is played.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from enum import StrEnum
from operator import mul
from typing import ClassVar, Final

from games.rules.errors import IllegalPlay, gettext_noop
from games.rules.masks import BIT, OUTSIDE_HOME, blots, occupied, open_points, places_in, sources_onto
from games.rules.position import BAR, HAND, OFF, Position, landing_place
from games.rules.sentences import Sentence
from games.rules.steps import Step
from games.rules.variants import words
from games.rules.variants.options import Option, Question, canonical


class Stage(StrEnum):
    """Which part of his turn the player on roll is in (AD-9). Where a turn is one roll it is always the first."""

    ROLL = "roll"  # the first roll
    CHOICE = "choice"  # a double is to be named
    CHOSEN = "chosen"  # the double that was named is played
    COMPLEMENT = "complement"  # the undersides of a double are played, 4-4 after 3-3
    EXTRA = "extra"  # the same player rolls once more, and plays that


class Variant(ABC):
    """One way to play, with what was agreed about it: start, movement, scoring. Objects do not change.

    `options` are the answers to `questions` other than the defaults, in canonical order.
    """

    key: ClassVar[str]
    name: ClassVar[str]  # marked for translation, as is
    summary: ClassVar[str]  # what is special about it, in a sentence
    has_cube: ClassVar[bool]
    opening_roll_is_played: ClassVar[bool]  # OPEN-3; False where it only decides who starts (AD-2)
    has_hand: ClassVar[bool]  # some checkers may stand in the hand (AD-1)
    questions: ClassVar[tuple[Question, ...]] = ()

    overshoot: bool = True  # a larger number bears off from the highest point (OFF-4)
    counts_checkers: bool = False  # a win is a point for each checker that the loser has left (AD-14)

    def __init__(self, options: Iterable[str] = ()) -> None:
        self.options = canonical(self.questions, options)

    def agreed(self) -> tuple[Option, ...]:
        """The answer that holds to each question."""
        return tuple(
            next((option for option in question.options if option.key in self.options), question.default)
            for question in self.questions
        )

    @abstractmethod
    def start(self) -> Position:
        """The position every game begins with; the same for both sides."""

    def pips(self, side: tuple[int, ...]) -> int:
        """The pip count of one side: each checker counts its point, on the bar and in the hand 25 (BRD-6, AD-15)."""
        on_board: int = sum(map(mul, range(BAR + 1), side))
        return on_board + BAR * side[HAND]

    @abstractmethod
    def outcome(self, position: Position) -> int | None:
        """None while the game goes on; else what the winner gets, in units of the cube.

        `mine` has just played, so only he can have won; the game's result is looked up here.
        """

    @abstractmethod
    def max_loss(self, position: Position) -> int:
        """The most that the owner of `mine` can still lose, in units of the cube (RES-5)."""

    def losses(self, position: Position) -> tuple[int, ...]:
        """The levels at which the owner of `mine` can resign (RES-1), rising; the last is `max_loss`."""
        return tuple(range(1, self.max_loss(position) + 1))

    def is_won_race(self, position: Position, *, rolls_next: bool) -> bool:
        """Whether the owner of `mine` wins whatever either side rolls; asked when his time has run out.

        `rolls_next`: it is his turn, rolled or not; else it is the opponent's. False wherever it is not certain.
        """
        return False

    @abstractmethod
    def level_name(self, level: int) -> str:
        """What somebody wins or loses at this level, within a sentence; marked for translation."""

    @abstractmethod
    def level_title(self, level: int) -> str:
        """The same on a button."""

    def follows(self, stage: Stage, dice: tuple[int, int]) -> Stage | None:
        """What comes after these dice, played to their end in this part of the turn; None: the turn is over.

        After dice that were played in part only a turn is over in any case (AD-10), after the last checker the game.
        """
        return None

    def movable(self, own: int, landing: int, die: int) -> int:
        """Which places the mover may now move a checker from with `die`.

        Sets of places are bit masks, bit i standing for place i (0, off, never in them). `own`
        are the places he has checkers on; `landing` those from which the die leads to a point
        that is open to him (MOVE-1). A place that is movable stays so when another checker has
        been moved first: the generator relies on that.

        This is the common rule: the bar first (BAR-1), bearing off when everyone is home
        (OFF-1), with the exact number (OFF-2) or, with `overshoot`, from the highest point (OFF-4).
        A checker in the hand enters like one from the bar, in any order with the others (AD-3, AD-4), and
        counts as not home (AD-12).
        """
        if own & BIT[BAR]:
            return BIT[BAR] & landing
        sources = own & landing
        if not own & OUTSIDE_HOME:
            exact = 1 << die
            if own & exact:
                sources |= exact
            elif own < exact and self.overshoot:
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
        if source != die and not self.overshoot:
            return IllegalPlay(gettext_noop("Only the exact number bears a checker off."))
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

    # The rule card: each part says the rules of this object in short sentences.

    def about_start(self) -> tuple[Sentence, ...]:
        """Where the checkers stand, and who begins."""
        opening = words.OPENING_IS_PLAYED if self.opening_roll_is_played else words.OPENING_DECIDES
        return *words.start(self.start()), opening

    def about_turn(self) -> tuple[Sentence, ...]:
        """What a turn is made of."""
        return (words.ONE_ROLL,)

    def about_moving(self) -> tuple[Sentence, ...]:
        """How checkers move, and what must be played."""
        entering = (words.ENTERING,) if self.has_hand else ()
        return words.STEPS, *entering, words.DOUBLES, words.OBLIGATIONS

    def about_hits(self) -> tuple[Sentence, ...]:
        """Hits and the bar."""
        return words.HITS, words.BAR_BEFORE_HAND if self.has_hand else words.BAR_FIRST

    def about_bearing_off(self) -> tuple[Sentence, ...]:
        """When and how checkers leave the board."""
        all_home = words.ALL_HOME_AND_HAND_EMPTY if self.has_hand else words.ALL_HOME
        return all_home, words.OVERSHOOT if self.overshoot else words.EXACT

    def about_time(self) -> tuple[Sentence, ...]:
        """What else holds when time runs out."""
        return ()

    @abstractmethod
    def about_scoring(self) -> tuple[Sentence, ...]:
        """Who wins, and how much."""

    @abstractmethod
    def about_resigning(self) -> tuple[Sentence, ...]:
        """What can be resigned, and what that costs."""


_NO_CHECKER_ON_POINT: Final = gettext_noop("You have no checker on point %(point)s.")
_NO_CHECKER: Final = {
    BAR: gettext_noop("You have no checker on the bar."),
    HAND: gettext_noop("You have no checker in hand."),
}
