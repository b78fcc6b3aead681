"""The judge of histories, with journals made by hand: each bad one has one thing wrong with it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from games.rules.game import Terms, new_game, roll_opening
from tests.reliability.history import Asked, Op, Stored, faults
from tests.reliability.sight import Sight, sight_of

OPENED = roll_opening(new_game(Terms()), 3, 1)
PLAY, ROLL, DOUBLE = Asked("white", "play", "8/5 6/5"), Asked("black", "roll"), Asked("black", "double")


def sight(version: int, *rolled: int) -> Sight:
    return replace(sight_of(version, "playing", OPENED), rolled=rolled)


RECORD = [
    Stored(1, Asked("", "roll"), (1, 3), sight(1)),
    Stored(2, PLAY, (), sight(2)),
    Stored(3, ROLL, (5, 6), sight(3)),
]


def journal() -> list[Op]:
    """Two players and a watcher; the roll was asked for twice, because the first answer was lost."""
    return [
        Op(0, 1, PLAY, 1, "ok", 200, sight(2)),
        Op(2, 2, ROLL),
        Op(3, 2, DOUBLE, 6, "refused", 409, sight(3)),
        Op(4, 2, ROLL, 5, "ok", 200, sight(3, 5, 6)),
        Op(7, 0, None, 8, "ok", 200, sight(3, 5, 6)),
    ]


def test_good_journal_has_no_fault() -> None:
    assert list(faults(journal(), RECORD)) == []


def test_lost_answer_may_mean_either() -> None:
    """What was asked for and never answered may be stored, or not."""
    assert list(faults(journal()[:2], RECORD)) == []
    assert list(faults(journal()[:2], RECORD[:2])) == []


def test_record_with_a_gap() -> None:
    assert next(faults(journal(), RECORD[:1] + RECORD[2:])).startswith("the record has gaps or doubles")


def applied_twice(ops: list[Op], record: list[Stored]) -> None:
    record.append(Stored(4, ROLL, (2, 2), sight(4)))


def lost(ops: list[Op], record: list[Stored]) -> None:
    record.pop()
    del ops[2], ops[3]


def another_stored(ops: list[Op], record: list[Stored]) -> None:
    record[1] = Stored(2, replace(PLAY, text="24/20"), (), sight(2))
    ops.append(Op(0, 1, replace(PLAY, text="24/20")))


def old_table(ops: list[Op], record: list[Stored]) -> None:
    ops[0].seen = sight(1)


def refused_and_stored(ops: list[Op], record: list[Stored]) -> None:
    ops.append(Op(6, 2, ROLL, 9, "refused"))


def rolled_again(ops: list[Op], record: list[Stored]) -> None:
    ops[3].seen = sight(3, 4, 2)


def other_position(ops: list[Op], record: list[Stored]) -> None:
    ops[4].seen = replace(sight(3), position=OPENED.position.swapped()._replace(mine=(15,) + (0,) * 26))


def from_nowhere(ops: list[Op], record: list[Stored]) -> None:
    ops[4].seen = sight(5)


def went_back(ops: list[Op], record: list[Stored]) -> None:
    ops[4].seen = sight(2)


def before_it_was_asked(ops: list[Op], record: list[Stored]) -> None:
    ops.insert(0, Op(0, 0, None, 1, "ok", 200, sight(3)))
    ops[1].began = ops[1].ended = 1


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (applied_twice, "stored, but nobody asked for it"),
        (lost, "acknowledged and lost"),
        (another_stored, "acknowledged, but stored is another"),
        (old_table, "acknowledged with an old table"),
        (refused_and_stored, "refused and stored"),
        (rolled_again, "other dice than recorded"),
        (other_position, "seen otherwise than recorded"),
        (from_nowhere, "seen, but not in the record"),
        (went_back, "went back"),
        (before_it_was_asked, "shown before it was asked for"),
    ],
)
def test_bad_journal_is_seen_through(spoil: Callable[[list[Op], list[Stored]], None], sentence: str) -> None:
    ops, record = journal(), RECORD.copy()
    spoil(ops, record)
    assert any(fault.startswith(sentence) for fault in faults(ops, record)), list(faults(ops, record))
