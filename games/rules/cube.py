"""The commands of the doubling cube (CUBE-2..13)."""

from dataclasses import replace

from games.rules.errors import CubeRefused, gettext_noop
from games.rules.state import GameState
from games.rules.terms import Cube, Offer, Phase, Reason, Seat


def double(state: GameState, seat: Seat) -> GameState:
    """Offer to play on at twice the stake: before rolling, centred cube or own (CUBE-2, CUBE-8).

    An offer cannot be withdrawn (CUBE-4). Raises CubeRefused with the reason where there is no right to
    double.
    """
    error = state.double_error(seat)
    if error is not None:
        raise error
    return replace(state, phase=Phase.DOUBLED, offer=Offer(state.cube.value * 2, by=seat, doubler=seat))


def take(state: GameState, seat: Seat) -> GameState:
    """Play on at the value offered; the doubler rolls.

    The cube belongs to the one who was doubled, also when it is the doubler who takes a beaver (CUBE-6,
    CUBE-12).
    """
    offer = _offer_to(state, seat)
    cube = Cube(offer.value, owner=offer.doubler.other)
    return replace(state, phase=Phase.TO_ROLL, cube=cube, offer=None)


def drop(state: GameState, seat: Seat) -> GameState:
    """Give up the game for the value before the cube was turned last; never a gammon (CUBE-7, WIN-5).

    The cube goes back to that value: to where it was, or, after a beaver, to the one who had been doubled.
    """
    offer = _offer_to(state, seat)
    return replace(state, cube=state.cube_without_offer()).won(offer.by, Reason.DROP, multiplier=1)


def beaver(state: GameState, seat: Seat) -> GameState:
    """Answer a double by turning the cube once more; answering a beaver so is a raccoon (CUBE-11..13).

    Who was doubled first will own the cube, whoever turns it last. Sessions only, and only as often as
    agreed.
    """
    offer = _offer_to(state, seat)
    if not state.can_beaver(seat):
        if state.terms.away is not None:
            raise CubeRefused(gettext_noop("There are no beavers in a match: take or drop."))
        if state.terms.max_beavers == 0:
            raise CubeRefused(gettext_noop("Beavers were not agreed for this session: take or drop."))
        raise CubeRefused(gettext_noop("The cube may not be turned again in this exchange: take or drop."))
    raised = replace(offer, value=offer.value * 2, by=seat, beavers=offer.beavers + 1)
    return replace(state, offer=raised)


def _offer_to(state: GameState, seat: Seat) -> Offer:
    """The offer this seat has to answer (CUBE-5)."""
    if state.offer is None or seat != state.to_act:
        raise state.out_of_turn(seat)
    return state.offer
