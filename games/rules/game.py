"""A game of backgammon as commands: each takes a GameState and returns a new one, or raises a RuleError.

    opening --unequal dice--> to_play --play--> to_roll(other) --roll--> to_play ...        rules.md §1.4
    to_roll --double--> doubled --take--> to_roll(same) ; --drop--> over
    to_roll, to_play --resign--> resigning --accept--> over ; --refuse--> as before
    to_play --> to_choose --choose--> to_play --> to_roll(same), where the variant says that a turn goes on      AD-9

Dice are parameters: nothing here is random. The cube's commands are in cube, resigning in resignation; both
are part of this module's interface.
"""

from dataclasses import replace

from games.rules.cube import beaver, double, drop, take
from games.rules.errors import BadNotation, IllegalPlay, WrongPhase, gettext_noop
from games.rules.plays import Play, legal_plays, pool
from games.rules.position import Position
from games.rules.resignation import accept, forfeit, refuse, resign
from games.rules.state import WAITS_FOR, GameState
from games.rules.terms import Cube, Lost, Offer, Phase, PossibleDouble, Reason, Resignation, Result, Seat, Stakes, Terms
from games.rules.variants import Stage

__all__ = [
    "PossibleDouble",
    "Cube",
    "GameState",
    "Lost",
    "Offer",
    "Phase",
    "Reason",
    "Resignation",
    "Result",
    "Seat",
    "Stage",
    "Stakes",
    "Terms",
    "accept",
    "beaver",
    "choose",
    "double",
    "drop",
    "forfeit",
    "new_game",
    "play",
    "refuse",
    "resign",
    "roll",
    "roll_opening",
    "take",
]


def new_game(terms: Terms) -> GameState:
    """A game before its opening roll: every game starts this way (OPEN-5, SETUP-1).

    >>> new_game(Terms()).phase
    <Phase.OPENING: 'opening'>
    """
    return GameState(terms, terms.rules.start())


def roll_opening(state: GameState, white_die: int, black_die: int) -> GameState:
    """Each player's one die (OPEN-1): the higher goes first and plays both numbers (OPEN-3).

    A tie stays in the opening and is rolled again (OPEN-2); where agreed it doubles the centred cube
    (MONEY-3). Where the variant's opening roll only decides the order, the starter rolls afresh (AD-2).
    """
    if state.phase != Phase.OPENING:
        raise WrongPhase(WAITS_FOR[state.phase])
    _check_dice(white_die, black_die)
    if white_die == black_die:
        if not state.cube_in_play or state.doubled_automatically >= state.terms.automatic_doubles:
            return state
        cube = Cube(state.cube.value * 2)
        return replace(state, cube=cube, doubled_automatically=state.doubled_automatically + 1)
    starter = Seat.WHITE if white_die > black_die else Seat.BLACK
    if not state.variant.opening_roll_is_played:
        return replace(state, phase=Phase.TO_ROLL, on_roll=starter)
    return _with_dice(replace(state, on_roll=starter), starter, (white_die, black_die))


def roll(state: GameState, seat: Seat, dice: tuple[int, int]) -> GameState:
    """The player on roll rolls (TURN-1). Without a legal play the turn passes (TURN-4, MOVE-10)."""
    if state.phase != Phase.TO_ROLL or seat != state.on_roll:
        raise state.out_of_turn(seat)
    _check_dice(*dice)
    return _with_dice(replace(state, lost=None), seat, dice)


def play(state: GameState, seat: Seat, play: Play) -> GameState:
    """Confirm a complete play; it cannot be taken back (TURN-3).

    Legal is what leads to a legal position (MOVE-13), whatever steps the play says it took. The game ends at
    once when the last checker is off (OFF-6, AD-13).
    """
    dice = state.dice_to_play(seat)
    legal = state.legal()
    if play.result not in legal:
        raise IllegalPlay(gettext_noop("That is not a legal play of this roll."))
    moved = replace(state, position=_as_white_sees(play.result, seat))
    multiplier = state.variant.outcome(play.result)
    if multiplier is not None:
        return moved.won(seat, Reason.BEAROFF, multiplier)
    left = list(pool(dice))
    for step in legal.play_for(play.result).steps:
        left.remove(step.die)
    return _go_on(moved, seat, dice, tuple(left))


def choose(state: GameState, seat: Seat, number: int) -> GameState:
    """Choose the double to play after an acey-deucey, any of the six (AD-9, AD-11), as if it was rolled."""
    if state.phase != Phase.TO_CHOOSE or seat != state.on_roll:
        raise state.out_of_turn(seat)
    _check_dice(number)
    return _with_dice(replace(state, stage=Stage.CHOSEN), seat, (number, number))


def _with_dice(state: GameState, seat: Seat, dice: tuple[int, int]) -> GameState:
    """Dice on the board; without a play the rest of the turn is lost (MOVE-10, AD-10)."""
    if legal_plays(state.variant, state.seen_by(seat), dice).dice_used == 0:
        return _go_on(state, seat, dice, left=pool(dice))
    return replace(state, phase=Phase.TO_PLAY, dice=dice)


def _go_on(state: GameState, seat: Seat, dice: tuple[int, int], left: tuple[int, ...]) -> GameState:
    """What follows when all but `left` of the dice are played: another part of the turn (AD-9), or its end (AD-10)."""
    following = state.variant.follows(state.stage, dice)
    if following is None:
        return _turn_over(state)
    if left:
        return _turn_over(state, Lost(seat, state.stage, dice, left))
    after = replace(state, stage=following, dice=None)
    if following == Stage.COMPLEMENT:
        return _with_dice(after, seat, (7 - dice[0], 7 - dice[1]))
    return replace(after, phase=Phase.TO_CHOOSE if following == Stage.CHOICE else Phase.TO_ROLL)


def _turn_over(state: GameState, lost: Lost | None = None) -> GameState:
    """The other player's turn begins; what was refused in this one may be offered again (RES-4)."""
    return replace(
        state,
        phase=Phase.TO_ROLL,
        on_roll=None if state.on_roll is None else state.on_roll.other,
        dice=None,
        stage=Stage.ROLL,
        lost=lost,
        first_turn=False,
        refused_level=0,
    )


def _as_white_sees(position: Position, seat: Seat) -> Position:
    return position if seat == Seat.WHITE else position.swapped()


def _check_dice(*dice: int) -> None:
    if not all(1 <= die <= 6 for die in dice):
        raise BadNotation(gettext_noop("A die shows a number from 1 to 6."))
