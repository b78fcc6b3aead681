"""A match by the rules alone: what the server must answer, and how the match stands afterwards.

No database, no service, no page: `games.rules` and the few sentences of design that say how versions count. The proofs
hold everything else against this.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from games.commands import Command
from games.rules.errors import AmbiguousPlay, BadNotation, IllegalPlay, RuleError
from games.rules.game import GameState, Phase, Reason, Seat, new_game
from games.rules.history import OF_THE_MATCH, Entry, Kind, apply, both_have_played
from games.rules.match import MatchTerms, Score, settle, terms_for_game, winner
from games.rules.notation import format_play, read_play

Roll = Callable[[], tuple[int, int]]
DONE, BAD, NOT_YOURS, STALE, UNPLAYABLE = 200, 400, 403, 409, 422


class Refused(Exception):
    """A command that changes nothing; `status` is that of the answer."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@dataclass
class Model:
    """One match from its first opening roll on. `stored[v]` is what made version v, `before[v]` the game it met."""

    terms: MatchTerms
    score: Score = Score()
    state: GameState | None = None
    version: int = 0
    games: int = 0
    is_over: bool = False
    winner: Seat | None = None
    stored: dict[int, Entry] = field(default_factory=dict)
    before: dict[int, GameState] = field(default_factory=dict)

    @property
    def status(self) -> str:
        """As a table says it."""
        if self.state and self.state.result and self.state.result.reason == Reason.ABORT:
            return "aborted"
        return "over" if self.is_over else "playing" if self.state else "open"

    @property
    def may_be_called_off(self) -> bool:
        """Until both have played (END-4)."""
        return self.games == 1 and not both_have_played(self.stored.values())

    def begin_game(self, roll: Roll) -> None:
        """Put up a board and roll for the start, ties and all (OPEN-1, OPEN-2)."""
        self.state = new_game(terms_for_game(self.terms, self.score))
        self.games += 1
        while self.state.phase == Phase.OPENING:
            self._store(self.state, Entry(Kind.ROLL, None, roll()))

    def answer(self, seat: Seat | None, version: int, command: Command, roll: Roll) -> int:
        """Carry out a command made at `version`, if it may be; the status of the answer."""
        try:
            self._carry_out(seat, version, command, roll)
        except Refused as refused:
            return refused.status
        except (BadNotation, IllegalPlay, AmbiguousPlay):
            return UNPLAYABLE
        except RuleError:
            return STALE
        return DONE

    def take(self, entry: Entry) -> None:
        """Follow a record, entry by entry."""
        if entry.seat is None and (self.state is None or self.state.result):
            self.state = new_game(terms_for_game(self.terms, self.score))
            self.games += 1
        if self.state is None:
            self.version += 1  # a challenge was cancelled
        elif entry.kind == Kind.LEAVE:
            self._leave(cast(Seat, entry.seat), self.state)
        elif entry.kind in OF_THE_MATCH:
            self._note(self.state, entry)
        else:
            self._store(self.state, entry)

    def _carry_out(self, seat: Seat | None, version: int, command: Command, roll: Roll) -> None:
        if seat is None:
            raise Refused(NOT_YOURS)
        if version != self.version:
            if not self._is_stored(seat, version, command):
                raise Refused(STALE)
            return
        if self.state is None or self.is_over:
            raise Refused(STALE)
        if command.kind == "next":
            if self.state.phase != Phase.OVER:
                raise Refused(STALE)
            self.begin_game(roll)
        elif command.kind == Kind.LEAVE:
            self._leave(seat, self.state)
        elif command.kind in (Kind.FLAG, Kind.CLAIM) or (command.kind == Kind.ABORT and not self.may_be_called_off):
            raise Refused(STALE)  # no clock runs here, and nobody is away
        else:
            entry = entry_of(self.state, seat, command)
            if entry.kind == Kind.ROLL:
                if self.state.phase != Phase.TO_ROLL or self.state.to_act != seat:
                    raise Refused(STALE)
                entry = Entry(Kind.ROLL, seat, roll())
            self._store(self.state, entry)

    def _leave(self, seat: Seat, state: GameState) -> None:
        if self.terms.length or state.phase != Phase.OVER:
            raise Refused(STALE)
        self._note(state, Entry(Kind.LEAVE, seat))
        self.is_over = True
        white, black = self.score.white, self.score.black
        self.winner = None if white == black else Seat.WHITE if white > black else Seat.BLACK

    def _store(self, state: GameState, entry: Entry) -> None:
        after = apply(state, entry)
        self._note(state, entry)
        self.state = after
        if after.result:
            self.score = settle(self.terms, self.score, after.terms, after.result)
            self.winner = winner(self.terms, self.score)
            self.is_over = self.winner is not None or after.result.reason == Reason.ABORT

    def _note(self, state: GameState, entry: Entry) -> None:
        self.version += 1
        self.stored[self.version], self.before[self.version] = entry, state

    def _is_stored(self, seat: Seat, version: int, command: Command) -> bool:
        """Whether what was stored after `version` is this very command of this seat: the version is the key."""
        stored = self.stored.get(version + 1)
        if stored is None:
            return False
        if command.kind == "next":
            return stored.kind == Kind.ROLL and stored.seat is None
        if command.kind == Kind.ABORT:
            return stored.kind == Kind.ABORT
        if stored.seat != seat or (command == Command("resign", "lowest") and stored.kind == Kind.RESIGN):
            return stored.seat == seat
        try:
            asked = entry_of(self.before[version + 1], seat, command)
        except (Refused, RuleError):
            return False
        return (asked.kind, asked.text) == (stored.kind, stored.text)


def entry_of(state: GameState, seat: Seat, command: Command) -> Entry:
    """The entry a command asks for; a roll has its dice yet to come."""
    if command.kind == Kind.PLAY:
        board = state.seen_by(seat)
        return Entry(
            Kind.PLAY,
            seat,
            text=format_play(read_play(state.variant, board, state.dice_to_play(seat), command.text)),
        )
    if command.kind == Kind.RESIGN and command.text == "match":
        if state.terms.away is None:
            raise Refused(BAD)
        return Entry(Kind.FORFEIT, seat)
    if command.kind == Kind.RESIGN and command.text == "lowest":
        return Entry(Kind.RESIGN, seat, text=str(state.losses(seat)[0]))
    return Entry(command.kind, seat, text=command.text)
