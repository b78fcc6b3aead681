"""TURN-1 ... TURN-5, whose turn it is, and what ends a game (END-5, OFF-6)."""

from collections.abc import Callable

import pytest

from games.rules import game
from games.rules.errors import BadNotation, IllegalPlay, NotOnRoll, RuleError, WrongPhase
from games.rules.game import GameState, Phase, Reason, Result, Seat, play, roll
from games.rules.plays import legal_plays
from games.rules.position import position
from games.rules.variants import variant
from tests.rules.boards import BLACK, LOSER_OUTSIDE, WHITE, bear_last_off, play_any, to_roll

CLOSED_OUT = position("bar:1 13:4 8:5 6:5", "14:1 6:3 5:3 4:2 3:2 2:2 1:2")  # T19 of rules.md §6
ANY_PLAY = next(iter(legal_plays(variant("backgammon"), to_roll().position, (6, 5))))
COMMANDS: list[Callable[[GameState, Seat], GameState]] = [
    lambda state, seat: game.roll(state, seat, (6, 5)),
    lambda state, seat: game.play(state, seat, ANY_PLAY),
    lambda state, seat: game.choose(state, seat, 3),
    game.double,
    game.take,
    game.drop,
    game.beaver,
    lambda state, seat: game.resign(state, seat, 1),
    game.accept,
    game.refuse,
]


def test_turn_roll_play_and_the_other_player() -> None:
    state = roll(to_roll(WHITE), WHITE, (3, 3))
    assert (state.phase, state.to_act, state.dice) == (Phase.TO_PLAY, WHITE, (3, 3))
    assert not state.first_turn
    state = play_any(state)
    assert (state.phase, state.to_act, state.dice) == (Phase.TO_ROLL, BLACK, None)


def test_turn_a_double_is_legal_on_any_later_roll() -> None:
    """Bug case G-10: only the opening roll cannot be a double, however the position came about."""
    assert len(roll(to_roll(), WHITE, (5, 5)).legal()) == 4


def test_turn_both_seats_see_their_own_numbering() -> None:
    """Bug case A-19: Black's plays of a roll are those White would have."""
    white, black = roll(to_roll(WHITE), WHITE, (4, 4)), roll(to_roll(BLACK), BLACK, (4, 4))
    assert len(white.legal()) == len(black.legal()) == 52
    after_white, after_black = play_any(white), play_any(black)
    assert after_white.seen_by(WHITE) == after_black.seen_by(BLACK)
    assert after_white.position == after_black.position.swapped()


def test_turn_without_a_play_passes() -> None:
    """TURN-4, T19: the roll is answered by passing the turn, for whoever made it."""
    for seat in Seat:
        state = roll(to_roll(seat, CLOSED_OUT), seat, (6, 6))
        assert (state.phase, state.to_act, state.dice) == (Phase.TO_ROLL, seat.other, None)
        assert state.seen_by(seat) == CLOSED_OUT


def test_turn_many_passes_in_a_row() -> None:
    """TURN-5: both on the bar before closed boards but one point."""
    board = position("bar:2 6:3 5:2 4:2 3:2 2:2 1:2", "bar:1 6:2 5:3 4:3 3:2 2:2 13:2")
    state = to_roll(WHITE, board)
    for turn in range(6):
        seat = WHITE if turn % 2 == 0 else BLACK
        state = roll(state, seat, (6, 5))
        assert (state.phase, state.to_act) == (Phase.TO_ROLL, seat.other)
    assert state.position == board


def test_turn_closed_out_player_may_still_double() -> None:
    """TURN-6: he rolls like everyone else, after his chance to double."""
    assert to_roll(WHITE, CLOSED_OUT).can_double(WHITE)


def test_turn_play_must_lead_to_a_legal_position() -> None:
    state = roll(to_roll(), WHITE, (3, 1))
    legal = next(iter(state.legal()))
    assert play(state, WHITE, legal).position == legal.result
    with pytest.raises(IllegalPlay, match="not a legal play"):
        play(state, WHITE, ANY_PLAY)


