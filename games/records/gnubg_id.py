"""GNU Backgammon's position id (14 characters) and match id (12 characters), rules.md §4.5 and §4.6.

Both are little-endian bit strings in base64. The position id holds the opponent of the player on roll first:
its own manual has it the other way round, but the program writes it so.
"""

import re
from base64 import b64decode, b64encode

from games.records.situation import Situation, Status, log2
from games.rules.errors import BadNotation, BadPosition, gettext_noop
from games.rules.game import Cube, Seat
from games.rules.position import BAR, CHECKERS, HAND, OFF, Position, check_position

ALPHABET = re.compile("[A-Za-z0-9+/]*")
POSITION_LENGTH = 14
MATCH_LENGTH = 12
CENTRED = 3
PLAYERS = (Seat.WHITE, Seat.BLACK)  # player 0, player 1
# The fields of a match id in order, with their widths in bits; together 72.
FIELDS = {
    "cube": 4,
    "owner": 2,
    "on_roll": 1,
    "crawford": 1,
    "status": 3,
    "to_act": 1,
    "doubled": 1,
    "resigned": 2,
    "die1": 3,
    "die2": 3,
    "length": 15,
    "score0": 15,
    "score1": 15,
    "no_jacoby": 1,
    "unused": 5,
}


def position_id(position: Position) -> str:
    """The id of a position, seen by the player on roll.

    >>> from games.rules.position import position
    >>> position_id(position("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5"))
    '4HPwATDgc/ABMA'
    """
    if position.mine[HAND] or position.theirs[HAND]:
        raise ValueError("a position id has no place for checkers in the hand")
    bits = at = 0
    for side in (position.theirs, position.mine):
        for count in side[1 : BAR + 1]:
            bits |= ((1 << count) - 1) << at
            at += count + 1
    return _encode(bits, POSITION_LENGTH)


def read_position_id(text: str) -> Position:
    """The position of an id, seen by the player on roll; raises BadNotation or BadPosition."""
    bits = _decode(text, POSITION_LENGTH)
    sides = []
    for _ in range(2):
        side = [0] * (HAND + 1)
        for place in range(1, BAR + 1):
            while bits & 1:
                side[place] += 1
                bits >>= 1
            bits >>= 1
        side[OFF] = CHECKERS - sum(side)
        sides.append(tuple(side))
    if bits:
        raise BadNotation(gettext_noop("This is not a position id: there is more in it than a board."))
    position = Position(mine=sides[1], theirs=sides[0])
    check_possible(position)
    return position


def check_possible(position: Position) -> None:
    """Raise BadPosition unless this can stand on a board."""
    check_position(position)
    sides = (position.mine, position.theirs)
    if all(side[BAR] and all(count > 1 for count in side[1:7]) for side in sides):
        raise BadPosition(gettext_noop("Both sides cannot be shut out on the bar at once."))


def match_id(situation: Situation) -> str | None:
    """The id of everything but the position. None where it has no room: a beaver, a cube or score too large.

    Dice are written larger first, so 3-1 and 1-3 are one id.
    """
    dice = sorted(situation.dice or (0, 0), reverse=True)
    owner = situation.cube.owner
    values = {
        "cube": log2(situation.cube.value),
        "owner": CENTRED if owner is None else PLAYERS.index(owner),
        "on_roll": PLAYERS.index(situation.on_roll),
        "crawford": int(situation.crawford),
        "status": situation.status,
        "to_act": PLAYERS.index(situation.to_act),
        "doubled": situation.turned,
        "resigned": situation.resigned,
        "die1": dice[0],
        "die2": dice[1],
        "length": situation.length,
        "score0": situation.score[0],
        "score1": situation.score[1],
        "no_jacoby": int(not situation.jacoby),
        "unused": 0,
    }
    bits = at = 0
    for name, width in FIELDS.items():
        if values[name] >> width:
            return None
        bits |= values[name] << at
        at += width
    return _encode(bits, MATCH_LENGTH)


def read_match_id(text: str, position: Position) -> Situation:
    """The situation of a match id, around a position seen by the player on roll; raises BadNotation.

    Programs before the Jacoby bit left it 0, which reads as Jacoby; in a match it means nothing (MATCH-7).
    """
    bits = _decode(text, MATCH_LENGTH)
    values = {}
    for name, width in FIELDS.items():
        values[name] = bits & (1 << width) - 1
        bits >>= width
    dice = (values["die1"], values["die2"])
    if max(dice) > 6 or (min(dice) == 0 and max(dice) > 0):
        raise BadNotation(gettext_noop("This is not a match id: it has impossible dice."))
    if values["owner"] not in (0, 1, CENTRED) or (values["cube"] == 0 and values["owner"] != CENTRED):
        raise BadNotation(gettext_noop("This is not a match id: nobody can own that cube."))
    if values["status"] not in list(Status) or values["unused"]:
        raise BadNotation(gettext_noop("This is not a match id: it has impossible flags."))
    owner = None if values["owner"] == CENTRED else PLAYERS[values["owner"]]
    read = Situation(
        position=position,
        on_roll=PLAYERS[values["on_roll"]],
        dice=dice if dice[0] else None,
        cube=Cube(1 << values["cube"], owner),
        turned=values["doubled"],
        resigned=values["resigned"],
        length=values["length"],
        score=(values["score0"], values["score1"]),
        crawford=bool(values["crawford"]),
        jacoby=not values["no_jacoby"],
        status=Status(values["status"]),
    )
    if read.status == Status.PLAYING and read.to_act != PLAYERS[values["to_act"]]:
        raise BadNotation(gettext_noop("This is not a match id: it has the wrong player decide."))
    return read


def _encode(bits: int, length: int) -> str:
    return b64encode(bits.to_bytes(length * 6 // 8, "little")).decode()[:length]


def _decode(text: str, length: int) -> int:
    """The bits of base64 text of just this length, with none left over behind the last byte."""
    if len(text) != length:
        message = gettext_noop("This is not an id: it must have %(length)d characters.")
        raise BadNotation(message, length=length)
    if not ALPHABET.fullmatch(text):
        raise BadNotation(gettext_noop("This is not an id: only letters, digits, + and / are in one."))
    bits = int.from_bytes(b64decode(text + "=" * (-length % 4)), "little")
    if _encode(bits, length) != text:
        raise BadNotation(gettext_noop("This is not an id: its last character is impossible."))
    return bits
