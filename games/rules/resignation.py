"""Resigning a game, and giving up a whole match (RES-1..7)."""

from dataclasses import replace

from games.rules.errors import ResignationRefused, WrongPhase, gettext_noop
from games.rules.state import WAITS_FOR, GameState
from games.rules.terms import Phase, Reason, Resignation, Result, Seat


def resign(state: GameState, seat: Seat, level: int) -> GameState:
    """Offer to lose at one of the levels of `GameState.losses`; the opponent accepts or refuses.

    In one's own turn with nothing pending (RES-1). The highest level that can still be lost ends the game at
    once (RES-5); a level at or below one refused in this turn, or beyond the highest, is refused (RES-4).
    """
    if not state.may_resign(seat):
        raise state.out_of_turn(seat)
    levels = state.losses(seat)
    highest = levels[-1]
    if level > highest:
        if state.jacoby_holds:
            message = gettext_noop("Before a double is taken only a single can be lost (Jacoby): resign 1.")
            raise ResignationRefused(message)
        raise ResignationRefused(gettext_noop("You can no longer lose that much: resign at a lower level."))
    if level not in levels:
        possible = ", ".join(map(str, levels))
        raise ResignationRefused(gettext_noop("Resign at a level you can lose: %(levels)s."), levels=possible)
    if level <= state.refused_level:
        raise ResignationRefused(
            gettext_noop("Your opponent has already refused that in this turn: offer more, or play on.")
        )
    if level == highest:
        return state.won(seat.other, Reason.RESIGN, level)
    offered = Resignation(level, seat, interrupted=state.phase)
    return replace(state, phase=Phase.RESIGNING, resignation=offered)


def accept(state: GameState, seat: Seat) -> GameState:
    """Take the win that was offered: level times the cube (RES-2). Once: the game is over then (RES-7)."""
    offered = _resignation_to(state, seat)
    return state.won(seat, Reason.RESIGN, offered.level)


def refuse(state: GameState, seat: Seat) -> GameState:
    """Play on: the same player is to act, with the same dice (RES-2)."""
    offered = _resignation_to(state, seat)
    return replace(state, phase=offered.interrupted, resignation=None, refused_level=offered.level)


def forfeit(state: GameState, seat: Seat) -> GameState:
    """Give up the whole match at once (RES-6), at any moment of a game: the winner gets all he needs."""
    if state.phase == Phase.OVER:
        raise WrongPhase(WAITS_FOR[Phase.OVER])
    points = state.forfeit_points(seat)
    if points is None:
        raise ResignationRefused(gettext_noop("A session has no match to give up: resign the game instead."))
    return state.over(Result(seat.other, Reason.FORFEIT, multiplier=1, points=points))


def _resignation_to(state: GameState, seat: Seat) -> Resignation:
    """The resignation this seat has to answer (RES-3)."""
    if state.resignation is None or seat != state.to_act:
        raise state.out_of_turn(seat)
    return state.resignation
