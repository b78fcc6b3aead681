"""What stands on one table: everything a presenter needs to show a match at its present version."""

from dataclasses import dataclass, replace
from decimal import Decimal

from games.models import Game, Match, Move, RatingChange
from games.rules.clock import Clock
from games.rules.game import GameState, Reason, Seat
from games.rules.history import Entry, both_have_played
from games.rules.match import MatchTerms, Score
from games.rules.snapshot import from_json
from games.stored import clock_of, entry_of, match_score, match_terms, seat_of

# A match of 25 points has at most 49 games; a session may have any number.
RESULTS_SHOWN = 49


@dataclass(frozen=True, slots=True)
class Player:
    """Who holds a seat, as everybody may see."""

    name: str
    is_guest: bool


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one finished game of the match ended."""

    number: int
    winner: Seat | None
    reason: Reason
    multiplier: int
    points: int


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A match at one version. The same for every viewer: what a viewer may do follows from the view alone."""

    public_id: str
    version: int
    terms: MatchTerms
    score: Score
    status: str  # open, playing, over, aborted
    rated: bool
    public: bool
    creator: Seat | None
    players: dict[Seat, Player | None]
    game_number: int  # 0 while the match is open
    state: GameState | None  # of the newest game; None while the match is open
    record: tuple[Entry, ...]  # the newest game's moves, oldest first
    results: tuple[GameResult, ...]  # finished games, the newest included once it is over
    clock: Clock  # as it was last pressed
    winner: Seat | None  # of the match; a session that was left may have none
    rating_changes: dict[Seat, tuple[Decimal, Decimal]]  # before and after, once a rated match is over
    rematch_by: Seat | None  # who asked for a rematch, once somebody did
    rematch_id: str | None  # public id of the rematch

    @property
    def may_abort(self) -> bool:
        """Whether either player may still call the match off: not both have confirmed a play in it (END-4)."""
        is_first = self.game_number == 1 and self.state is not None and self.state.result is None
        return is_first and self.status == Match.Status.PLAYING and not both_have_played(self.record)


def table_facts(match: Match) -> TableFacts:
    """Everything on the table of `match` (loaded with its seats' users): at most five queries."""
    newest = Game.objects.filter(match=match).order_by("-number").first()
    moves = list(Move.objects.filter(game=newest).order_by("version")) if newest else []
    over = match.status == Match.Status.OVER
    rematch = (
        Match.objects.filter(rematch_of=match).only("public_id", "white", "black", "creator").first() if over else None
    )
    return TableFacts(
        public_id=match.public_id,
        version=match.version,
        terms=match_terms(match),
        score=match_score(match),
        status=match.status,
        rated=match.rated,
        public=match.visibility == Match.Visibility.PUBLIC,
        creator=seat_of(match, match.creator_id),
        players={
            seat: Player(name=user.username, is_guest=user.is_guest) if user else None
            for seat, user in ((Seat.WHITE, match.white), (Seat.BLACK, match.black))
        },
        game_number=newest.number if newest else 0,
        state=from_json(newest.state) if newest else None,
        record=tuple(entry_of(move) for move in moves),
        results=_results(match),
        clock=clock_of(match),
        winner=Seat(match.winner) if match.winner else None,
        rating_changes={
            Seat(change.seat): (change.before, change.after)
            for change in (RatingChange.objects.filter(match=match) if match.rated and over else ())
        },
        rematch_by=seat_of(rematch, rematch.creator_id) if rematch else None,
        rematch_id=rematch.public_id if rematch else None,
    )


def facts_after(before: TableFacts, match: Match, state: GameState, entries: tuple[Entry, ...]) -> TableFacts | None:
    """The facts of `match` after a command that appended `entries` to the game on the table `before`.

    Nothing is read: a move adds to its table. None where more has changed than that, because a game ended or began.
    """
    is_next = match.version == before.version + len(entries)
    if (
        not is_next
        or match.status != Match.Status.PLAYING
        or state.result
        or before.state is None
        or before.state.result
    ):
        return None
    record = before.record + entries
    return replace(before, version=match.version, state=state, record=record, clock=clock_of(match))


def _results(match: Match) -> tuple[GameResult, ...]:
    """The finished games of a match, oldest first; of a long session the last ones."""
    finished = Game.objects.filter(match=match, ended_at__isnull=False).order_by("-number").defer("state")
    return tuple(
        GameResult(
            number=game.number,
            winner=Seat(game.winner) if game.winner else None,
            reason=Reason(game.reason),
            multiplier=game.multiplier,
            points=game.points,
        )
        for game in reversed(finished[:RESULTS_SHOWN])
    )
