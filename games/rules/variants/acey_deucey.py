"""Acey-Deucey as rules.md §2 has it: everything starts in the hand, and a 1 and a 2 make a long turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.rules.errors import gettext_noop
from games.rules.position import CHECKERS, OFF, Position, position
from games.rules.sentences import Sentence, say
from games.rules.variants.base import Stage, Variant
from games.rules.variants.options import Option, Question

_START: Final = position("hand:15", "hand:15")
_COUNT: Final = "count"
_EUROPEAN: Final = "european"


class AceyDeucey(Variant):
    """The game of the seed: the hand, chosen doubles, extra rolls, and no cube.

    Two things may be agreed: what a win is worth (AD-14), and the European tradition, in which a rolled double is
    followed by its complement and another roll, and checkers are borne off with the exact number only (rules.md §2.3).
    """

    key = "acey-deucey"
    name = gettext_noop("Acey-Deucey")
    summary = gettext_noop("All checkers start in the hand; after a 1 and a 2 you name a double and roll again.")
    has_cube = False
    opening_roll_is_played = False
    has_hand = True
    questions = (
        Question(
            "tradition",
            gettext_noop("Tradition"),
            (
                Option("seed", gettext_noop("Seed rules"), gettext_noop("Seed rules")),
                Option(
                    _EUROPEAN,
                    gettext_noop("European: doubles with their complement, exact bearing off"),
                    gettext_noop("European rules"),
                ),
            ),
        ),
        Question(
            "scoring",
            gettext_noop("A win counts"),
            (
                Option("one-point", gettext_noop("1 point"), gettext_noop("a win is 1 point")),
                Option(
                    _COUNT,
                    gettext_noop("1 point for each checker the loser has left"),
                    gettext_noop("a win is a point for each checker left"),
                ),
            ),
        ),
    )

    def __init__(self, options: Iterable[str] = ()) -> None:
        super().__init__(options)
        self._european = _EUROPEAN in self.options
        self.counts_checkers = _COUNT in self.options
        self.overshoot = not self._european

    def start(self) -> Position:
        """AD-1.

        >>> AceyDeucey().pips(AceyDeucey().start().mine)
        375
        """
        return _START

    def outcome(self, position: Position) -> int | None:
        """AD-13, AD-14: one point, or one for each checker of the loser that is not off."""
        return self._worth(position.theirs) if position.mine[OFF] == CHECKERS else None

    def max_loss(self, position: Position) -> int:
        """AD-16: what a loss would cost now."""
        return self._worth(position.mine)

    def losses(self, position: Position) -> tuple[int, ...]:
        """AD-16: there is one price to resign at."""
        return (self.max_loss(position),)

    def level_name(self, level: int) -> str:
        """There are no gammons: what is won is the game."""
        return gettext_noop("the game")

    def level_title(self, level: int) -> str:
        """There are no gammons."""
        return gettext_noop("This game")

    def follows(self, stage: Stage, dice: tuple[int, int]) -> Stage | None:
        """AD-9: after a 1 and a 2 a double of one's choice, after that a roll. European: so after any rolled double."""
        if stage in (Stage.CHOSEN, Stage.COMPLEMENT):
            return Stage.EXTRA
        if set(dice) == {1, 2}:
            return Stage.CHOICE
        return Stage.COMPLEMENT if self._european and dice[0] == dice[1] else None

    def about_turn(self) -> tuple[Sentence, ...]:
        """AD-6, AD-9, AD-10."""
        return _ACEY_DEUCEY, _COMPLEMENT if self._european else _PLAIN_DOUBLE, _REST_IS_LOST

    def about_scoring(self) -> tuple[Sentence, ...]:
        """AD-13, AD-14."""
        return _WINS, _CHECKERS_LEFT if self.counts_checkers else _ONE_POINT

    def about_resigning(self) -> tuple[Sentence, ...]:
        """AD-16."""
        return (_RESIGNING_COUNTS if self.counts_checkers else _RESIGNING,)

    def _worth(self, loser: tuple[int, ...]) -> int:
        return CHECKERS - loser[OFF] if self.counts_checkers else 1


_ACEY_DEUCEY: Final = say(
    gettext_noop(
        "A turn is one roll and its play, but a 1 and a 2 go on: when both are played, you name any double and play it "
        "as if you had rolled it, and then you roll again. A new 1 and 2 starts this again."
    )
)
_PLAIN_DOUBLE: Final = say(gettext_noop("A double that you roll gives no further roll."))
_COMPLEMENT: Final = say(
    gettext_noop(
        "A double that you roll goes on as well: you play its complement, the double that makes 7 with it (4-4 after "
        "3-3), and then you roll again."
    )
)
_REST_IS_LOST: Final = say(
    gettext_noop("If a part of all this cannot be played to its end, you play what you can, and the turn is over.")
)
_WINS: Final = say(
    gettext_noop("Who bears off all checkers first wins at once, also in the middle of a turn. There are no gammons.")
)
_ONE_POINT: Final = say(gettext_noop("A win is 1 point."))
_CHECKERS_LEFT: Final = say(
    gettext_noop("A win is 1 point for each checker that the loser has not borne off, hand and bar included.")
)
_RESIGNING: Final = say(gettext_noop("In your own turn you may resign the game: your opponent wins 1 point."))
_RESIGNING_COUNTS: Final = say(
    gettext_noop(
        "In your own turn you may resign the game: your opponent wins 1 point for each checker you have not borne off."
    )
)