def test_turn_illegal_play_uses_no_dice() -> None:
    """Bug case A-22: after a refused play the legal one is still there."""
    state = roll(to_roll(), WHITE, (3, 1))
    with pytest.raises(IllegalPlay):
        play(state, WHITE, ANY_PLAY)
    assert len(state.legal()) == 16


@pytest.mark.parametrize("dice", [(0, 1), (1, 7)])
def test_turn_impossible_dice_are_refused(dice: tuple[int, int]) -> None:
    assert roll(to_roll(), WHITE, (1, 6)).dice == (1, 6)
    with pytest.raises(BadNotation):
        roll(to_roll(), WHITE, dice)


@pytest.mark.parametrize("command", COMMANDS)
def test_turn_other_seat_is_told_to_wait(command: Callable[[GameState, Seat], GameState]) -> None:
    """Every command of the wrong seat is refused, in every live phase, and says whose move it is."""
    rolled = roll(to_roll(), WHITE, (6, 5))
    doubled = game.double(to_roll(), WHITE)
    resigning = game.resign(to_roll(), WHITE, 1)
    for state, waiting, sentence in [
        (to_roll(), BLACK, "your opponent's turn"),
        (rolled, BLACK, "your opponent's turn"),
        (doubled, WHITE, "answer the double first"),
        (resigning, WHITE, "answer the resignation first"),
    ]:
        with pytest.raises(NotOnRoll, match=sentence):
            command(state, waiting)


@pytest.mark.parametrize(
    ("phase", "fitting"),
    [
        (Phase.TO_ROLL, {0, 3, 7}),
        (Phase.TO_PLAY, {1, 7}),
        (Phase.DOUBLED, {4, 5, 6}),
        (Phase.RESIGNING, {8, 9}),
    ],
)
def test_turn_commands_of_another_phase_are_refused(phase: Phase, fitting: set[int]) -> None:
    """CUBE-3, CUBE-5, RES-1, RES-3: in each phase only its own commands."""
    beavers = to_roll(terms=game.Terms(max_beavers=1))
    states = {
        Phase.TO_ROLL: beavers,
        Phase.TO_PLAY: roll(beavers, WHITE, (6, 5)),
        Phase.DOUBLED: game.double(beavers, WHITE),
        Phase.RESIGNING: game.resign(beavers, WHITE, 1),
    }
    state = states[phase]
    assert state.to_act is not None
    for index, command in enumerate(COMMANDS):
        if index in fitting:
            assert command(state, state.to_act) != state
        else:
            with pytest.raises(WrongPhase, match="not possible now"):
                command(state, state.to_act)


def test_game_over_refuses_everything() -> None:
    """END-5, bug cases D-4, H-7: after the last checker is off every command is refused, both seats."""
    state = bear_last_off(to_roll(WHITE, LOSER_OUTSIDE))
    assert (state.phase, state.to_act, state.dice) == (Phase.OVER, None, None)
    assert state.pips(WHITE) == 0  # bug case E-13
    for seat in Seat:
        assert not state.can_double(seat)
        assert state.resign_levels(seat) == ()
        for command in [*COMMANDS, game.forfeit]:
            with pytest.raises(WrongPhase, match="the game is over"):
                command(state, seat)
    with pytest.raises(WrongPhase):
        game.roll_opening(state, 6, 5)


def test_game_over_with_a_die_left() -> None:
    """MOVE-12, OFF-6: the last checker off with the first die ends the game."""
    state = roll(to_roll(BLACK, position("4:1", "6:15")), BLACK, (5, 3))
    state = play_any(state)
    assert state.result == Result(BLACK, Reason.BEAROFF, 2, 2)


def test_errors_are_sentences_and_values() -> None:
    """Whoever shows an error can translate its template and fill it."""
    with pytest.raises(RuleError) as caught:
        roll(to_roll(WHITE), BLACK, (6, 5))
    error = caught.value
    assert str(error) == error.message % error.values == "It is your opponent's turn."
