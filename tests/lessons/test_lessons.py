"""The lessons are real: legal positions, tasks that can be done and missed by the rules, figures that are true."""

import pytest

from games.lessons import CHAPTERS, LESSONS, Lesson
from games.presenters.table import begin_draft
from games.rules import game
from games.rules.errors import RuleError
from games.rules.game import Phase, Seat
from games.rules.history import Entry, replay
from games.rules.notation import format_play, format_step
from games.rules.position import check_position

ALL = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
ROLLED = [each for each in LESSONS.values() if each.begin.phase == Phase.TO_PLAY]


def verdicts(lesson: Lesson) -> list[bool]:
    """Whether each answer that the rules allow is right."""
    state = lesson.begin
    if state.offer:
        return [lesson.answer(kind, "").right for kind in ("take", "drop")]
    if state.phase == Phase.TO_CHOOSE:
        return [lesson.answer("choose", str(choice.number)).right for choice in state.choices()]
    if lesson.steps:
        firsts = [begin_draft(state, format_step(step)) for step in begin_draft(state).next_steps]
        return [answer.right for draft in firsts if (answer := lesson.answer_of(draft))]
    return [lesson.answer("play", format_play(play)).right for play in state.legal()]


def test_there_are_ten_lessons_and_each_has_a_name_of_its_own() -> None:
    assert sum(len(chapter.lessons) for chapter in CHAPTERS) == len(LESSONS) == 10


@ALL
def test_the_position_is_legal_and_the_learner_has_to_act(lesson: Lesson) -> None:
    check_position(lesson.begin.position)
    check_position(lesson.begin.position.swapped())
    assert lesson.begin.to_act == Seat.WHITE


@ALL
def test_the_task_can_be_done_and_can_be_missed(lesson: Lesson) -> None:
    assert set(verdicts(lesson)) == {True, False}


@pytest.mark.parametrize("lesson", ROLLED, ids=lambda lesson: lesson.key)
def test_the_task_is_no_lucky_guess(lesson: Lesson) -> None:
    """At most every second legal answer does it."""
    found = verdicts(lesson)
    assert found.count(True) * 2 <= len(found)


@ALL
def test_what_is_no_answer_is_refused(lesson: Lesson) -> None:
    for kind, text in (("roll", ""), ("resign", "1"), ("abort", ""), ("flag", ""), ("play", "24/1"), ("choose", "7")):
        with pytest.raises(RuleError):
            lesson.answer(kind, text)


def test_the_cube_is_explained_by_true_figures() -> None:
    """Of Black's 36 rolls 11 fail, those with a 1; so a take costs 28 points in 36 games, a drop 36 (CUBE-7)."""
    lesson = LESSONS["cube"]
    taken, dropped = lesson.answer("take", "").state, lesson.answer("drop", "").state
    fail = set()
    for dice in [(first, second) for first in range(1, 7) for second in range(1, 7)]:
        after = game.roll(taken, Seat.BLACK, dice)
        if not any(game.play(after, Seat.BLACK, play).result for play in after.legal()):
            fail.add(dice)
    assert fail == {dice for dice in [(a, b) for a in range(1, 7) for b in range(1, 7)] if 1 in dice}
    cost = (36 - len(fail)) * taken.cube.value - len(fail) * taken.cube.value
    assert dropped.result
    assert (len(fail), cost, 36 * dropped.result.points) == (11, 28, 36)


def test_whoever_took_wins_next_where_black_fails() -> None:
    taken = LESSONS["cube"].answer("take", "").state
    failed = game.roll(taken, Seat.BLACK, (2, 1))
    failed = game.play(failed, Seat.BLACK, next(iter(failed.legal())))
    for dice in [(first, second) for first in range(1, 7) for second in range(1, 7)]:
        rolled = game.roll(failed, Seat.WHITE, dice)
        assert all(game.play(rolled, Seat.WHITE, play).result for play in rolled.legal())


def test_the_gammon_is_worth_what_the_lesson_says() -> None:
    result = LESSONS["gammon"].answer("play", "2/off 1/off").state.result
    assert result
    assert (result.multiplier, result.points, LESSONS["gammon"].begin.terms.needs(Seat.WHITE)) == (2, 4, 4)


def test_the_chosen_double_comes_after_a_real_1_and_2() -> None:
    """The moment is the one that the record before it leads to (AD-9)."""
    lesson = LESSONS["long-turn"]
    start = replay(lesson.begin.terms, [Entry("roll", None, (3, 1)), Entry("roll", Seat.WHITE, (2, 1))])
    played = game.play(start, Seat.WHITE, next(p for p in start.legal() if format_play(p) == lesson.record[1].text))
    assert (played.phase, played.stage) == (lesson.begin.phase, lesson.begin.stage)
    assert played.position.mine == lesson.begin.position.mine
