"""XGID, rules.md §4.7: XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10

Position, cube exponent, cube owner, turn, dice, score of the bottom and of the top player, rules, length,
highest cube exponent. Capital letters are the bottom player's checkers and all points are in his numbering,
whose turn it may be. Reading takes the bottom player for Black (player 1), the top player for White.
"""

import re
from typing import TypeVar

from games.records.gnubg_id import check_possible
from games.records.situation import Situation, log2
from games.rules.errors import BadNotation, gettext_noop
from games.rules.game import Cube, Seat
from games.rules.position import BAR, CHECKERS, HAND, OFF, Position

PREFIX = "XGID="
BOARD = re.compile(r"[-A-Oa-o]{26}")
Value = TypeVar("Value")
TURNED = ("", "D", "B", "R")  # a pending double, beaver, raccoon
RULES_JACOBY, RULES_BEAVERS = 1, 2
# Longest numbers: no cube outgrows them, and no text makes a number that fills the memory.
EXPONENT_DIGITS = 3
NUMBER_DIGITS = 40


def xgid(situation: Situation, bottom: Seat | None = None) -> str | None:
    """The XGID, with the player on roll at the bottom unless told otherwise: some programs misread the rest.

    None where it has no room: a resignation, a cube turned more often than a raccoon, an enormous number.
    """
    bottom = bottom or situation.on_roll
    on_roll_at_bottom = bottom == situation.on_roll
    scores = situation.score if bottom == Seat.WHITE else situation.score[::-1]
    exponent, dice = log2(situation.cube.value), situation.dice or (0, 0)
    if situation.resigned or situation.turned >= len(TURNED):
        return None
    exponents, numbers = (exponent, situation.max_cube_log2), (*scores, situation.length)
    if len(str(max(exponents))) > EXPONENT_DIGITS or len(str(max(numbers))) > NUMBER_DIGITS:
        return None
    owner = situation.cube.owner
    fields = (
        _board(situation.position if on_roll_at_bottom else situation.position.swapped()),
        exponent,
        0 if owner is None else 1 if owner == bottom else -1,
        1 if on_roll_at_bottom else -1,
        TURNED[situation.turned] or f"{max(dice)}{min(dice)}",
        *scores,
        situation.crawford if situation.length else _session_rules(situation),
        situation.length,
        situation.max_cube_log2,
    )
    return PREFIX + ":".join(str(int(field)) if isinstance(field, bool) else str(field) for field in fields)


def read_xgid(text: str) -> Situation:
    """The situation an XGID describes; raises BadNotation or BadPosition with the reason."""
    fields = text.strip().removeprefix(PREFIX).split(":")
    if len(fields) != 10:
        message = gettext_noop("This is not an XGID: it must have ten parts between colons.")
        raise BadNotation(message)
    bottom_view = _read_board(fields[0])
    exponent = _number(fields[1], EXPONENT_DIGITS)
    owner = _choice(fields[2], {"1": Seat.BLACK, "0": None, "-1": Seat.WHITE})
    on_roll = _choice(fields[3], {"1": Seat.BLACK, "-1": Seat.WHITE})
    turned, dice = _read_dice(fields[4])
    black, white = (_number(field, NUMBER_DIGITS) for field in fields[5:7])
    length = _number(fields[8], NUMBER_DIGITS)
    rules = _choice(fields[7], {str(value): value for value in range(2 if length else 4)})
    if exponent == 0 and owner is not None:
        raise BadNotation(gettext_noop("This is not an XGID: nobody can own that cube."))
    return Situation(
        position=bottom_view if on_roll == Seat.BLACK else bottom_view.swapped(),
        on_roll=on_roll,
        dice=dice,
        cube=Cube(1 << exponent, owner),
        turned=turned,
        length=length,
        score=(white, black),
        crawford=length > 0 and rules == 1,
        jacoby=length == 0 and bool(rules & RULES_JACOBY),
        beavers=length == 0 and bool(rules & RULES_BEAVERS),
        max_cube_log2=_number(fields[9], EXPONENT_DIGITS),
    )


def _session_rules(situation: Situation) -> int:
    return RULES_JACOBY * situation.jacoby + RULES_BEAVERS * situation.beavers


def _board(bottom_view: Position) -> str:
    signs = ["-"] * (BAR + 1)
    for place in range(1, BAR + 1):
        if count := bottom_view.mine[place]:
            signs[place] = chr(ord("A") + count - 1)
        if count := bottom_view.theirs[place]:
            signs[25 - place] = chr(ord("a") + count - 1)
    return "".join(signs)


def _read_board(board: str) -> Position:
    if not BOARD.fullmatch(board):
        message = gettext_noop("This is not an XGID: a board is 26 signs, -, A to O or a to o.")
        raise BadNotation(message)
    if board[0].isupper() or board[BAR].islower():
        raise BadNotation(gettext_noop("This is not an XGID: a checker stands on the wrong bar."))
    bottom, top = [0] * (HAND + 1), [0] * (HAND + 1)
    for place, sign in enumerate(board):
        if sign.isupper():
            bottom[place] = ord(sign) - ord("A") + 1
        elif sign.islower():
            top[25 - place] = ord(sign) - ord("a") + 1
    for side in (bottom, top):
        side[OFF] = CHECKERS - sum(side)
    position = Position(tuple(bottom), tuple(top))
    check_possible(position)
    return position


def _read_dice(field: str) -> tuple[int, tuple[int, int] | None]:
    if field in TURNED[1:]:
        return TURNED.index(field), None
    if field == "00":
        return 0, None
    if not re.fullmatch("[1-6]{2}", field):
        raise BadNotation(gettext_noop("This is not an XGID: “%(field)s” are no dice."), field=field)
    return 0, (int(field[0]), int(field[1]))


def _number(field: str, digits: int) -> int:
    if not (field.isascii() and field.isdecimal() and len(field) <= digits):
        message = gettext_noop("This is not an XGID: “%(field)s” is no number that fits there.")
        raise BadNotation(message, field=field)
    return int(field)


def _choice(field: str, choices: dict[str, Value]) -> Value:
    if field not in choices:
        message = gettext_noop("This is not an XGID: “%(field)s” does not fit there.")
        raise BadNotation(message, field=field)
    return choices[field]
