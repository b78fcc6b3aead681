"""The file that a match's record is downloaded as: its exact form, and reading it without trusting any byte.

    {"record":R,"seal":"S"}\\n      R is JSON of the shape below, S the SHA-256 of its bytes (docs/dice.md)

The seal finds damage. It is no signature: whoever changes the record can seal it anew.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Final

from games.rules.history import OF_THE_MATCH, Entry, Kind
from games.rules.match import MatchTerms
from games.rules.strict_json import Fields, NotARecord, read_json
from games.rules.terms import Seat
from games.rules.variants import VARIANTS, variant

FORMAT: Final = "barpoint-record/1"
LARGEST_FILE: Final = 1 << 26  # a session of a thousand long games has a third of that
LONGEST_MATCH: Final = 25

_FRAME: Final = re.compile(rb'\{"record":(\{.*\}),"seal":"([0-9a-f]{64})"\}\n', re.DOTALL)
_TEXT: Final = re.compile(r".{0,80}", re.DOTALL)
_PUBLIC_ID: Final = re.compile(r"[A-Za-z0-9_-]{16}", re.ASCII)


@dataclass(frozen=True, slots=True)
class DicePart:
    """What was committed to and revealed, and when. Secrets are hexadecimal; "" and None: not yet."""

    protocol: str
    links: int
    root: str
    committed_at: str
    creator: Seat
    creator_by_server: bool
    creator_commitment: str
    creator_committed_at: str | None
    joiner_by_server: bool
    joiner_secret: str
    joiner_revealed_at: str | None
    creator_secret: str
    creator_revealed_at: str | None


@dataclass(frozen=True, slots=True)
class GamePart:
    """One game: what was agreed, and what came of it. `ended_at` is None while it runs."""

    number: int
    terms: object
    secret: str
    started_at: str
    ended_at: str | None
    result: tuple[str, str, int, int]  # winner, reason, multiplier, points
    moves: tuple[MovePart, ...]  # those of the game itself, not those of the match

    @property
    def rolls(self) -> list[MovePart]:
        """Its moves that have dice."""
        return [move for move in self.moves if move.entry.dice]


@dataclass(frozen=True, slots=True)
class MovePart:
    """One move as it was stored. `game` is None before the first game; `roll` numbers the rolls of a game."""

    version: int
    game: int | None
    entry: Entry
    roll: int | None
    made_at: str


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it is told to everybody. Moments are text, which sorts as they do."""

    match: str
    terms: MatchTerms
    status: str
    winner: str
    score: tuple[int, int]
    dice: DicePart | None
    games: tuple[GamePart, ...]
    moves: tuple[MovePart, ...]


def read_record(data: bytes) -> Record:
    """The record in a file. Raises NotARecord for whatever is not exactly one."""
    if len(data) > LARGEST_FILE:
        raise NotARecord("This file is too large to be a record.")
    frame = _FRAME.fullmatch(data)
    if frame is None:
        raise NotARecord("This file is not a record, or it is damaged: it does not begin and end like one.")
    text, seal = frame.groups()
    if hashlib.sha256(text).hexdigest().encode("ascii") != seal:
        raise NotARecord("This file is damaged or was changed: its seal does not fit.")
    return _record(read_json(text))


def _record(value: object) -> Record:
    names = (
        "format match variant options length crawford cube jacoby max_beavers automatic_doubles rated white black "
        "status winner score dice games moves"
    )
    fields = Fields(value, "the record", names)
    if fields["format"] != FORMAT:
        raise NotARecord(f"The format of this record is not {FORMAT}, and no other is known here.")
    fields.text("white"), fields.text("black"), fields.flag("rated")
    white, black = fields.whole_list("score", 2)
    dice = fields["dice"]
    moves = tuple(_move(move, f"move {place}") for place, move in enumerate(fields.items("moves"), 1))
    by_game: dict[int, list[MovePart]] = {}
    for move in moves:
        if move.game is not None and move.entry.kind not in OF_THE_MATCH:
            by_game.setdefault(move.game, []).append(move)
    return Record(
        match=fields.text("match", _PUBLIC_ID),
        terms=_terms(fields),
        status=fields.word("status", "open", "waiting", "playing", "over", "aborted"),
        winner=fields.word("winner", "", "white", "black"),
        score=(white, black),
        dice=None if dice is None else _dice(dice),
        games=tuple(_game(game, f"game {place}", by_game) for place, game in enumerate(fields.items("games"), 1)),
        moves=moves,
    )


def _terms(fields: Fields) -> MatchTerms:
    options = tuple(option for option in fields.items("options") if isinstance(option, str))
    key = fields.word("variant", *VARIANTS)
    try:
        is_canonical = list(variant(key, options).options) == fields["options"]
    except ValueError:
        is_canonical = False
    if not is_canonical:
        raise fields.fault("options")
    return MatchTerms(
        variant=key,
        length=fields.whole("length", most=LONGEST_MATCH),
        crawford=fields.flag("crawford"),
        cube=fields.flag("cube"),
        jacoby=fields.flag("jacoby"),
        max_beavers=fields.whole("max_beavers"),
        automatic_doubles=fields.whole("automatic_doubles"),
        options=options,
    )


def _dice(value: object) -> DicePart:
    names = (
        "protocol links root committed_at creator creator_by_server creator_commitment creator_committed_at "
        "joiner_by_server joiner_secret joiner_revealed_at creator_secret creator_revealed_at"
    )
    fields = Fields(value, "dice", names)
    return DicePart(
        protocol=fields.text("protocol"),
        links=fields.whole("links"),
        root=fields.secret("root"),
        committed_at=fields.moment("committed_at"),
        creator=Seat(fields.word("creator", "white", "black")),
        creator_by_server=fields.flag("creator_by_server"),
        creator_commitment=fields.secret("creator_commitment"),
        creator_committed_at=fields.moment_or_none("creator_committed_at"),
        joiner_by_server=fields.flag("joiner_by_server"),
        joiner_secret=fields.secret("joiner_secret"),
        joiner_revealed_at=fields.moment_or_none("joiner_revealed_at"),
        creator_secret=fields.secret("creator_secret"),
        creator_revealed_at=fields.moment_or_none("creator_revealed_at"),
    )


def _game(value: object, where: str, by_game: dict[int, list[MovePart]]) -> GamePart:
    fields = Fields(value, where, "number terms secret started_at ended_at winner reason multiplier points")
    number = fields.whole("number")
    return GamePart(
        number=number,
        terms=fields["terms"],
        secret=fields.secret("secret"),
        started_at=fields.moment("started_at"),
        ended_at=fields.moment_or_none("ended_at"),
        result=(
            fields.word("winner", "", "white", "black"),
            fields.text("reason"),
            fields.whole("multiplier"),
            fields.whole("points"),
        ),
        moves=tuple(by_game.get(number, ())),
    )


def _move(value: object, where: str) -> MovePart:
    fields = Fields(value, where, "version game seat kind dice roll text made_at")
    seat = fields.word("seat", "", "white", "black")
    dice = None if fields["dice"] is None else fields.whole_list("dice", 2, least=1, most=6)
    return MovePart(
        version=fields.whole("version"),
        game=None if fields["game"] is None else fields.whole("game"),
        entry=Entry(
            kind=fields.word("kind", *Kind),
            seat=Seat(seat) if seat else None,
            dice=None if dice is None else (dice[0], dice[1]),
            text=fields.text("text", _TEXT),
        ),
        roll=None if fields["roll"] is None else fields.whole("roll"),
        made_at=fields.moment("made_at"),
    )
