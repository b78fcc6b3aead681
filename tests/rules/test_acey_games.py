"""Acey-Deucey: confirmed parts, resigning, scoring, the European tradition, records (rules.md §2, AD-14, AD-16)."""

import pytest

from games.rules.errors import IllegalPlay, ResignationRefused, WrongPhase
from games.rules.game import (
    Lost,
    Phase,
    Reason,
    Result,
    Seat,
    Stage,
    Terms,
    choose,
    forfeit,
    play,
    resign,
    roll,
)
from games.rules.history import Entry, replay
from games.rules.notation import read_play
from games.rules.snapshot import from_json, to_json
from tests.rules.acey import (
    ALL_IN_HAND,
    BLACK_TO_ROLL,
    COUNT,
    EUROPEAN,
    SEED,
    TWO_LEFT,
    TWO_SIXES,
    after_1_2,
    begun,
    moment,
    played,
)
from tests.rules.boards import BLACK, WHITE, to_roll

# Each part is confirmed on its own


def test_part_that_was_confirmed_cannot_be_played_again() -> None:
    """TURN-3, AMB-32."""
    state = roll(to_roll(WHITE, ALL_IN_HAND, SEED), WHITE, (1, 2))
    play_1_2 = read_play(state.variant, state.seen_by(WHITE), (1, 2), "hand/24 hand/23")
    state = play(state, WHITE, play_1_2)
    with pytest.raises(WrongPhase, match="choose the double"):
        play(state, WHITE, play_1_2)
    state = choose(state, WHITE, 3)
    with pytest.raises(IllegalPlay, match="not a legal play of this roll"):
        play(state, WHITE, play_1_2)
    with pytest.raises(WrongPhase, match="you have rolled and must play"):
        choose(state, WHITE, 4)


# Resigning and scoring


def test_resigning_costs_one_point_in_any_part_of_a_turn() -> None:
    """AD-16: the only level is the highest, so nobody has to accept it (RES-5)."""
    for state in (to_roll(WHITE, ALL_IN_HAND, SEED), after_1_2(), choose(after_1_2(), WHITE, 3)):
        assert state.resign_levels(WHITE) == (1,)
        assert resign(state, WHITE, 1).result == Result(BLACK, Reason.RESIGN, 1, 1)
        with pytest.raises(ResignationRefused, match="no longer lose that much"):
            resign(state, WHITE, 2)


def test_resigning_where_checkers_count_costs_exactly_those_left() -> None:
    """AD-16: hand and bar included."""
    state = begun("bar:1 hand:2 6:4", terms=COUNT)
    assert state.resign_levels(WHITE) == (7,)
    assert state.resign_points(7) == 7
    assert resign(state, WHITE, 7).result == Result(BLACK, Reason.RESIGN, 7, 7)
    for level in (0, 1, 6):
        with pytest.raises(ResignationRefused, match="level you can lose: 7"):
            resign(state, WHITE, level)
    with pytest.raises(ResignationRefused, match="no longer lose that much"):
        resign(state, WHITE, 8)


def test_resigning_where_checkers_count_is_read_from_the_record() -> None:
    """Two digits, as they are stored."""
    opening = Entry("roll", None, (6, 2))
    assert replay(COUNT, [opening, Entry("resign", WHITE, text="15")]).result == Result(BLACK, Reason.RESIGN, 15, 15)


def test_giving_up_the_match() -> None:
    """RES-6."""
    terms = Terms("acey-deucey", away=(3, 2))
    assert forfeit(to_roll(WHITE, ALL_IN_HAND, terms), WHITE).result == Result(BLACK, Reason.FORFEIT, 1, 2)


def test_checkers_left_are_counted_at_the_end() -> None:
    """AD-14, bug case J-4: 9 points, and nothing else becomes of the 9."""
    for terms, points in ((SEED, 1), (COUNT, 9)):
        state = played(roll(to_roll(BLACK, TWO_LEFT, terms), BLACK, (6, 5)), "2/off 1/off")
        assert state.result == Result(BLACK, Reason.BEAROFF, points, points)


# The European tradition (rules.md §2.3)


