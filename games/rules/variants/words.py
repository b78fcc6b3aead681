"""Sentences of the rule card that variants share."""

from __future__ import annotations

from typing import Final

from games.rules.errors import gettext_noop
from games.rules.position import CHECKERS, HAND, Position
from games.rules.sentences import Sentence, say

OPENING_IS_PLAYED: Final = say(
    gettext_noop(
        "Each player rolls one die, again after a tie. The higher begins, and plays both numbers as the first roll."
    )
)
OPENING_DECIDES: Final = say(
    gettext_noop("Each player rolls one die, again after a tie. The higher begins, and rolls both dice afresh.")
)
ONE_ROLL: Final = say(gettext_noop("A turn is one roll of two dice and its play."))
STEPS: Final = say(
    gettext_noop(
        "Each die moves a checker by its number, from high points to low, onto any point that the opponent does not "
        "hold with two or more checkers. One checker may play several dice, one after the other."
    )
)
ENTERING: Final = say(
    gettext_noop(
        "A die may enter a checker from the hand instead, on the opponent's point of its number. Checkers on the board "
        "may move while others are still in the hand."
    )
)
DOUBLES: Final = say(gettext_noop("A double is played four times."))
OBLIGATIONS: Final = say(
    gettext_noop(
        "As many of the dice must be played as possible; if either of two can be played, but not both, the larger."
    )
)
HITS: Final = say(
    gettext_noop("A checker alone on a point is hit when an opposing one lands there: it goes to the bar.")
)
BAR_FIRST: Final = say(
    gettext_noop("A checker on the bar must enter on the opponent's home board before any other is played.")
)
BAR_BEFORE_HAND: Final = say(
    gettext_noop(
        "A checker on the bar must enter on the opponent's home board before any other is played, those in the hand "
        "included."
    )
)
ALL_HOME: Final = say(gettext_noop("Checkers are borne off while all that are left stand on their home board."))
ALL_HOME_AND_HAND_EMPTY: Final = say(
    gettext_noop("Checkers are borne off while all that are left stand on their home board, none on bar or in hand.")
)
OVERSHOOT: Final = say(
    gettext_noop(
        "A die bears a checker off from the point of its number; with none there or higher, from the highest point."
    )
)
EXACT: Final = say(gettext_noop("A die bears a checker off from the point of its number only; a larger one does not."))


def start(position: Position) -> tuple[Sentence, ...]:
    """Where the checkers of each side stand when a game begins."""
    mine = position.mine
    on_points = {point: mine[point] for point in range(24, 0, -1) if mine[point]}
    told = []
    if on_points:
        places = ", ".join(f"{point} ({count})" for point, count in on_points.items())
        template = gettext_noop("Each side starts with %(checkers)s checkers on its points %(places)s.")
        told.append(say(template, checkers=sum(on_points.values()), places=places))
    if mine[HAND] == CHECKERS:
        template = gettext_noop("All %(checkers)s checkers of each side start in the hand, beside the empty board.")
        told.append(say(template, checkers=CHECKERS))
    elif mine[HAND]:
        template = gettext_noop("%(checkers)s checkers of each side start in the hand, beside the board.")
        told.append(say(template, checkers=mine[HAND]))
    return tuple(told)
