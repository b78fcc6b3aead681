"""The lessons of Acey-Deucey, for somebody who knows backgammon, and what else is different. Rule ids: rules.md §2."""

from typing import Final

from games.lessons.lesson import LEARNER, Chapter, Lesson, moment, rolled
from games.rules.errors import gettext_noop
from games.rules.game import Stage
from games.rules.history import Entry, Kind
from games.rules.position import HAND
from games.rules.terms import Phase, Terms
from games.rules.variants.acey_deucey import AceyDeucey

_TERMS: Final = Terms(variant=AceyDeucey.key, cube=False)

ENTER: Final = Lesson(  # AD-1, AD-3, AD-4, AD-7
    key="hand",
    title=gettext_noop("Out of the hand"),
    text=gettext_noop(
        "In Acey-Deucey the board is empty at first, and all checkers wait in the hand. They come in like checkers from"
        " the bar: with a 5 on point 20, with a 3 on point 22."
    ),
    task=gettext_noop("Bring in two checkers"),
    begin=rolled("hand:15", "hand:13 20:1 22:1", (5, 3), _TERMS),
    goal=lambda state: state.position.mine[HAND] == 13,
    right=gettext_noop(
        "Two are in. It is no duty: whoever is on the board may move instead. Only a checker on the bar comes first."
    ),
    wrong=gettext_noop(
        "Legal, because one that is in may move on at once. But use the second die on the hand as well."
    ),
)
CHOICE: Final = Lesson(  # AD-9, AD-10, AD-11
    key="long-turn",
    title=gettext_noop("The 1 and the 2"),
    text=gettext_noop(
        "You rolled a 1 and a 2 and have played them. Now you name any double and play it, and then you roll again. If "
        "a part of all this cannot be played, the rest is lost."
    ),
    task=gettext_noop("Name a double you can play fully"),
    begin=moment("hand:13 24:1 23:1", "hand:3 8:2 7:2 6:3 4:3 3:2", Phase.TO_CHOOSE, _TERMS, stage=Stage.CHOICE),
    entries=(Entry(Kind.ROLL, LEARNER, (2, 1)), Entry(Kind.PLAY, LEARNER, None, "hand/23 hand/24")),
    goal=lambda state: state.stage == Stage.CHOSEN and state.legal().dice_used == 4,
    right=gettext_noop(
        "You would play it now, and then roll once more. Another 1 and 2 would begin it all again: turns can be long "
        "here."
    ),
    wrong=gettext_noop(
        "You may name it, but it cannot be played four times, so the new roll would be lost. Take one with a tick."
    ),
)

CHAPTER: Final = Chapter(
    title=AceyDeucey.name,
    lessons=(ENTER, CHOICE),
    notes=(
        gettext_noop("Each player throws one die to see who begins, and the beginner then rolls both dice."),  # AD-2
        gettext_noop("While you have checkers in the hand, those on the board may move too."),  # AD-4
        gettext_noop("A double that you roll is played four times and gives no further roll."),  # AD-6
        gettext_noop("Nobody bears off before the hand is empty and all checkers are home."),  # AD-12
        gettext_noop(
            "There is no cube, and there are no gammons; a win is one point unless you agree otherwise."
        ),  # AD-14
    ),
)
