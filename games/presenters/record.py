"""The record of a game in words: a row for each roll with its play, and for each decision about cube or result."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presenters.people import People, level_name, roll_text
from games.rules.game import GameState, Phase, Seat
from games.rules.history import Entry, Kind

# Where one of these follows a roll, the next turn has begun: nothing could be played (TURN-4).
BEGINS_TURN = {Kind.ROLL, Kind.DOUBLE}


@dataclass(frozen=True, slots=True)
class RowView:
    """One row: who, the dice if any, and what was done."""

    css: str
    name: str
    dice: str
    text: str


def record_rows(record: tuple[Entry, ...], state: GameState | None, who: People) -> tuple[RowView, ...]:
    """The rows of a game's record, the newest first: that is the one people look for."""
    if state is None:
        return ()
    rows = list(_rows(record, state, who))
    rows.reverse()
    return tuple(rows)


def _rows(record: tuple[Entry, ...], state: GameState, who: People) -> Iterator[RowView]:
    cube = _Cube(state)
    waiting: tuple[Seat, tuple[int, int]] | None = None
    told = False  # whether the waiting roll stands in a row already, beside a resignation
    for entry in record:
        if waiting and (entry.kind in BEGINS_TURN or _is_resigning(entry, waiting[0].other)):
            yield _row(waiting[0], who, _("no play"), waiting[1])
            waiting = None
        if entry.kind == Kind.ROLL and entry.dice:
            starter = _roller(entry)
            if starter is None:
                cube.tie()
                yield RowView("", "", roll_text(entry.dice), _("a tie, rolled again"))
            else:
                waiting, told = (starter, entry.dice), False
        elif entry.kind == Kind.PLAY and entry.seat:
            yield _row(entry.seat, who, entry.text, waiting and waiting[1])
            waiting = None
        elif entry.seat and (text := _text(entry, cube)):
            own_roll = waiting[1] if waiting and waiting[0] == entry.seat else None
            told = told or own_roll is not None
            yield _row(entry.seat, who, text, own_roll)
    if waiting and not (told and state.phase == Phase.OVER):
        yield _row(waiting[0], who, _unplayed(state), waiting[1])


def _unplayed(state: GameState) -> str:
    """What became of the last roll of a record."""
    if state.dice:
        return _("to play")
    return "" if state.phase == Phase.OVER else _("no play")


def _roller(entry: Entry) -> Seat | None:
    """Whose roll this is; None for a tie in the opening roll."""
    if entry.seat or entry.dice is None:
        return entry.seat
    white, black = entry.dice
    if white == black:
        return None
    return Seat.WHITE if white > black else Seat.BLACK


def _is_resigning(entry: Entry, seat: Seat) -> bool:
    return entry.kind == Kind.RESIGN and entry.seat == seat


def _row(seat: Seat, who: People, text: str, dice: tuple[int, int] | None = None) -> RowView:
    return RowView(seat, who.names[seat], roll_text(dice) if dice else "", text)


class _Cube:
    """The value of the cube as the record goes on."""

    def __init__(self, state: GameState) -> None:
        self.value = 1
        self.automatic_left = state.terms.automatic_doubles if state.cube_in_play else 0

    def tie(self) -> None:
        if self.automatic_left:
            self.automatic_left -= 1
            self.value *= 2

    def turn(self) -> int:
        self.value *= 2
        return self.value


def _text(entry: Entry, cube: _Cube) -> str:
    """What a decision is called; nothing for entries that are no part of the game."""
    match entry.kind:
        case Kind.DOUBLE:
            return _("doubles to %(value)s") % {"value": cube.turn()}
        case Kind.BEAVER:
            return _("turns the cube on to %(value)s") % {"value": cube.turn()}
        case Kind.TAKE:
            return _("takes")
        case Kind.DROP:
            return _("drops")
        case Kind.RESIGN:
            return _("offers to lose %(what)s") % {"what": level_name(int(entry.text))}
        case Kind.ACCEPT:
            return _("accepts")
        case Kind.REFUSE:
            return _("refuses, play on")
        case Kind.FORFEIT:
            return _("gives up the match")
        case Kind.LEAVE:
            return _("leaves the session")
        case _:
            return ""
