"""The turns of a record, part by part, read from its entries without playing them again.

A turn may be one roll and its play, or go on with a double of one's choice and further rolls (AD-9). Which part of a
turn an entry is follows from the entries before it alone, so the record of any variant is read alike.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from games.rules.game import Seat, Stage
from games.rules.history import Entry, Kind

T = TypeVar("T")


class Part(NamedTuple):
    """Dice and their play, which is None while they wait to be played, and for ever if they could not be."""

    stage: Stage
    dice: tuple[int, int]
    opening: bool = False  # White's die and Black's (OPEN-1)
    play: str | None = None


@dataclass(slots=True, eq=False)
class Turn:
    """All that one player did on roll, but for the cube. A tie of the opening roll belongs to nobody."""

    seat: Seat | None
    parts: list[Part]


@dataclass(slots=True, eq=False)
class Aside:
    """A decision about cube or result; `waiting` is the roll it was made in the face of."""

    seat: Seat
    entry: Entry
    waiting: Part | None = None


Line = Turn | Aside


def read_turns(record: tuple[Entry, ...]) -> tuple[Line, ...]:
    """The turns of a record and the decisions between them, oldest first; read once for all views of a table."""
    return _read(Same(record))


class Same(Generic[T]):
    """A value as a key: its own self alone, because comparing hundreds of entries takes longer than reading them."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value


@lru_cache(maxsize=64)
def _read(record: Same[tuple[Entry, ...]]) -> tuple[Line, ...]:
    reading = _Reading()
    for entry in record.value:
        reading.take(entry)
    return tuple(reading.lines)


def newest_turn(lines: tuple[Line, ...]) -> Turn | None:
    """The last turn; of one that was broken off by a resignation, the part that waits or waited to be played."""
    for line in reversed(lines):
        if isinstance(line, Turn):
            return line if line.seat else None
        if line.waiting:
            return Turn(line.seat, [line.waiting])
    return None


class _Reading:
    """The lines so far, and the turn that the next entry may go on with."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._turn: Turn | None = None
        self._refusable: Aside | None = None  # what a refusal would give back

    def take(self, entry: Entry) -> None:
        match entry.kind:
            case Kind.ROLL if entry.dice:
                self._roll(entry.seat, entry.dice)
            case Kind.CHOOSE if entry.seat:
                number = int(entry.text)
                self._go_on(entry.seat, Part(Stage.CHOSEN, (number, number)))
            case Kind.PLAY if entry.seat:
                self._play(entry.seat, entry.text)
            case _ if entry.seat:
                self._decide(entry, entry.seat)

    def _roll(self, seat: Seat | None, dice: tuple[int, int]) -> None:
        if seat is None:
            white, black = dice
            starter = None if white == black else Seat.WHITE if white > black else Seat.BLACK
            self._begin(starter, Part(Stage.ROLL, dice, opening=True))
        elif self._turn and self._turn.seat == seat and self._turn.parts[-1].play is not None:
            self._go_on(seat, Part(Stage.EXTRA, dice))
        else:
            self._begin(seat, Part(Stage.ROLL, dice))

    def _play(self, seat: Seat, text: str) -> None:
        part = self._turn.parts[-1] if self._turn else None
        if part and part.play is not None:
            # Nothing was rolled or chosen since: these are the undersides of the double that was played.
            part = Part(Stage.COMPLEMENT, (7 - part.dice[0], 7 - part.dice[1]))
            self._go_on(seat, part)
        if self._turn and part:
            self._turn.parts[-1] = Part(part.stage, part.dice, part.opening, text)

    def _decide(self, entry: Entry, seat: Seat) -> None:
        aside = Aside(seat, entry)
        if entry.kind in (Kind.RESIGN, Kind.FORFEIT, Kind.FLAG):
            aside.waiting = self._withdraw(seat)
            self._refusable = aside
        self.lines.append(aside)
        if entry.kind == Kind.REFUSE and self._refusable and self._refusable.waiting:
            self._begin(self._refusable.seat, self._refusable.waiting)

    def _withdraw(self, seat: Seat) -> Part | None:
        """Take back the part of this seat that waits to be played: it stands beside the resignation."""
        turn = self._turn
        if turn is None or turn.seat != seat or turn.parts[-1].play is not None:
            return None
        self._turn = None
        part = turn.parts.pop()
        if not turn.parts:
            self.lines.pop()  # nothing has come since its roll
        return part

    def _begin(self, seat: Seat | None, part: Part) -> None:
        self._turn = Turn(seat, [part])
        self.lines.append(self._turn)

    def _go_on(self, seat: Seat, part: Part) -> None:
        if self._turn and self._turn.seat == seat:
            self._turn.parts.append(part)
        else:
            self._begin(seat, part)
