"""RES-1 ... RES-7."""

from collections.abc import Callable

import pytest

from games.rules.errors import NotOnRoll, ResignationRefused, WrongPhase
from games.rules.game import (
    Cube,
    GameState,
    Phase,
    Reason,
    Resignation,
    Result,
    Seat,
    Terms,
    accept,
    double,
    forfeit,
    new_game,
    refuse,
    resign,
    roll,
    take,
)
from games.rules.position import Position, position
from tests.rules.boards import BLACK, RACE, WHITE, play_any, to_roll

BORNE_OFF = position("6:5 5:5 4:3", "24:2 6:13")


def test_resign_before_the_roll_and_after_it() -> None:
    """RES-1."""
    for state in (to_roll(WHITE), roll(to_roll(WHITE), WHITE, (6, 5))):
        offered = resign(state, WHITE, 1)
        assert (offered.phase, offered.to_act, offered.on_roll) == (Phase.RESIGNING, BLACK, WHITE)
        assert offered.resignation == Resignation(1, WHITE, state.phase)


@pytest.mark.parametrize(("level", "points"), [(1, 2), (2, 4)])
def test_resign_accepted_scores_level_times_cube(level: int, points: int) -> None:
    """RES-2, bug case E-6: what is offered and accepted counts."""
    state = resign(to_roll(WHITE, cube=Cube(2, WHITE)), WHITE, level)
    assert state.resign_points(level) == points
    assert accept(state, BLACK).result == Result(BLACK, Reason.RESIGN, level, points)


def test_resign_refused_leaves_all_as_it_was() -> None:
    """RES-2, S18: same player, same dice, same position."""
    before = roll(to_roll(BLACK), BLACK, (4, 2))
    after = refuse(resign(before, BLACK, 2), WHITE)
    assert (after.phase, after.to_act, after.dice) == (Phase.TO_PLAY, BLACK, (4, 2))
    assert (after.position, after.resignation) == (before.position, None)
    assert len(after.legal()) == len(before.legal())
    before_roll = to_roll(BLACK)
    after = refuse(resign(before_roll, BLACK, 2), WHITE)
    assert (after.phase, after.to_act, after.dice) == (Phase.TO_ROLL, BLACK, None)


def test_resign_pending_stops_the_game() -> None:
    """RES-3, bug case D-17: no roll, no play, no double, no second offer."""
    state = resign(to_roll(WHITE), WHITE, 1)
    commands: list[Callable[[Seat], GameState]] = [
        lambda seat: roll(state, seat, (6, 5)),
        lambda seat: double(state, seat),
        lambda seat: take(state, seat),
        lambda seat: resign(state, seat, 2),
    ]
    for command in commands:
        with pytest.raises(NotOnRoll, match="answer the resignation"):
            command(WHITE)
        with pytest.raises(WrongPhase, match="resignation is waiting"):
            command(BLACK)


def test_resign_out_of_turn_is_refused() -> None:
    """RES-1: neither on the opponent's turn nor instead of answering a double."""
    with pytest.raises(NotOnRoll):
        resign(to_roll(WHITE), BLACK, 1)
    doubled = double(to_roll(WHITE), WHITE)
    with pytest.raises(WrongPhase, match="double is waiting"):
        resign(doubled, BLACK, 1)
    assert doubled.resign_levels(BLACK) == ()


def test_resign_refused_level_must_be_raised_in_the_same_turn() -> None:
    """RES-4: not again at or below; higher is fine; in the next turn all is open again."""
    state = to_roll(WHITE)
    assert state.resign_levels(WHITE) == (1, 2, 3)
    state = refuse(resign(state, WHITE, 1), BLACK)
    assert state.resign_levels(WHITE) == (2, 3)
    with pytest.raises(ResignationRefused, match="already refused"):
        resign(state, WHITE, 1)
    state = refuse(resign(state, WHITE, 2), BLACK)
    assert state.resign_levels(WHITE) == (3,)
    for level in (1, 2):
        with pytest.raises(ResignationRefused, match="already refused"):
            resign(state, WHITE, level)
    state = roll(state, WHITE, (6, 5))
    assert state.resign_levels(WHITE) == (3,)
    state = play_any(state)
    assert state.resign_levels(BLACK) == (1, 2, 3)
    state = play_any(roll(state, BLACK, (6, 5)))
    assert state.resign_levels(WHITE) == (1, 2, 3)


