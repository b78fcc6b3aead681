"""Games at a chosen moment, for tests that are not about how they came there."""

from games.rules.game import GameState, Phase, Seat, Terms, play, roll
from games.rules.position import Position, position
from games.rules.variants import variant

WHITE, BLACK = Seat.WHITE, Seat.BLACK
START = variant("backgammon").start()
SESSION = Terms()
# The side named first has one checker left on his 1 point and wins with any roll.
LOSER_ON_BAR = position("1:1", "bar:1 6:14")
LOSER_IN_WINNERS_HOME = position("1:1", "19:1 6:14")
LOSER_OUTSIDE = position("1:1", "18:1 6:14")
LOSER_BORE_ONE_OFF_ON_BAR = position("1:1", "bar:1 6:13")
LOSER_BORE_ONE_OFF_FAR = position("1:1", "20:1 19:1 6:12")
RACE = position("6:5 5:5 4:5", "6:5 5:5 4:5")


def to_roll(seat: Seat = WHITE, board: Position = START, terms: Terms = SESSION, **more: object) -> GameState:
    """A game in which `seat` is to roll in a later turn; `board` is as he sees it."""
    seen_by_white = board if seat == WHITE else board.swapped()
    fields = {"phase": Phase.TO_ROLL, "on_roll": seat, "first_turn": False} | more
    return GameState(terms, seen_by_white, **fields)  # type: ignore[arg-type]


def play_any(state: GameState) -> GameState:
    """The first legal play of the roll that waits."""
    seat = state.to_act
    assert seat is not None
    return play(state, seat, next(iter(state.legal())))


def bear_last_off(state: GameState) -> GameState:
    """The player to roll takes his last checker off."""
    seat = state.to_act
    assert seat is not None
    return play_any(roll(state, seat, (6, 5)))
