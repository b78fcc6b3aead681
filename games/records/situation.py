"""What an id can say about a moment of a match."""

from dataclasses import dataclass
from enum import IntEnum

from games.rules.game import Cube, GameState, Seat
from games.rules.match import MatchTerms, Score
from games.rules.position import HAND, Position

DEFAULT_MAX_CUBE_LOG2 = 10


class Status(IntEnum):
    """The state of the game in a GNU Backgammon match id."""

    NONE = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROPPED = 4


@dataclass(frozen=True, slots=True)
class Situation:
    """A position with the match around it; a session has length 0.

    `position` is as the player on roll sees it. While a double is pending he is the doubler, and `cube` is as
    it was before; `turned` counts how often it has been turned since: 1 a double, 2 a beaver, 3 a raccoon.
    `resigned` is the level he offers. `score` is White's and Black's at the start of the game.
    """

    position: Position
    on_roll: Seat
    dice: tuple[int, int] | None = None
    cube: Cube = Cube()
    turned: int = 0
    resigned: int = 0
    length: int = 0
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    max_cube_log2: int = DEFAULT_MAX_CUBE_LOG2
    status: Status = Status.PLAYING

    @property
    def to_act(self) -> Seat:
        """Whose decision it is."""
        if self.resigned or self.turned % 2:
            return self.on_roll.other
        return self.on_roll


def situation(state: GameState, match_terms: MatchTerms, score: Score) -> Situation | None:
    """A running game as an id says it; None where no id can: nobody on roll, or checkers in the hand."""
    if state.on_roll is None:
        return None
    position = state.seen_by(state.on_roll)
    if position.mine[HAND] or position.theirs[HAND]:
        return None
    return Situation(
        position=position,
        on_roll=state.on_roll,
        dice=state.dice,
        cube=state.cube,
        turned=0 if state.offer is None else state.offer.beavers + 1,
        resigned=0 if state.resignation is None else state.resignation.level,
        length=match_terms.length,
        score=(score.white, score.black),
        crawford=state.terms.crawford,
        jacoby=state.terms.jacoby,
        beavers=state.terms.max_beavers > 0,
        max_cube_log2=max(DEFAULT_MAX_CUBE_LOG2, log2(state.cube.value)),
    )


def log2(value: int) -> int:
    """The exponent of a cube's value.

    >>> log2(64)
    6
    """
    return value.bit_length() - 1
