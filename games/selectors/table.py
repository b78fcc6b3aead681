"""What stands on one table: everything a presenter needs to show a match at its present version."""

from dataclasses import dataclass
from decimal import Decimal

from games.models import Game, Match, Move, RatingChange
from games.rules.game import GameState, Reason, Seat
from games.rules.history import Entry
from games.rules.match import MatchTerms, Score
from games.rules.snapshot import from_json


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
    results: tuple[GameResult, ...]  # all finished games, the newest included once it is over
    winner: Seat | None  # of the match; a session that was left may have none
    rating_changes: dict[Seat, tuple[Decimal, Decimal]]  # before and after, once a rated match is over
    rematch_by: Seat | None  # who asked for a rematch, once somebody did
    rematch_id: str | None  # public id of the rematch


def match_terms(match: Match) -> MatchTerms:
    """The terms a match was created under."""
    return MatchTerms(
        variant=match.variant,
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


def seat_of(match: Match, user_id: int | None) -> Seat | None:
    """The seat a user holds in a match, if any."""
    if user_id is None:
        return None
    if match.white_id == user_id:
        return Seat.WHITE
    if match.black_id == user_id:
        return Seat.BLACK
    return None


def entry_of(move: Move) -> Entry:
    """A stored move as the rules read it."""
    return Entry(
        kind=move.kind,
        seat=Seat(move.seat) if move.seat else None,
        dice=None if move.die1 is None or move.die2 is None else (move.die1, move.die2),
        text=move.text,
    )


def table_facts(match: Match) -> TableFacts:
    """Everything on the table of `match` (loaded with its seats' users): at most four queries."""
    games = list(Game.objects.filter(match=match).order_by("number"))
    newest = games[-1] if games else None
    moves = list(Move.objects.filter(game=newest).order_by("version")) if newest else []
    rematch = Match.objects.filter(rematch_of=match).only("public_id").first() if match.status == "over" else None
    asked = next((move for move in moves if move.kind == Move.Kind.REMATCH), None)
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
        results=tuple(
            GameResult(
                number=game.number,
                winner=Seat(game.winner) if game.winner else None,
                reason=Reason(game.reason),
                multiplier=game.multiplier or 0,
                points=game.points or 0,
            )
            for game in games
            if game.ended_at
        ),
        winner=Seat(match.winner) if match.winner else None,
        rating_changes={
            Seat(change.seat): (change.before, change.after)
            for change in (RatingChange.objects.filter(match=match) if match.rated and match.status == "over" else ())
        },
        rematch_by=Seat(asked.seat) if asked else None,
        rematch_id=rematch.public_id if rematch else None,
    )
