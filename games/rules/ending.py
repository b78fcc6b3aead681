"""Games that end without a last play: a flag falls, the absent player's opponent claims the win, nothing counts."""

from dataclasses import replace

from games.rules.errors import WrongPhase
from games.rules.state import WAITS_FOR, GameState
from games.rules.terms import Phase, Reason, Result, Seat


def flag(state: GameState, seat: Seat) -> GameState:
    """The flag of this seat has fallen in its own time: the match is lost; of a session, this game (END-2).

    A race that the seat has won already is not lost on time: the game counts as won, once the cube.
    """
    if seat != state.to_act:
        raise state.out_of_turn(seat)
    if state.has_won_race(seat):
        return replace(state, cube=state.cube_without_offer()).won(seat, Reason.TIME, 1)
    return _lost(state, seat, Reason.TIME)


def claim(state: GameState, seat: Seat) -> GameState:
    """This seat claims the win over an opponent who is gone in his own turn: what a fallen flag costs (END-3)."""
    if seat.other != state.to_act:
        raise state.out_of_turn(seat)
    return _lost(state, seat.other, Reason.ABSENT)


def abort(state: GameState, seat: Seat) -> GameState:
    """This seat calls the game off: nobody has won it (END-4)."""
    if state.phase == Phase.OVER:
        raise WrongPhase(WAITS_FOR[Phase.OVER])
    return state.over(Result(None, Reason.ABORT, multiplier=0, points=0))


def _lost(state: GameState, seat: Seat, reason: Reason) -> GameState:
    """All the winner still needs; in a session, the most that can be lost at what a drop would leave of the cube."""
    points = state.forfeit_points(seat)
    if points is not None:
        return state.over(Result(seat.other, reason, multiplier=1, points=points))
    counted = replace(state, cube=state.cube_without_offer())
    return counted.won(seat.other, reason, counted.max_level(seat))