def test_complement_follows_a_rolled_double_and_then_another_roll() -> None:
    state = roll(to_roll(WHITE, ALL_IN_HAND, EUROPEAN), WHITE, (3, 3))
    state = played(state, "hand/22(4)")
    assert moment(state) == (Phase.TO_PLAY, WHITE, Stage.COMPLEMENT, (4, 4))
    state = played(state, "hand/21(4)")
    assert moment(state) == (Phase.TO_ROLL, WHITE, Stage.EXTRA, None)
    state = played(roll(state, WHITE, (6, 6)), "hand/19(4)")
    assert moment(state) == (Phase.TO_PLAY, WHITE, Stage.COMPLEMENT, (1, 1))


def test_complement_is_lost_when_the_double_is_cut_short() -> None:
    state = roll(to_roll(WHITE, TWO_SIXES, EUROPEAN), WHITE, (6, 6))
    state = played(state, "8/2(2)")
    assert moment(state) == BLACK_TO_ROLL
    assert state.lost == Lost(WHITE, Stage.ROLL, (6, 6), (6, 6))


def test_complement_cut_short_loses_the_roll() -> None:
    # After four ones from 5 to 4, two sixes can be played.
    state = roll(begun("13:1 8:2 5:4 1:8", "18:2 6:13", EUROPEAN), WHITE, (1, 1))
    state = played(state, "5/4(4)")
    assert moment(state) == (Phase.TO_PLAY, WHITE, Stage.COMPLEMENT, (6, 6))
    state = played(state, "8/2(2)")
    assert moment(state) == BLACK_TO_ROLL
    assert state.lost == Lost(WHITE, Stage.COMPLEMENT, (6, 6), (6, 6))


def test_complement_that_cannot_be_played_loses_the_rest_at_once() -> None:
    state = roll(begun("13:3 5:4 1:8", "18:2 6:13", EUROPEAN), WHITE, (1, 1))
    state = played(state, "5/4(4)")
    assert moment(state) == BLACK_TO_ROLL
    assert state.lost == Lost(WHITE, Stage.COMPLEMENT, (6, 6), (6, 6, 6, 6))


def test_complement_wins() -> None:
    """AD-13."""
    state = roll(begun("5:1 2:4", "hand:9", EUROPEAN), WHITE, (2, 2))
    state = played(state, "2/off(4)")
    assert moment(state) == (Phase.TO_PLAY, WHITE, Stage.COMPLEMENT, (5, 5))
    assert played(state, "5/off").result == Result(WHITE, Reason.BEAROFF, 1, 1)


def test_chosen_double_has_no_complement() -> None:
    state = played(choose(after_1_2(EUROPEAN), WHITE, 3), "hand/22(4)")
    assert moment(state) == (Phase.TO_ROLL, WHITE, Stage.EXTRA, None)


# The record


@pytest.mark.parametrize(
    ("terms", "entries", "end"),
    [
        (
            SEED,
            [
                Entry("roll", None, (2, 5)),
                Entry("roll", BLACK, (1, 2)),
                Entry("play", BLACK, text="hand/23 hand/24"),
                Entry("choose", BLACK, text="6"),
                Entry("play", BLACK, text="hand/19(4)"),
                Entry("roll", BLACK, (2, 1)),
                Entry("play", BLACK, text="hand/22"),
                Entry("choose", BLACK, text="5"),
                Entry("play", BLACK, text="hand/20(4)"),
                Entry("roll", BLACK, (6, 6)),
            ],
            (Phase.TO_PLAY, BLACK, Stage.EXTRA, (6, 6)),
        ),
        (
            EUROPEAN,
            [
                Entry("roll", None, (5, 2)),
                Entry("roll", WHITE, (3, 3)),
                Entry("play", WHITE, text="hand/22(4)"),
                Entry("play", WHITE, text="hand/21(4)"),
                Entry("roll", WHITE, (6, 4)),
            ],
            (Phase.TO_PLAY, WHITE, Stage.EXTRA, (6, 4)),
        ),
    ],
    ids=["seed", "european"],
)
def test_record_and_snapshot_carry_every_stage(
    terms: Terms, entries: list[Entry], end: tuple[Phase, Seat | None, Stage, tuple[int, int] | None]
) -> None:
    for number in range(1, len(entries) + 1):
        state = replay(terms, entries[:number])
        assert from_json(to_json(state)) == state
    assert moment(state) == end


def test_snapshot_carries_what_was_lost() -> None:
    state = roll(begun("bar:1 13:14", "1:2 2:2 3:11", COUNT), WHITE, (1, 2))
    assert state.lost
    assert from_json(to_json(state)) == state
