"""The seam for variants whose turn goes on after a play (AD-2, AD-9, AD-10, AD-13).

A small variant has what no real one has together: backgammon's board and cube, and a turn that goes on after a 2-1.
Acey-Deucey itself is in test_acey_turns.
"""

import pytest

from games.rules import snapshot
from games.rules.errors import BadNotation, CubeRefused, NotOnRoll, WrongPhase
from games.rules.game import (
    GameState,
    Phase,
    Reason,
    Result,
    Terms,
    choose,
    double,
    new_game,
    play,
    refuse,
    resign,
    roll,
    roll_opening,
)
from games.rules.history import Entry, apply, replay
from games.rules.position import position
from games.rules.variants import VARIANTS, Stage
from games.rules.variants.backgammon import Backgammon
from tests.rules.boards import BLACK, WHITE, play_any, to_roll


class LongTurns(Backgammon):
    """After both numbers of a 2-1 a double is chosen, after all four of that comes a roll (AD-9)."""

    key = "long-turns"
    opening_roll_is_played = False

    def follows(self, stage: Stage, dice: tuple[int, int]) -> Stage | None:
        if stage == Stage.CHOSEN:
            return Stage.EXTRA
        return Stage.CHOICE if set(dice) == {1, 2} else None


TERMS = Terms(variant="long-turns")


@pytest.fixture(autouse=True)
def _long_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(VARIANTS, LongTurns.key, LongTurns())


def chosen_after_2_1(state: GameState, number: int) -> GameState:
    """The player to roll plays a 2-1 and chooses a double."""
    seat = state.to_act
    assert seat is not None
    return choose(play_any(roll(state, seat, (2, 1))), seat, number)


@pytest.mark.parametrize(("white", "black", "starter"), [(6, 2, WHITE), (1, 2, BLACK)])
def test_opening_roll_decides_the_order_only(white: int, black: int, starter: str) -> None:
    """AD-2, bug case J-1: the starter rolls two fresh dice, and without a cube decision (OPEN-4)."""
    state = roll_opening(new_game(TERMS), white, black)
    assert (state.phase, state.to_act, state.dice, state.first_turn) == (Phase.TO_ROLL, starter, None, True)
    assert state.to_act is not None
    with pytest.raises(CubeRefused, match="later turn"):
        double(state, state.to_act)
    state = roll(state, state.to_act, (4, 4))
    assert (state.phase, state.dice) == (Phase.TO_PLAY, (4, 4))
    state = play_any(state)
    assert (state.to_act, state.first_turn) == (WHITE if starter == BLACK else BLACK, False)


def test_turn_goes_on_with_a_chosen_double() -> None:
    state = play_any(roll(to_roll(WHITE, terms=TERMS), WHITE, (2, 1)))
    assert (state.phase, state.to_act, state.dice) == (Phase.TO_CHOOSE, WHITE, None)
    state = choose(state, WHITE, 3)
    assert (state.phase, state.to_act, state.dice, state.stage) == (Phase.TO_PLAY, WHITE, (3, 3), Stage.CHOSEN)
    assert state.legal().dice_used == 4


def test_turn_goes_on_with_an_extra_roll_without_a_cube_decision() -> None:
    """AD-9: after all four the same player rolls again; nobody doubles in between."""
    state = play_any(chosen_after_2_1(to_roll(WHITE, terms=TERMS), 3))
    assert (state.phase, state.to_act, state.dice, state.stage) == (Phase.TO_ROLL, WHITE, None, Stage.EXTRA)
    assert to_roll(WHITE, terms=TERMS).can_double(WHITE)
    assert not state.can_double(WHITE)
    with pytest.raises(CubeRefused, match="start of a later turn"):
        double(state, WHITE)
    state = play_any(roll(state, WHITE, (6, 5)))
    assert (state.phase, state.to_act, state.stage) == (Phase.TO_ROLL, BLACK, Stage.ROLL)
    assert state.can_double(BLACK)


def test_turn_without_limit() -> None:
    """AD-9.3: a new 2-1 starts again."""
    state = to_roll(BLACK, terms=TERMS)
    for number in (1, 6, 1):
        state = play_any(chosen_after_2_1(state, number))
        assert (state.phase, state.to_act) == (Phase.TO_ROLL, BLACK)


