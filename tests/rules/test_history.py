"""The record of a game: every entry, and replaying it."""

import pytest

from games.rules.errors import BadNotation, IllegalPlay, NotOnRoll, RuleError, WrongPhase
from games.rules.game import Cube, Phase, Reason, Result, Terms, new_game
from games.rules.history import OF_THE_MATCH, Entry, Kind, apply, replay
from tests.rules.boards import BLACK, WHITE, to_roll

OPENING = Entry("roll", None, (3, 1))


def test_replay_of_nothing_is_a_new_game() -> None:
    assert replay(Terms(), []) == new_game(Terms())


def test_replay_goes_through_every_kind_of_entry() -> None:
    state = replay(
        Terms(max_beavers=2),
        [
            Entry("roll", None, (5, 5)),
            OPENING,
            Entry("play", WHITE, text="8/5 6/5"),
            Entry("double", BLACK),
            Entry("beaver", WHITE),
            Entry("beaver", BLACK),
            Entry("take", WHITE),
            Entry("roll", BLACK, (4, 2)),
            Entry("resign", BLACK, text="1"),
            Entry("refuse", WHITE),
            Entry("play", BLACK, text="8/4 6/4"),
            Entry("resign", WHITE, text="2"),
            Entry("accept", BLACK),
        ],
    )
    assert state.result == Result(BLACK, Reason.RESIGN, 2, 16)
    assert state.cube == Cube(8, WHITE)
    assert state.seen_by(WHITE).mine[5] == state.seen_by(BLACK).mine[4] == 2


def test_replay_of_a_drop_and_of_a_forfeit() -> None:
    terms = Terms(away=(7, 5))
    start = [OPENING, Entry("play", WHITE, text="8/5 6/5"), Entry("double", BLACK)]
    assert replay(terms, [*start, Entry("drop", WHITE)]).result == Result(BLACK, Reason.DROP, 1, 1)
    assert replay(terms, [*start, Entry("forfeit", BLACK)]).result == Result(WHITE, Reason.FORFEIT, 1, 7)


def test_apply_moves_of_the_match_change_no_game() -> None:
    """MONEY-1: leaving a session, say, is between its games."""
    state = new_game(Terms())
    assert Kind.LEAVE in OF_THE_MATCH
    for kind in OF_THE_MATCH:
        assert apply(state, Entry(kind, WHITE)) == state


@pytest.mark.parametrize(
    ("entry", "error"),
    [
        (Entry("roll", None, (6, 1)), WrongPhase),
        (Entry("roll", BLACK, (6, 1)), NotOnRoll),
        (Entry("roll", WHITE), BadNotation),
        (Entry("roll", WHITE, (0, 1)), BadNotation),
        (Entry("play", WHITE, text="24/18"), WrongPhase),
        (Entry("double", None), BadNotation),
        (Entry("resign", WHITE, text="all"), BadNotation),
        (Entry("resign", WHITE, text="9" * 10_000), BadNotation),
        (Entry("resign", WHITE, text="²"), BadNotation),
        (Entry("choose", WHITE, text="3"), WrongPhase),
        (Entry("dance", WHITE), BadNotation),
        (Entry("", WHITE), BadNotation),
    ],
)
def test_apply_refuses_what_does_not_fit(entry: Entry, error: type[RuleError]) -> None:
    state = to_roll(WHITE)
    assert apply(state, Entry("roll", WHITE, (6, 1))).phase == Phase.TO_PLAY
    with pytest.raises(error) as caught:
        apply(state, entry)
    assert str(caught.value)


def test_apply_play_reads_it_for_the_seat_on_roll() -> None:
    rolled = apply(to_roll(BLACK), Entry("roll", BLACK, (3, 1)))
    assert apply(rolled, Entry("play", BLACK, text="8/5 6/5")).seen_by(BLACK).mine[5] == 2
    with pytest.raises(NotOnRoll):
        apply(rolled, Entry("play", WHITE, text="8/5 6/5"))
    with pytest.raises(IllegalPlay):
        apply(rolled, Entry("play", BLACK, text="8/4 6/5"))