def test_resign_refused_level_lasts_over_a_double() -> None:
    """RES-4: the doubler's turn goes on after the take."""
    state = refuse(resign(to_roll(WHITE), WHITE, 1), BLACK)
    assert take(double(state, WHITE), BLACK).resign_levels(WHITE) == (2, 3)


@pytest.mark.parametrize(
    ("board", "highest"),
    [
        (BORNE_OFF, 1),
        (RACE, 2),
        (position("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5"), 3),
        (position("bar:1 6:14", "3:5"), 3),
        (position("19:1 6:14", "3:5"), 3),
        (position("18:1 6:14", "3:5"), 2),
    ],
)
def test_resign_highest_level_ends_the_game(board: Position, highest: int) -> None:
    """RES-5, bug case E-7: the most that can be lost is accepted of itself, more is refused."""
    state = to_roll(WHITE, board, cube=Cube(2, BLACK))
    assert state.max_level(WHITE) == highest
    assert state.resign_levels(WHITE) == tuple(range(1, highest + 1))
    over = resign(state, WHITE, highest)
    assert over.result == Result(BLACK, Reason.RESIGN, highest, 2 * highest)
    assert over.phase == Phase.OVER
    with pytest.raises(ResignationRefused, match="no longer lose that much"):
        resign(state, WHITE, highest + 1)


@pytest.mark.parametrize("level", [0, -1])
def test_resign_level_must_be_one_at_least(level: int) -> None:
    with pytest.raises(ResignationRefused, match="level you can lose: 1, 2, 3"):
        resign(to_roll(), WHITE, level)


def test_resign_under_jacoby_with_a_centred_cube_is_single() -> None:
    """RES-5, MONEY-2, S19; an automatic double does not lift it."""
    terms = Terms(jacoby=True, automatic_doubles=1)
    state = to_roll(WHITE, terms=terms, cube=Cube(2), doubled_automatically=1)
    assert state.resign_levels(WHITE) == (1,)
    with pytest.raises(ResignationRefused, match="Jacoby"):
        resign(state, WHITE, 2)
    assert resign(state, WHITE, 1).result == Result(BLACK, Reason.RESIGN, 1, 2)


def test_resign_under_jacoby_after_a_take_is_free() -> None:
    state = take(double(to_roll(WHITE, terms=Terms(jacoby=True)), WHITE), BLACK)
    assert state.resign_levels(WHITE) == (1, 2, 3)


def test_resign_is_judged_by_the_board_of_the_resigner() -> None:
    """Both seats: Black has borne off, White has not."""
    board = BORNE_OFF.swapped()
    assert to_roll(WHITE, board).max_level(WHITE) == 3
    assert to_roll(WHITE, board).max_level(BLACK) == 1


def test_accept_counts_once() -> None:
    """RES-7, bug case E-12: a second click finds the game over."""
    over = accept(resign(to_roll(WHITE), WHITE, 1), BLACK)
    for answer in (accept, refuse):
        with pytest.raises(WrongPhase, match="the game is over"):
            answer(over, BLACK)


@pytest.mark.parametrize("seat", list(Seat))
def test_accept_needs_an_offer(seat: Seat) -> None:
    for answer in (accept, refuse):
        with pytest.raises(WrongPhase):
            answer(to_roll(seat), seat)
        with pytest.raises(NotOnRoll):
            answer(to_roll(seat.other), seat)


# Giving up the match


def test_forfeit_gives_the_opponent_all_he_needs() -> None:
    """RES-6: at any moment of a running game, whoever's turn it is."""
    terms = Terms(away=(5, 3))
    states = [
        new_game(terms),
        to_roll(WHITE, terms=terms),
        roll(to_roll(BLACK, terms=terms), BLACK, (6, 5)),
        double(to_roll(BLACK, terms=terms), BLACK),
        resign(to_roll(WHITE, terms=terms), WHITE, 1),
    ]
    for state in states:
        over = forfeit(state, WHITE)
        assert over.result == Result(BLACK, Reason.FORFEIT, 1, 3)
        assert (over.phase, over.to_act, over.offer, over.resignation) == (Phase.OVER, None, None, None)
        assert state.forfeit_points(WHITE) == 3
        assert forfeit(state, BLACK).result == Result(WHITE, Reason.FORFEIT, 1, 5)


def test_forfeit_in_a_session_is_refused() -> None:
    assert to_roll().forfeit_points(WHITE) is None
    with pytest.raises(ResignationRefused, match="no match to give up"):
        forfeit(to_roll(), WHITE)