def test_rolled_double_gives_no_extra_roll() -> None:
    """AD-6: only a chosen one does."""
    state = play_any(roll(to_roll(WHITE, terms=TERMS), WHITE, (3, 3)))
    assert state.to_act == BLACK


def test_rest_is_lost_when_the_double_cannot_be_completed() -> None:
    """AD-10, bug case J-5: three of four sixes played, no extra roll."""
    board = position("20:1 14:1 1:13", "23:2 6:13")
    state = choose(to_roll(WHITE, board, TERMS, phase=Phase.TO_CHOOSE), WHITE, 6)
    assert (state.phase, state.legal().dice_used) == (Phase.TO_PLAY, 3)
    assert play_any(state).to_act == BLACK


def test_rest_is_lost_when_the_double_cannot_be_played_at_all() -> None:
    """AD-10, AD-11: the choice is free, also of a double without a play."""
    board = position("14:2 1:13", "17:2 6:13")
    state = choose(to_roll(WHITE, board, TERMS, phase=Phase.TO_CHOOSE), WHITE, 6)
    assert (state.phase, state.to_act, state.dice, state.stage) == (Phase.TO_ROLL, BLACK, None, Stage.ROLL)


def test_rest_is_lost_when_the_2_1_cannot_be_completed() -> None:
    """AD-10: the 1 enters, no 2 is left; no double to choose."""
    board = position("bar:1 6:14", "2:2 3:2 21:2 8:9")
    state = roll(to_roll(WHITE, board, TERMS), WHITE, (2, 1))
    assert state.legal().dice_used == 1
    state = play_any(state)
    assert (state.phase, state.to_act) == (Phase.TO_ROLL, BLACK)


def test_last_checker_off_wins_in_the_middle() -> None:
    """AD-13: before any double is chosen, and while it is played."""
    state = roll(to_roll(WHITE, position("2:1 1:1", "6:15"), TERMS), WHITE, (2, 1))
    won = next(play for play in state.legal() if play.result.mine[0] == 15)
    assert play(state, WHITE, won).result == Result(WHITE, Reason.BEAROFF, 2, 2)
    state = chosen_after_2_1(to_roll(WHITE, position("6:2", "6:15"), TERMS), 6)
    assert play_any(state).phase == Phase.OVER


def test_choose_fits_only_its_phase() -> None:
    state = play_any(roll(to_roll(WHITE, terms=TERMS), WHITE, (2, 1)))
    with pytest.raises(NotOnRoll):
        choose(state, BLACK, 3)
    for number in (0, 7):
        with pytest.raises(BadNotation, match="1 to 6"):
            choose(state, WHITE, number)
    with pytest.raises(WrongPhase, match="choose the double"):
        roll(state, WHITE, (6, 5))
    with pytest.raises(WrongPhase, match="your turn to roll"):
        choose(to_roll(WHITE, terms=TERMS), WHITE, 3)


def test_resignation_between_the_stages() -> None:
    """RES-1, RES-2, RES-4: refused, the choice still waits; the turn remembers the refusal to its end."""
    state = play_any(roll(to_roll(WHITE, terms=TERMS), WHITE, (2, 1)))
    state = refuse(resign(state, WHITE, 1), BLACK)
    assert (state.phase, state.to_act, state.resign_levels(WHITE)) == (Phase.TO_CHOOSE, WHITE, (2, 3))
    state = play_any(choose(state, WHITE, 3))
    assert (state.phase, state.resign_levels(WHITE)) == (Phase.TO_ROLL, (2, 3))
    state = refuse(resign(state, WHITE, 2), BLACK)
    assert (state.phase, state.stage) == (Phase.TO_ROLL, Stage.EXTRA)


def test_history_and_snapshot_carry_the_stages() -> None:
    entries = [
        Entry("roll", None, (5, 2)),
        Entry("roll", WHITE, (2, 1)),
        Entry("play", WHITE, text="13/11 6/5"),
        Entry("choose", WHITE, text="6"),
        Entry("play", WHITE, text="24/18(2) 13/7(2)"),
        Entry("roll", WHITE, (3, 1)),
    ]
    state = new_game(TERMS)
    for number, entry in enumerate(entries, start=1):
        state = apply(state, entry)
        assert replay(TERMS, entries[:number]) == state == snapshot.from_json(snapshot.to_json(state))
    assert (state.phase, state.to_act, state.stage) == (Phase.TO_PLAY, WHITE, Stage.EXTRA)
