"""The record of a game in words: a row for each turn with all its parts, and for each decision about cube or result."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

from games.presenters.people import People, level_name, roll_text
from games.presenters.turns import Line, Part, Same, Turn
from games.rules.game import GameState, Phase, Reason, Seat, Stage
from games.rules.history import Entry, Kind
from games.rules.variants import Variant

RESIGNING = {Kind.RESIGN, Kind.ACCEPT, Kind.REFUSE}


@dataclass(frozen=True, slots=True, eq=False)
class RowView:
    """One row: who, the dice if any, and what was done. Kept once made, like a place of the board."""

    css: str
    name: str
    dice: str
    text: str


def record_rows(lines: tuple[Line, ...], state: GameState | None, who: People) -> tuple[RowView, ...]:
    """The rows of a game's record, the newest first: that is the one people look for. The same for all views."""
    return _newest_first(Same(lines), Same(state), tuple(who.names.items()), who.language) if state else ()


@lru_cache(maxsize=64)
def _newest_first(
    lines: Same[tuple[Line, ...]], state: Same[GameState], names: tuple[tuple[Seat, str], ...], language: str
) -> tuple[RowView, ...]:
    return tuple(reversed(list(_rows(lines.value, state.value, dict(names), language))))


def _rows(lines: tuple[Line, ...], state: GameState, names: dict[Seat, str], language: str) -> Iterator[RowView]:
    cube, rules = _Cube(state), state.variant
    newest = next((line for line in reversed(lines) if isinstance(line, Turn)), None)
    resigned = _resigned(lines, state)
    for line in lines:
        if not isinstance(line, Turn):
            text = _decision(line.entry, state, cube, ends=line is resigned)
            if text:
                yield _row(line.seat, names[line.seat], text, line.waiting)
        elif line.seat is None:
            cube.tie()
            yield RowView("", "", roll_text(line.parts[0].dice), _("a tie, rolled again"))
        elif line is newest:
            yield _turn_row(line.seat, names[line.seat], tuple(line.parts), rules, state)
        else:
            yield _finished(line.seat, names[line.seat], language, tuple(line.parts), rules)


@lru_cache(maxsize=16384)
def _row(css: str, name: str, text: str, part: Part | None) -> RowView:
    return RowView(css, name, roll_text(part.dice) if part else "", text)


@lru_cache(maxsize=16384)
def _finished(seat: Seat, name: str, language: str, parts: tuple[Part, ...], rules: Variant) -> RowView:
    """The row of a turn that others have followed: nothing in it changes any more."""
    return _turn_row(seat, name, parts, rules, None)


def _turn_row(seat: Seat, name: str, parts: tuple[Part, ...], rules: Variant, newest: GameState | None) -> RowView:
    css = f"{seat} is-long" if len(parts) > 1 else seat
    return _row(css, name, _turn(parts, rules, newest), parts[0])


def _turn(parts: tuple[Part, ...], rules: Variant, newest: GameState | None) -> str:
    """A whole turn: the plays of its parts, what the later parts are, and how it ended if that was early (AD-10).

    `newest` is the state of the game where the turn is the last one so far.
    """
    last = parts[-1]
    if last.opening and not rules.opening_roll_is_played:
        return _("goes first")
    unplayed = _unplayed(newest) if newest else _("no play")
    told = [_part(part, unplayed if part.play is None else part.play) for part in parts]
    if last.play is None or rules.follows(last.stage, last.dice):
        told.append(_end(last, rules, newest))
    return "; ".join(text for text in told if text)


def _part(part: Part, play: str) -> str:
    values = {"roll": roll_text(part.dice), "play": play}
    match part.stage:
        case Stage.CHOSEN:
            return _("chosen %(roll)s: %(play)s") % values
        case Stage.COMPLEMENT:
            return _("other side %(roll)s: %(play)s") % values
        case Stage.EXTRA:
            return _("then %(roll)s: %(play)s") % values
        case _:
            return play


def _unplayed(state: GameState) -> str:
    """What became of the last roll of a record."""
    if state.dice:
        return _("to play")
    return _("not played") if state.phase == Phase.OVER else _("no play")


def _end(last: Part, rules: Variant, newest: GameState | None) -> str:
    """What a turn waits for whose last part leads on, or that it leads nowhere any more."""
    if newest and newest.phase == Phase.OVER:
        return ""
    if newest and newest.phase == Phase.TO_CHOOSE:
        return _("to choose a double")
    if newest and newest.stage == Stage.EXTRA and newest.phase == Phase.TO_ROLL:
        return _("to roll again")
    if newest and newest.dice:
        waits = newest.stage == Stage.COMPLEMENT and last.play is not None
        return _part(Part(newest.stage, newest.dice), _("to play")) if waits else ""
    return _("rest lost") if rules.follows(last.stage, last.dice) else ""


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


def _resigned(lines: tuple[Line, ...], state: GameState) -> Line | None:
    """The resignation that ended the game by itself, because nothing more could be lost (RES-5)."""
    decisions = [line for line in lines if not isinstance(line, Turn) and line.entry.kind in RESIGNING]
    ended = state.result and state.result.reason == Reason.RESIGN
    return decisions[-1] if ended and decisions and decisions[-1].entry.kind == Kind.RESIGN else None


def _decision(entry: Entry, state: GameState, cube: _Cube, *, ends: bool) -> str:
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
            what = {"what": level_name(state.variant, int(entry.text))}
            return (_("resigns %(what)s") if ends else _("offers to lose %(what)s")) % what
        case Kind.ACCEPT:
            return _("accepts")
        case Kind.REFUSE:
            return _("refuses, play on")
        case Kind.FORFEIT:
            return _("gives up the match")
        case Kind.FLAG:
            return _("runs out of time")
        case Kind.CLAIM:
            return _("claims the win")
        case Kind.ABORT:
            return _("calls the match off")
        case Kind.LEAVE:
            return _("leaves the session")
        case _:
            return ""
