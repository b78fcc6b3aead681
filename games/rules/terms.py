"""What a game is played for: seats, phases, the cube, the terms agreed before it and the result after it."""

from dataclasses import dataclass
from enum import StrEnum

from games.rules.variants import Stage, Variant, variant


class Seat(StrEnum):
    """One of the two sides of a board."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Seat":
        """The seat across the board."""
        return Seat.BLACK if self == Seat.WHITE else Seat.WHITE


class Phase(StrEnum):
    """What a game waits for (rules.md §1.4)."""

    OPENING = "opening"
    TO_ROLL = "to_roll"
    TO_PLAY = "to_play"
    TO_CHOOSE = "to_choose"
    DOUBLED = "doubled"
    RESIGNING = "resigning"
    OVER = "over"


class Reason(StrEnum):
    """How a game ended (SET-1)."""

    BEAROFF = "bearoff"
    DROP = "drop"
    RESIGN = "resign"
    FORFEIT = "forfeit"
    TIME = "time"
    ABSENT = "absent"
    ABORT = "abort"


@dataclass(frozen=True, slots=True)
class Terms:
    """What was settled before the game began and does not change during it.

    `cube` is False in a cubeless game; the Crawford game (MATCH-3) says so with `crawford`.
    `automatic_doubles` and `max_beavers` are limits, 0 is off (MONEY-3, CUBE-12). `away` is what White and
    Black still need to win the match, None in a session. `options` are those of the variant.
    """

    variant: str = "backgammon"
    options: tuple[str, ...] = ()
    cube: bool = True
    crawford: bool = False
    jacoby: bool = False
    max_beavers: int = 0
    automatic_doubles: int = 0
    away: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if self.away is None:
            if self.crawford:
                raise ValueError("a session has no Crawford game (MATCH-3)")
        elif self.jacoby or self.max_beavers or self.automatic_doubles:
            raise ValueError("Jacoby, beavers and automatic doubles are for sessions only (MATCH-7)")

    @property
    def rules(self) -> Variant:
        """The rules that were agreed: the variant with its options."""
        return variant(self.variant, self.options)

    def needs(self, seat: Seat) -> int | None:
        """The points this seat still needs to win the match; None in a session."""
        if self.away is None:
            return None
        return self.away[0] if seat == Seat.WHITE else self.away[1]


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube: a power of two of any size (CUBE-9), and its owner; None is the centre (CUBE-1)."""

    value: int = 1
    owner: Seat | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A cube turned to `value` and not yet answered. `by` turned it last, `doubler` first.

    `beavers` counts the turns after the double itself: 1 is a beaver, 2 a raccoon, and so on (CUBE-11,
    CUBE-12).
    """

    value: int
    by: Seat
    doubler: Seat
    beavers: int = 0

    @property
    def price(self) -> int:
        """What a drop costs: the value before the cube was turned last (WIN-5, CUBE-7)."""
        return self.value // 2


@dataclass(frozen=True, slots=True)
class Resignation:
    """An offer to lose `level` times the cube, not yet answered; `interrupted` is the phase it came in."""

    level: int
    by: Seat
    interrupted: Phase


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: `points` go to `winner`. An aborted game has no winner (END-4).

    `jacoby_applied`: a gammon or backgammon counted as a single (MONEY-2). The multiplier of a forfeit is 1:
    its points are what the winner still needed, whatever the board says (RES-6).
    """

    winner: Seat | None
    reason: Reason
    multiplier: int
    points: int
    jacoby_applied: bool = False


@dataclass(frozen=True, slots=True)
class PossibleDouble:
    """A double that may be named (AD-11): how many of its four steps can be played.

    `complete`: all of them, or enough to win. Any other is allowed too, but the turn ends with it (AD-10).
    """

    number: int
    dice_used: int
    complete: bool


@dataclass(frozen=True, slots=True)
class Lost:
    """Why a turn ended before its last part (AD-10): in `stage`, some of the dice could not be played.

    `left` are the numbers that were left: (6, 6) where two of four sixes were played.
    """

    by: Seat
    stage: Stage
    dice: tuple[int, int]
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stakes:
    """What each answer to a double means, in points of a single game; gammons multiply what is played for.

    `drop` is lost at once; `take` and `beaver` are the cube that would be played at; `beaver` is None where
    the cube may not be turned again.
    """

    drop: int
    take: int
    beaver: int | None
