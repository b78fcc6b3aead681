"""An open table inside a transaction: appending moves, and keeping snapshot, score and version in step."""

from datetime import datetime

from config import statements
from games.broadcast import publish
from games.dice_source import RollDice
from games.errors import MatchNotStarted
from games.models import Game, Match, Move
from games.rules import match as matches
from games.rules.clock import BETWEEN_GAMES, LAG, Clock, begins_by_itself, new_clock
from games.rules.dice_chain import links_for
from games.rules.game import GameState, Phase, Reason, Result, Seat, Stage, Terms, new_game
from games.rules.history import Entry, Kind, apply
from games.rules.snapshot import from_json, to_json
from games.services.dice import secret_of_game
from games.services.nudges import nudge_later
from games.services.ratings import count_rated_match
from games.stored import clock_of, match_score, match_terms
from games.tasks import count_dice

# What a command may change in its match.
CHANGING = [
    *("status", "white_score", "black_score", "crawford_done", "winner", "version", "rematch_of_id"),
    *("moved_at", "ended_at"),
    *("white_reserve_ms", "black_reserve_ms", "clock_seat", "clock_started_at", "due_at"),
    *("white_left_at", "black_left_at"),
]


class OpenTable:
    """A locked match and its newest game while one command is carried out.

    What changes in the match from now on is written by `save`. Nothing reaches the database before, except the moves.
    """

    def __init__(self, match: Match, now: datetime) -> None:
        self.match = match
        # A command may have arrived before another and be let in after it; what is recorded does not go back in time.
        self.now = max(now, match.moved_at or now)
        self.entries: list[Entry] = []  # appended by this command
        self._stored = self._changeable()
        self._game = statements.read(Game, "match", match.pk, newest="number")
        self._state = from_json(self._game.state) if self._game else None
        self._asked = self._state.to_act if self._state else None

    def heard_of(self, seat: Seat) -> None:
        """A command has come from this seat: if no page of it is open, its player was there until now."""
        field = f"{seat}_left_at"
        if getattr(self.match, field) is not None:
            setattr(self.match, field, self.now)

    @property
    def state(self) -> GameState:
        """The newest game as it stands now. Raises MatchNotStarted before the first."""
        if self._state is None:
            raise MatchNotStarted
        return self._state

    @property
    def game_number(self) -> int:
        """Which game of the match is the newest; 0 before the first."""
        return self._game.number if self._game else 0

    def begin_game(self, roll_dice: RollDice, begun_by: Seat | None, *, unnoticed: bool = False) -> None:
        """Put up the next board and make its opening roll, ties and all (OPEN-1, OPEN-2, OPEN-5).

        A player who did not begin the game himself is given a while to notice before his clock starts (CLK-4); begun
        by nobody (None), the game has waited for both, unless it is `unnoticed`.
        """
        starts_at = None if begun_by is None and not unnoticed else self.match.due_at or self.now + BETWEEN_GAMES
        if not self.match.length:
            self._set_clock(new_clock(self.clock.pace, 0))
        self._state = new_game(matches.terms_for_game(match_terms(self.match), match_score(self.match)))
        self._game = Game.objects.create(
            match=self.match,
            number=self.game_number + 1,
            state=to_json(self._state),
            started_at=self.now,
        )
        while self.state.phase == Phase.OPENING:
            self._apply(Entry(Kind.ROLL, None, self.roll(roll_dice)))
        starter = self.state.on_roll
        if starter is not None:
            self._press(starter, not_before=None if starter == begun_by else starts_at)

    def roll(self, roll_dice: RollDice) -> tuple[int, int]:
        """The dice of the next roll of the game: there is one for each number, and no number twice (TURN-2)."""
        return roll_dice(self.match, self.game_number, self._game.rolls if self._game else 0)

    def store(self, entry: Entry) -> None:
        """Apply one entry to the game and append it to the record. Raises a RuleError, and then nothing is stored.

        The clock is pressed where the other player has to act now, or the same one rolls again (CLK-3, AD-17).
        """
        before = self.state
        self._apply(entry)
        after = self.state
        rolls_again = after.stage == Stage.EXTRA and after.phase == Phase.TO_ROLL and before.phase != Phase.TO_ROLL
        if after.result:
            self._stop_clock(after.result)
        elif after.to_act is not None and (after.to_act != before.to_act or rolls_again):
            self._press(after.to_act)

    def _apply(self, entry: Entry) -> None:
        self._state = apply(self.state, entry)
        self.append(entry)
        if self._state.result:
            self._settle(self._state.terms, self._state.result)

    @property
    def clock(self) -> Clock:
        """The clock as it was last pressed."""
        return clock_of(self.match)

    def _press(self, seat: Seat, not_before: datetime | None = None) -> None:
        clock = self.clock.pressed(seat, self.now, not_before=not_before)
        self._set_clock(clock, due_at=clock.zero_at and clock.zero_at + LAG)

    def _stop_clock(self, result: Result) -> None:
        """The game is over; after a while the next begins by itself, where there is a clock (CLK-4)."""
        clock, match = self.clock.stopped(self.now), self.match
        goes_on = match.status == Match.Status.PLAYING and begins_by_itself(clock.pace, match.length, result.reason)
        goes_on = goes_on and self.game_number < links_for(match.length)
        self._set_clock(clock, due_at=self.now + BETWEEN_GAMES if goes_on else None)

    def _set_clock(self, clock: Clock, due_at: datetime | None = None) -> None:
        match = self.match
        match.white_reserve_ms, match.black_reserve_ms = clock.reserve_ms
        match.clock_seat, match.clock_started_at = clock.seat or "", clock.started_at
        match.due_at = due_at

    def append(self, entry: Entry) -> None:
        """Append an entry to the record as the next version."""
        match = self.match
        match.version += 1
        since = match.moved_at or self.now
        roll_number = None
        if entry.dice and self._game:
            roll_number = self._game.rolls
            self._game.rolls += 1
        move = Move(
            match_id=match.pk,
            game_id=self._game.pk if self._game else None,
            version=match.version,
            seat=entry.seat or "",
            kind=entry.kind,
            die1=entry.dice[0] if entry.dice else None,
            die2=entry.dice[1] if entry.dice else None,
            roll_number=roll_number,
            text=entry.text,
            made_at=self.now,
            thinking_ms=max(0, round((self.now - since).total_seconds() * 1000)),
        )
        statements.insert(move)
        match.moved_at = self.now
        self.entries.append(entry)

    def _settle(self, terms: Terms, result: Result) -> None:
        """Count the game that has just ended, and the match if that ends it (SET-1, SET-2)."""
        match = self.match
        if result.reason == Reason.ABORT:
            match.status = Match.Status.ABORTED
            match.ended_at = self.now
            return
        score = matches.settle(match_terms(match), match_score(match), terms, result)
        match.white_score, match.black_score, match.crawford_done = score.white, score.black, score.crawford_done
        winner = matches.winner(match_terms(match), score)
        if winner:
            self.end_match(winner)

    def end_match(self, winner: Seat | None) -> None:
        """The match is over; a rated one changes the ratings, here and only here (SET-3)."""
        match = self.match
        match.status = Match.Status.OVER
        match.winner = winner or ""
        match.ended_at = self.now
        match.due_at = None
        if match.rated and winner:
            count_rated_match(match, winner)

    def save(self) -> None:
        """Write the snapshot and the match; tell the viewers, and who is away and to act now, once it is committed."""
        if self._game and self._state:
            self._save_game(self._game, self._state)
        stored = zip(CHANGING, self._stored, self._changeable(), strict=True)
        statements.update(self.match, [name for name, before, now in stored if now != before])
        publish(self.match.public_id, self.match.version)
        if self._state and self._state.to_act and self._state.to_act != self._asked:
            nudge_later(self.match, self._state.to_act, self.now)

    def _changeable(self) -> list[object]:
        return [getattr(self.match, name) for name in CHANGING]

    def _save_game(self, game: Game, state: GameState) -> None:
        game.state = to_json(state)
        if state.result is None or game.ended_at:
            statements.update(game, ["state", "rolls"])
            return
        game.winner = state.result.winner or ""
        game.reason = state.result.reason
        game.multiplier = state.result.multiplier
        game.points = state.result.points
        game.ended_at = self.now
        game.dice_secret = secret_of_game(self.match, game.number)
        game.save()
        count_dice.enqueue(game=game.pk)
