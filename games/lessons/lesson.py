"""What a lesson is: a moment of a game in which White, the learner, has one thing to do, and when it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from games.rules.game import GameState, Phase, Seat, new_game
from games.rules.history import Entry, Kind, apply
from games.rules.plays import Draft
from games.rules.position import position
from games.rules.terms import Terms

LEARNER: Final = Seat.WHITE
ANSWERS: Final = {Kind.PLAY, Kind.TAKE, Kind.DROP, Kind.CHOOSE}


@dataclass(frozen=True, slots=True)
class Lesson:
    """One thing to learn. All texts are marked for translation, as is.

    `text` says how the game goes here, `task` what to do now; `goal` looks at what the rules have made of the
    learner's answer, and `right` or `wrong` says what it means. With `steps` a draft of so many steps is the answer.
    """

    key: str  # its name in addresses
    title: str
    text: str
    task: str
    begin: GameState
    goal: Callable[[GameState], bool]
    right: str
    wrong: str
    entries: tuple[Entry, ...] = ()
    steps: int | None = None

    @property
    def record(self) -> tuple[Entry, ...]:
        """What is told of the turn so far: the roll that waits to be played, where nothing else is."""
        dice = self.begin.dice
        return self.entries or ((Entry(Kind.ROLL, LEARNER, dice),) if dice else ())

    def answer(self, kind: str, text: str) -> Answer:
        """What becomes of a play, a decision about the cube or a choice; raises a RuleError where it is not legal."""
        if kind not in ANSWERS:
            raise self.begin.out_of_turn(LEARNER)
        entry = Entry(kind, LEARNER, None, text)
        return self._judged(apply(self.begin, entry), (*self.record, entry))

    def answer_of(self, draft: Draft) -> Answer | None:
        """The answer that this draft already is, if it is one."""
        if self.steps is None or len(draft.steps) < self.steps:
            return None
        return self._judged(replace(self.begin, position=draft.position), self.record)

    def _judged(self, state: GameState, record: tuple[Entry, ...]) -> Answer:
        return Answer(state, record, self.goal(state))


@dataclass(frozen=True, slots=True)
class Answer:
    """What the learner's answer has made of the game, and whether that was the task."""

    state: GameState
    record: tuple[Entry, ...]
    right: bool


@dataclass(frozen=True, slots=True)
class Chapter:
    """Lessons about one game; `notes` say in short what else is to be known, marked for translation."""

    title: str
    lessons: tuple[Lesson, ...]
    notes: tuple[str, ...] = ()


def moment(mine: str, theirs: str, phase: Phase, terms: Terms, **more: Any) -> GameState:
    """A moment in the middle of a game: the learner's turn, unless `more` says otherwise; `mine` are his checkers."""
    board = position(mine, theirs)
    return replace(new_game(terms), position=board, phase=phase, **{"on_roll": LEARNER, "first_turn": False, **more})


def rolled(mine: str, theirs: str, dice: tuple[int, int], terms: Terms, **more: Any) -> GameState:
    """A moment at which the learner has a roll to play."""
    return moment(mine, theirs, Phase.TO_PLAY, terms, dice=dice, **more)
