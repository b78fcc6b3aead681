"""What stands in the lobby: open challenges, live matches, and a player's own tables. Only public matches."""

from dataclasses import dataclass
from typing import TypeGuard

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Q

from accounts.models import User
from games.models import Game, Match
from games.rules.clock import PACES, Clock, Pace
from games.rules.game import GameState, Seat
from games.rules.match import MatchTerms, Score
from games.rules.snapshot import from_json
from games.selectors.paging import Page, page_of
from games.selectors.ratings import NEWCOMER, Stakes, stakes, stands
from games.selectors.table import Player, Secrets, secrets_of
from games.stored import clock_of, creator_seat, match_score, match_terms

PAGE_SIZE = 30
OWN_TABLES_SHOWN = 50

Viewer = User | AnonymousUser


@dataclass(frozen=True, slots=True)
class Challenge:
    """An open match as the person sees it who may take its free seat."""

    public_id: str
    host: Player
    host_seat: Seat
    terms: MatchTerms
    pace: Pace
    rated: bool
    own: bool  # the viewer is the host
    needs_account: bool  # rated, and the viewer is nobody or a guest
    stakes: tuple[Stakes, Stakes] | None  # the viewer's and the host's; None where no rating is at stake
    secrets: Secrets | None  # for its dice; None where the challenge is older than they


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """A match that is being played."""

    public_id: str
    players: dict[Seat, Player]
    terms: MatchTerms
    pace: Pace
    score: Score
    rated: bool
    version: int
    state: GameState | None  # of the game that is being played; nothing between games


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A match the viewer sits in that has not ended; `to_act` is nobody while a seat is free and between games.

    Where the creator's secret is missing (`is_waiting`) it is he.
    """

    public_id: str
    opponent: Player | None  # nobody yet
    seat: Seat
    terms: MatchTerms
    score: Score
    clock: Clock
    to_act: Seat | None
    is_waiting: bool


def has_account(viewer: Viewer) -> TypeGuard[User]:
    """Whether somebody is registered, and so can be rated; guests and visitors are not."""
    return isinstance(viewer, User) and not viewer.is_guest


def open_challenges(viewer: Viewer, number: int = 1, size: int = PAGE_SIZE) -> Page[Challenge]:
    """Public challenges that wait for an opponent and can be joined, newest first: two queries."""
    rows = Match.objects.filter(status=Match.Status.OPEN, visibility=Match.Visibility.PUBLIC)
    rows = rows.exclude(exchange__creator_commitment="")
    rows = rows.select_related("creator", "exchange").order_by("-created_at")
    return page_of(rows, number, size, lambda matches: _challenges(viewer, matches))


def challenge(viewer: Viewer, match: Match) -> Challenge:
    """One open match as the viewer sees it before joining, whatever its visibility."""
    return _challenges(viewer, [match])[0]


def live_matches(number: int = 1, size: int = PAGE_SIZE) -> Page[LiveMatch]:
    """Public matches that are being played, newest first: two queries."""
    rows = Match.objects.filter(status=Match.Status.PLAYING, visibility=Match.Visibility.PUBLIC)
    rows = rows.select_related("white", "black").order_by("-created_at")
    return page_of(rows, number, size, _live)


def own_tables(viewer: Viewer) -> tuple[OwnTable, ...]:
    """The matches a player sits in that have not ended, his turn first: two queries, none for a visitor.

    After those in which he is to act come those that go on as soon as somebody begins the next game, then those in
    which the opponent is to act, then open challenges; the ones played last before others.
    """
    if viewer.pk is None:
        return ()
    rows = Match.objects.filter(Q(white=viewer) | Q(black=viewer), status__in=["open", "waiting", "playing"])
    rows = rows.select_related("white", "black").order_by(F("moved_at").desc(nulls_last=True), "-created_at")
    matches = list(rows[:OWN_TABLES_SHOWN])
    states = _states(matches)
    tables = [_own(match, viewer.pk, states.get(match.pk)) for match in matches]
    return tuple(sorted(tables, key=_urgency))


def _urgency(table: OwnTable) -> int:
    if table.opponent is None:
        return 3
    if table.to_act is None:
        return 1
    return 0 if table.to_act == table.seat else 2


def _challenges(viewer: Viewer, matches: list[Match]) -> list[Challenge]:
    me = viewer.pk if has_account(viewer) else None
    rated_hosts = {match.creator_id for match in matches if match.rated}
    known = stands({me, *rated_hosts}) if me and rated_hosts else {}

    def stakes_of(match: Match) -> tuple[Stakes, Stakes] | None:
        if me is None or not match.rated or match.creator_id == me:
            return None
        mine = known.get((me, match.variant), NEWCOMER)
        theirs = known.get((match.creator_id, match.variant), NEWCOMER)
        return stakes(mine, theirs, match.length), stakes(theirs, mine, match.length)

    return [
        Challenge(
            public_id=match.public_id,
            host=_player(match.creator),
            host_seat=creator_seat(match),
            terms=match_terms(match),
            pace=PACES[match.clock],
            rated=match.rated,
            own=match.creator_id == viewer.pk,
            needs_account=match.rated and me is None,
            stakes=stakes_of(match),
            secrets=secrets_of(match),
        )
        for match in matches
    ]


def _live(matches: list[Match]) -> list[LiveMatch]:
    states = _states(matches)
    return [
        LiveMatch(
            public_id=match.public_id,
            players={
                seat: _player(user) for seat, user in ((Seat.WHITE, match.white), (Seat.BLACK, match.black)) if user
            },
            terms=match_terms(match),
            pace=PACES[match.clock],
            score=match_score(match),
            rated=match.rated,
            version=match.version,
            state=states.get(match.pk),
        )
        for match in matches
    ]


def _states(matches: list[Match]) -> dict[int, GameState]:
    """The games that are being played in these matches, by the match's key."""
    return {game.match_id: from_json(game.state) for game in Game.objects.filter(match__in=matches, ended_at=None)}


def _own(match: Match, user_id: int, state: GameState | None) -> OwnTable:
    seat = Seat.WHITE if match.white_id == user_id else Seat.BLACK
    other = match.black if seat == Seat.WHITE else match.white
    is_waiting = match.status == Match.Status.WAITING
    return OwnTable(
        public_id=match.public_id,
        opponent=_player(other) if other else None,
        seat=seat,
        terms=match_terms(match),
        score=match_score(match),
        clock=clock_of(match),
        to_act=creator_seat(match) if is_waiting else state.to_act if state else None,
        is_waiting=is_waiting,
    )


def _player(user: User) -> Player:
    return Player(name=user.username, is_guest=user.is_guest)
