"""Stored rows as the rules read them: the one place that translates between the two."""

from datetime import datetime

from games.models import DiceExchange, Match, Move
from games.rules.clock import PACES, Clock, claim_at
from games.rules.game import GameState, Seat
from games.rules.history import Entry
from games.rules.match import MatchTerms, Score


def match_terms(match: Match) -> MatchTerms:
    """The terms a match was created under."""
    return MatchTerms(
        variant=match.variant,
        options=tuple(match.options.split()),
        length=match.length,
        crawford=match.crawford,
        cube=match.cube,
        jacoby=match.jacoby,
        max_beavers=match.max_beavers,
        automatic_doubles=match.automatic_doubles,
    )


def match_score(match: Match) -> Score:
    """The score of a match now."""
    return Score(white=match.white_score, black=match.black_score, crawford_done=match.crawford_done)


def clock_of(match: Match) -> Clock:
    """The clock of a match as it was last pressed."""
    return Clock(
        pace=PACES[match.clock],
        reserve_ms=(match.white_reserve_ms, match.black_reserve_ms),
        seat=Seat(match.clock_seat) if match.clock_seat else None,
        started_at=match.clock_started_at,
    )


def claim_opens_at(match: Match, state: GameState) -> datetime | None:
    """From when on the win may be claimed from the player whom this game of the match waits for; None: it may not.

    Where there is a clock, a race that player has won already ends by the clock alone, and not as lost.
    """
    absent, clock = state.to_act, clock_of(match)
    moved_at = clock.started_at or match.moved_at
    if absent is None or moved_at is None or (clock.pace.has_clock and state.has_won_race(absent)):
        return None
    return claim_at(clock.pace, moved_at, match.white_left_at if absent == Seat.WHITE else match.black_left_at)


def seat_of(match: Match, user_id: int | None) -> Seat | None:
    """The seat a user holds in a match, if any."""
    if user_id is None:
        return None
    if user_id == match.white_id:
        return Seat.WHITE
    return Seat.BLACK if user_id == match.black_id else None


def creator_seat(match: Match) -> Seat:
    """The seat of whoever created a match."""
    return Seat.WHITE if match.white_id == match.creator_id else Seat.BLACK


def exchange_of(match: Match) -> DiceExchange | None:
    """What the dice of a match are made of; None for one that is older than such dice. Read once with each row."""
    exchange: DiceExchange | None = getattr(match, "exchange", None)
    return exchange


def entry_of(move: Move) -> Entry:
    """A stored move as the rules read it."""
    return Entry(
        kind=move.kind,
        seat=Seat(move.seat) if move.seat else None,
        dice=None if move.die1 is None or move.die2 is None else (move.die1, move.die2),
        text=move.text,
    )
