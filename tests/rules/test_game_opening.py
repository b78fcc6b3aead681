"""OPEN-1 ... OPEN-5 and the automatic double MONEY-3."""

import pytest

from games.rules.errors import BadNotation, WrongPhase
from games.rules.game import Cube, Phase, Seat, Terms, double, new_game, resign, roll, roll_opening
from tests.rules.boards import BLACK, START, WHITE, play_any


def test_opening_starts_with_nobody_on_roll() -> None:
    state = new_game(Terms())
    assert (state.phase, state.to_act, state.dice, state.cube) == (Phase.OPENING, None, None, Cube(1, None))
    assert state.position == START
    assert (state.pips(WHITE), state.pips(BLACK)) == (167, 167)


@pytest.mark.parametrize(("white", "black", "starter"), [(6, 1, WHITE), (2, 5, BLACK)])
def test_opening_higher_die_plays_both_numbers(white: int, black: int, starter: Seat) -> None:
    state = roll_opening(new_game(Terms()), white, black)
    assert (state.phase, state.to_act, state.dice) == (Phase.TO_PLAY, starter, (white, black))
    assert state.first_turn
    assert state.legal().dice_used == 2


def test_opening_thirty_first_rolls_are_never_doubles() -> None:
    """OPEN-3, bug case G-8: 30 openings, fifteen for each starter."""
    opened = [roll_opening(new_game(Terms()), white, black) for white in range(1, 7) for black in range(1, 7)]
    started = [state.on_roll for state in opened if state.phase == Phase.TO_PLAY]
    assert (started.count(WHITE), started.count(BLACK)) == (15, 15)
    assert all(state.dice is None or state.dice[0] != state.dice[1] for state in opened)


def test_opening_tie_is_rolled_again() -> None:
    """OPEN-2, bug case G-11: a tie is no double to play."""
    state = roll_opening(new_game(Terms()), 4, 4)
    assert state == new_game(Terms())
    assert roll_opening(state, 4, 3).on_roll == WHITE


def test_opening_tie_doubles_where_agreed() -> None:
    """MONEY-3: the cube stays centred; ties beyond the limit change nothing."""
    state = new_game(Terms(automatic_doubles=2))
    values = []
    for _ in range(3):
        state = roll_opening(state, 5, 5)
        values.append((state.phase, state.cube))
    assert values == [(Phase.OPENING, Cube(2)), (Phase.OPENING, Cube(4)), (Phase.OPENING, Cube(4))]
    assert state.doubled_automatically == 2


def test_opening_tie_doubles_nothing_without_a_cube() -> None:
    assert roll_opening(new_game(Terms(automatic_doubles=1, cube=False)), 5, 5).cube == Cube(1)


def test_opening_roll_is_made_once() -> None:
    state = roll_opening(new_game(Terms()), 6, 1)
    with pytest.raises(WrongPhase):
        roll_opening(state, 6, 1)


def test_opening_refuses_other_commands() -> None:
    """OPEN-4: no cube before the opening roll, nothing to resign either."""
    state = new_game(Terms())
    for seat in Seat:
        assert state.resign_levels(seat) == ()
        for command in (lambda seat=seat: roll(state, seat, (6, 5)), lambda seat=seat: double(state, seat)):
            with pytest.raises(WrongPhase, match="opening roll comes first"):
                command()
        with pytest.raises(WrongPhase):
            resign(state, seat, 1)
    with pytest.raises(WrongPhase):
        state.legal()


def test_opening_starter_cannot_double_but_the_second_player_can() -> None:
    """OPEN-4, AMB-9, bug case D-16."""
    state = roll_opening(new_game(Terms()), 6, 1)
    assert not state.can_double(WHITE)
    assert not state.can_double(BLACK)
    state = play_any(state)
    assert (state.to_act, state.first_turn) == (BLACK, False)
    assert state.can_double(BLACK)


@pytest.mark.parametrize(("white", "black"), [(0, 3), (7, 3), (3, -1)])
def test_opening_refuses_impossible_dice(white: int, black: int) -> None:
    with pytest.raises(BadNotation, match="from 1 to 6"):
        roll_opening(new_game(Terms()), white, black)
