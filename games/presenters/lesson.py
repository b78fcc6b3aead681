"""A lesson in words: the table of one moment of a game, what is to be done there, and what the answer to it meant."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.lessons import CHAPTERS, LESSONS, Chapter, Lesson
from games.lessons.lesson import LEARNER, Answer
from games.presenters.actions import ActionsView, AnswerView, answer_view, confirm_view
from games.presenters.board import BoardView, board_view
from games.presenters.call import CallView, asked_of
from games.presenters.dice import DiceView, dice_view
from games.presenters.flights import NewestView, newest_view
from games.presenters.people import People, sentences
from games.presenters.positions import pips_text, position_text
from games.presenters.speech import spoken_draft
from games.presenters.stages import DoublesView, StepView, doubles_view, trail
from games.presenters.table import focus_of
from games.presenters.turns import newest_turn, read_turns
from games.rules.game import GameState
from games.rules.plays import Draft

KEYS = tuple(LESSONS)


@dataclass(frozen=True, slots=True)
class LinkView:
    """Another lesson, or the page after the last."""

    url: str
    text: str


@dataclass(frozen=True, slots=True)
class LessonView:
    """The table of a lesson: what the templates of a table ask for, and where to go once the answer is given."""

    css: str
    match_url: str
    version: int
    progress: str
    title: str
    pips: str
    board_said: str
    drafted: str
    focus: str
    newest: NewestView
    notice: str
    note: str
    auto: None  # nothing is played for somebody who learns
    text_css: str
    verdict: str  # whether the answer was right; `text` then says what it meant
    text: str
    call: CallView
    trail: tuple[StepView, ...]
    doubles: DoublesView | None
    board: BoardView
    dice: DiceView
    seated: bool
    actions: ActionsView | None
    answer: AnswerView | None
    is_step: bool
    again: LinkView | None
    onward: LinkView | None


@dataclass(frozen=True, slots=True)
class ContentsView:
    """A line of the list of lessons."""

    key: str
    number: int
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class ChapterView:
    """The lessons about one game, and what else is to be known of it."""

    title: str
    lessons: tuple[ContentsView, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """What is seen of a lesson: a draft of its roll, or what became of the learner's answer; and what he is told.

    A notice says why something was refused, a note what was asked for.
    """

    draft: Draft | None
    answer: Answer | None = None
    notice: str = ""
    note: str = ""


def lesson_view(lesson: Lesson, sight: Sight) -> LessonView:
    """The lesson with a draft of its roll on the board, or with what became of the learner's answer."""
    draft, answer = sight.draft, sight.answer
    state = answer.state if answer else lesson.begin
    record = answer.record if answer else lesson.record
    who = People(LEARNER, {LEARNER: _("White"), LEARNER.other: _("Black")}, get_language() or "")
    open_draft = None if answer else draft
    begun = draft if draft and draft.steps else None
    position = open_draft.position if open_draft else state.seen_by(LEARNER)
    turn, has_hand = newest_turn(read_turns(record)), state.variant.has_hand
    url = reverse("games:lesson", args=[lesson.key])
    verdict, text = _verdict(lesson, answer) if answer else ("", _(lesson.text))
    doubles = None if answer else doubles_view(state, who)
    cube = None if answer else answer_view(state, who)
    return LessonView(
        css="table lesson" + " has-hand" * has_hand + " has-choice" * (lesson.begin.dice is None),
        match_url=url,
        version=0,
        progress=_("Lesson %(number)s of %(all)s") % {"number": KEYS.index(lesson.key) + 1, "all": len(KEYS)},
        title=_(lesson.title),
        pips=pips_text(state.variant, position, who),
        board_said=position_text(position, who),
        focus=("next" if answer.right else "again") if answer else focus_of(draft, cube, doubles, state, who),
        drafted=open_draft.text if open_draft else "",
        newest=newest_view(record, state, begun, sight.notice or sight.note, position, who),
        notice=sight.notice,
        note=sight.note,
        auto=None,
        text_css=f"text is-{'right' if answer.right else 'wrong'}" if answer else "text",
        verdict=verdict,
        text=text,
        call=_call(lesson, sight, sentences(verdict, text) if answer else ""),
        trail=trail(turn, state),
        doubles=doubles,
        board=board_view(position, state, record, open_draft, who, has_hand=has_hand),
        dice=dice_view(state, turn, draft, url, 0, who),
        seated=True,
        actions=None if answer else _actions(state, draft),
        answer=cube,
        is_step=False,
        again=LinkView(url, _("Try again")) if answer and not answer.right else None,
        onward=onward(lesson) if answer and answer.right else None,
    )


def onward(lesson: Lesson) -> LinkView:
    """The next lesson, or the page after the last."""
    number = KEYS.index(lesson.key) + 1
    if number == len(KEYS):
        return LinkView(reverse("games:learnt"), _("Finish"))
    return LinkView(reverse("games:lesson", args=[KEYS[number]]), _("Next lesson"))


def back(lesson: Lesson) -> LinkView | None:
    """The lesson before, if there is one."""
    number = KEYS.index(lesson.key)
    if number == 0:
        return None
    return LinkView(reverse("games:lesson", args=[KEYS[number - 1]]), _("Previous lesson"))


def chapter_views() -> tuple[ChapterView, ...]:
    """The list of all lessons."""
    return tuple(map(_chapter, CHAPTERS))


def notes_for(lesson: Lesson) -> ChapterView | None:
    """The chapter of a lesson, where it has notes."""
    return next((_chapter(each) for each in CHAPTERS if lesson in each.lessons and each.notes), None)


def _chapter(chapter: Chapter) -> ChapterView:
    return ChapterView(
        title=_(chapter.title),
        lessons=tuple(
            ContentsView(
                key=each.key,
                number=KEYS.index(each.key) + 1,
                title=_(each.title),
                url=reverse("games:lesson", args=[each.key]),
            )
            for each in chapter.lessons
        ),
        notes=tuple(_(note) for note in chapter.notes),
    )


def _call(lesson: Lesson, sight: Sight, verdict: str) -> CallView:
    """What is to be done, or, where a draft has been begun, what is still to be done."""
    if verdict:
        return CallView("call", _(lesson.task), "", verdict)
    draft = sight.draft if sight.draft and sight.draft.steps else None
    headline = asked_of(draft) if draft else _(lesson.task)
    said = spoken_draft(draft, headline) if draft and not sight.notice else sentences(sight.notice, headline)
    return CallView("call is-yours", headline, "", sight.note or said)


def _verdict(lesson: Lesson, answer: Answer) -> tuple[str, str]:
    if answer.right:
        return _("Well done."), _(lesson.right)
    return _("Not quite."), _(lesson.wrong)


def _actions(state: GameState, draft: Draft | None) -> ActionsView | None:
    """The buttons of a draft; a lesson has no others."""
    if draft is None:
        return None
    confirm = confirm_view(state, draft)
    return ActionsView(roll=False, double=None, confirm=confirm, resignations=(), may_abort=False)
