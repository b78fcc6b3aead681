"""What stands on one table: everything a presenter needs to show a match at its present version."""

from dataclasses import dataclass, replace
from decimal import Decimal

from games.models import Game, Match, Move, RatingChange
from games.rules.clock import Clock
from games.rules.game import GameState, Reason, Seat
from games.rules.history import Entry, Kind, both_have_played
from games.rules.match import MatchTerms, Score
from games.rules.snapshot import from_json
from games.stored import clock_of, creator_seat, entry_of, exchange_of, match_score, match_terms

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
class Secrets:
    """What the dice of a match are made of, as far as it is said on its pages."""

    by_server: frozenset[Seat]  # whose secrets the server has drawn
    root: str = ""  # what the server has committed to
    commitment: str = ""  # what the creator has
    of_joiner: str = ""  # the joiner's secret, once there is one


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A match at one version. The same for every viewer: what a viewer may do follows from the view alone."""

    public_id: str
    version: int
    terms: MatchTerms
    score: Score
    status: str  # open, waiting, playing, over, aborted
    rated: bool
    public: bool
    creator: Seat | None
    players: dict[Seat, Player | None]
    game_number: int  # 0 before the first
    state: GameState | None  # of the newest game; None before the first
    record: tuple[Entry, ...]  # the newest game's moves, oldest first
    results: tuple[GameResult, ...]  # finished games, the newest included once it is over
    clock: Clock  # as it was last pressed
    winner: Seat | None  # of the match; a session that was left may have none
    rating_changes: dict[Seat, tuple[Decimal, Decimal]]  # before and after, once a rated match is over
    rematch_by: Seat | None  # who asked for a rematch, once somebody did
    rematch_id: str | None  # public id of the rematch
    secrets: Secrets | None = None  # None for a match that is older than dice that can be checked
    rematch_secrets: Secrets | None = None
    cancelled_by: Seat | None = None  # who has called off what had not begun

    @property
    def is_joined(self) -> bool:
        """Whether both seats are taken."""
        return None not in self.players.values()

    @property
    def may_abort(self) -> bool:
        """Whether either player may still call the match off: not both have confirmed a play in it (END-4)."""
        is_first = self.game_number == 1 and self.state is not None and self.state.result is None
        return is_first and self.status == Match.Status.PLAYING and not both_have_played(self.record)


def table_facts(match: Match) -> TableFacts:
    """Everything on the table of `match` (loaded with its seats' users and its exchange): at most five queries."""
    newest = Game.objects.filter(match=match).order_by("-number").first()
    moves = list(Move.objects.filter(game=newest).order_by("version")) if newest else []
    over = match.status == Match.Status.OVER
    rematch = _rematch(match) if over else None
    return TableFacts(
        public_id=match.public_id,
        version=match.version,
        terms=match_terms(match),
        score=match_score(match),
        status=match.status,
        rated=match.rated,
        public=match.visibility == Match.Visibility.PUBLIC,
        creator=creator_seat(match),
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
        rematch_by=creator_seat(rematch) if rematch else None,
        rematch_id=rematch.public_id if rematch else None,
        secrets=secrets_of(match),
        rematch_secrets=secrets_of(rematch) if rematch else None,
        cancelled_by=_cancelled_by(match) if match.status == Match.Status.ABORTED and newest is None else None,
    )


def secrets_of(match: Match) -> Secrets | None:
    """What has been said for the dice of `match` (loaded with its exchange)."""
    exchange, creator = exchange_of(match), creator_seat(match)
    if exchange is None:
        return None
    drawn = {creator: exchange.creator_by_server, creator.other: exchange.joiner_by_server}
    return Secrets(
        by_server=frozenset(seat for seat, by_server in drawn.items() if by_server),
        root=exchange.root,
        commitment=exchange.creator_commitment,
        of_joiner=exchange.joiner_secret,
    )


def _rematch(match: Match) -> Match | None:
    """The rematch that has been asked for; nobody is told of it before it can be accepted."""
    asked = Match.objects.filter(rematch_of=match).exclude(exchange__creator_commitment="")
    return asked.select_related("exchange").first()


def _cancelled_by(match: Match) -> Seat | None:
    seat = Move.objects.filter(match=match, kind=Kind.CANCEL).values_list("seat", flat=True).first()
    return Seat(seat) if seat else None


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
