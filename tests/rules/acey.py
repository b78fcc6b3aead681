"""Games of Acey-Deucey at a chosen moment, and hands to play them."""

from games.rules.game import GameState, Phase, Seat, Stage, Terms, play, roll
from games.rules.notation import read_play
from games.rules.position import position
from tests.rules.boards import BLACK, WHITE, to_roll

SEED = Terms("acey-deucey")
COUNT = Terms("acey-deucey", ("count",))
EUROPEAN = Terms("acey-deucey", ("european",))
ALL_IN_HAND = position("hand:15", "hand:15")
# Two checkers are left; a 1 and a 2 take them off, or leave one on the 1 point.
TWO_LEFT = position("2:1 1:1", "hand:9")
# Two sixes can be played, 8/2 twice; the checker on 13 is blocked, so nobody bears off.
TWO_SIXES = position("13:1 8:2 1:12", "18:2 6:13")
NO_SIX = position("13:3 1:12", "18:2 6:13")


def begun(board: str, theirs: str = "hand:15", terms: Terms = SEED, seat: Seat = WHITE) -> GameState:
    """A game in which `seat` is to roll."""
    return to_roll(seat, position(board, theirs), terms)


def played(state: GameState, text: str) -> GameState:
    """The player on roll plays `text`."""
    seat = state.to_act
    assert seat is not None
    return play(state, seat, read_play(state.variant, state.seen_by(seat), state.dice_to_play(seat), text))


def after_1_2(terms: Terms = SEED) -> GameState:
    """White has entered two checkers with the first roll of his turn and is to name a double."""
    return played(roll(to_roll(WHITE, ALL_IN_HAND, terms), WHITE, (1, 2)), "hand/24 hand/23")


def to_choose(board: str, theirs: str = "hand:15", terms: Terms = SEED) -> GameState:
    """White is to name a double on this board."""
    return to_roll(WHITE, position(board, theirs), terms, phase=Phase.TO_CHOOSE, stage=Stage.CHOICE)


def moment(state: GameState) -> tuple[Phase, Seat | None, Stage, tuple[int, int] | None]:
    return state.phase, state.to_act, state.stage, state.dice


BLACK_TO_ROLL = (Phase.TO_ROLL, BLACK, Stage.ROLL, None)
