"""The lessons of backgammon: from one step to the cube, the gammon and the match. Rule ids are those of rules.md."""

from typing import Final

from games.lessons.lesson import LEARNER, Chapter, Lesson, moment, rolled
from games.rules.errors import gettext_noop
from games.rules.position import BAR, OFF
from games.rules.terms import Cube, Offer, Phase, Terms
from games.rules.variants.backgammon import Backgammon

_START: Final = "24:2 13:5 8:3 6:5"
_FREE: Final = Terms()
_FOUR_AWAY: Final = Terms(away=(4, 5))  # a match to five points in which the learner leads 1-0

AIM: Final = Lesson(  # BRD-1, BRD-5, MOVE-2
    key="aim",
    title=gettext_noop("Which way to go"),
    text=gettext_noop(
        "You are White and go from high points to low ones, round the board into your home, points 6 to 1. Who first "
        "has brought all fifteen checkers home and then off the board wins."
    ),
    task=gettext_noop("Play the 5: from point 13 to point 8"),
    begin=rolled(_START, _START, (5, 3), _FREE),
    goal=lambda state: state.position.mine[8] == 4,
    steps=1,
    right=gettext_noop("That is all there is to a step: one checker, as many points as one die shows, always forward."),
    wrong=gettext_noop("A legal step, but another one. Take a checker from point 13; the 5 brings it to point 8."),
)
ROLL: Final = Lesson(  # MOVE-1, MOVE-3, MOVE-6
    key="roll",
    title=gettext_noop("A whole roll"),
    text=gettext_noop(
        "Both dice are played, by two checkers or by one, a step after the other. No step may end where two or more "
        "checkers of Black stand, as on point 19."
    ),
    task=gettext_noop("Bring one checker from point 24 to point 13"),
    begin=rolled(_START, _START, (6, 5), _FREE),
    goal=lambda state: state.position.mine[24] == 1 and state.position.mine[13] == 6,
    right=gettext_noop(
        "Six points to 18, and five more to 13. With the 5 first it would have come to point 19, and Black holds that."
    ),
    wrong=gettext_noop("Legal, but let one checker make both steps: from 24 to 18 with the 6, from there with the 5."),
)
HIT: Final = Lesson(  # HIT-1
    key="hit",
    title=gettext_noop("Hitting"),
    text=gettext_noop(
        "A checker that stands alone on its point is a blot. Land on a blot of Black, and it is hit: it goes to the bar"
        " and must travel the whole way again."
    ),
    task=gettext_noop("Hit the black checker on point 18"),
    begin=rolled(_START, "24:2 13:4 8:3 7:1 6:5", (6, 4), _FREE),
    goal=lambda state: state.position.theirs[BAR] == 1,
    right=gettext_noop("Hit! That checker had seven points to go; now it waits on the bar and has twenty-five."),
    wrong=gettext_noop("Legal, but the blot got away. From point 24 a 6 leads straight to it."),
)
ENTER: Final = Lesson(  # BAR-1, BAR-2, BAR-4
    key="enter",
    title=gettext_noop("Coming in from the bar"),
    text=gettext_noop(
        "Now one of yours was hit. It must come in before anything else moves: a 4 brings it to point 21, a 6 would "
        "bring it to point 19, which Black holds."
    ),
    task=gettext_noop("Come in, then hit on point 7"),
    begin=rolled("bar:1 24:1 13:5 8:3 6:5", "24:1 18:1 13:5 8:3 6:5", (6, 4), _FREE),
    goal=lambda state: state.position.theirs[BAR] == 1,
    right=gettext_noop(
        "In with the 4, and the 6 was free to hit. Had both numbers been held by Black, your turn would have been over."
    ),
    wrong=gettext_noop("You are in, and that was legal. But the 6 could have hit: from point 13 to point 7."),
)
DOUBLES: Final = Lesson(  # MOVE-5, MOVE-9, MOVE-1
    key="doubles",
    title=gettext_noop("Doubles"),
    text=gettext_noop(
        "Twice the same number is played four times, by any checkers you like. Two together hold a point: Black cannot "
        "land there."
    ),
    task=gettext_noop("Make two new points, 5 and 3"),
    begin=rolled(_START, _START, (3, 3), _FREE),
    goal=lambda state: min(state.position.mine[5], state.position.mine[3]) >= 2,
    right=gettext_noop("Four steps, two new points. With point 6 you hold three of the six by which Black comes in."),
    wrong=gettext_noop("Legal, but try to hold both: two checkers from 8 to 5, and two from 6 to 3."),
)
BEAR_OFF: Final = Lesson(  # OFF-1, OFF-2, OFF-4, OFF-5
    key="bear-off",
    title=gettext_noop("Bearing off"),
    text=gettext_noop(
        "All your checkers are home, so they may leave. A 3 takes one off point 3; a 6 finds nobody on point 6, and "
        "then takes one off your highest point."
    ),
    task=gettext_noop("Bear off two checkers"),
    begin=rolled("5:2 4:1 3:2 2:1", "6:4 5:4 4:4 3:3", (6, 3), _FREE),
    goal=lambda state: state.position.mine[OFF] == 11,
    right=gettext_noop("Two off, four to go. The first with all fifteen off wins the game."),
    wrong=gettext_noop(
        "Legal: a number may also be played inside your home. But it is faster to take one off with each."
    ),
)
CUBE: Final = Lesson(  # CUBE-2, CUBE-6, CUBE-7
    key="cube",
    title=gettext_noop("The cube"),
    text=gettext_noop(
        "Before rolling, a player may double. You drop and lose 1 point, or take and play on for 2. Black has two "
        "checkers left, three and two points from the end; if one of them stays, you win next."
    ),
    task=gettext_noop("Black doubles to 2: take or drop?"),
    begin=moment(
        "1:2", "3:1 2:1", Phase.DOUBLED, _FREE, on_roll=LEARNER.other, offer=Offer(2, LEARNER.other, LEARNER.other)
    ),
    goal=lambda state: state.cube == Cube(2, LEARNER),
    right=gettext_noop(
        "Rightly taken. Of the 36 rolls the 11 with a 1 fail, so in 36 games you lose 25 times 2 and win 11 times 2: 28"
        " points lost. Dropping loses 36. To win one game in four is enough to take."
    ),
    wrong=gettext_noop(
        "Dropping is safe, and Black is ahead. But count 36 games: dropped, they cost 36 points. Taken, Black fails "
        "with the 11 rolls that have a 1, so you lose 25 times 2 and win 11 times 2: that costs 28."
    ),
)
GAMMON: Final = Lesson(  # WIN-1 ... WIN-4, MATCH-1
    key="gammon",
    title=gettext_noop("Gammon and match"),
    text=gettext_noop(
        "You win what the cube shows; twice that if Black has borne off nothing, a gammon; three times if besides one "
        "of his checkers is on the bar or in your home. The cube is at 2, and you lead 1 to 0 in a match to 5."
    ),
    task=gettext_noop("Win now: bear off both checkers"),
    begin=rolled("2:1 1:1", "13:1 8:4 6:5 5:5", (2, 1), _FOUR_AWAY, cube=Cube(2, LEARNER)),
    goal=lambda state: state.result is not None and state.result.points == 4,
    right=gettext_noop("A gammon: 2 times 2 is 4 points. With the one you had that makes 5, and the match is yours."),
    wrong=gettext_noop("Legal, but one checker is left and Black may roll again. Take one off with each die."),
)

CHAPTER: Final = Chapter(
    title=Backgammon.name,
    lessons=(AIM, ROLL, HIT, ENTER, DOUBLES, BEAR_OFF, CUBE, GAMMON),
)
