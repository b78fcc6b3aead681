"""Words of the lists: live matches, own tables, the leaderboard."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.challenges import match_title
from games.presenters.clocks import figures, pace_name
from games.rules.clock import Clock
from games.rules.game import Seat
from games.rules.match import shown_score
from games.rules.variants import VARIANTS

if TYPE_CHECKING:
    from games.selectors.leaderboard import Leaderboard, OwnStanding, Standing
    from games.selectors.lobby import LiveMatch, OwnTable


@dataclass(frozen=True, slots=True)
class PagerView:
    """The way to the neighbouring pages; None where there is none."""

    previous: int | None
    next: int | None
    where: str


@dataclass(frozen=True, slots=True)
class LiveView:
    """A live match in the list of matches to watch."""

    public_id: str
    white: str
    black: str
    white_score: str
    black_score: str
    title: str
    counting: str
    pace: str
    watchers: str  # "" when nobody watches
    version: int
    picture: str  # what the picture of the board shows: who is ahead


@dataclass(frozen=True, slots=True)
class OwnTableView:
    """A table of the viewer's own."""

    public_id: str
    title: str
    opponent: str  # "" while the seat is free
    score: str
    pace: str
    turn: str  # whose turn it is; "" while the seat is free
    is_yours: bool  # it waits for the viewer
    time_left: str  # "" where no clock runs


@dataclass(frozen=True, slots=True)
class StandingView:
    """A row of the leaderboard."""

    rank: str
    name: str
    rating: str
    experience: str
    matches: str
    won: str
    brief: str  # experience, matches and won in one line, for narrow screens
    is_own: bool


@dataclass(frozen=True, slots=True)
class LeaderboardView:
    """A page of the leaderboard. `own` stands above the rows when the viewer is listed on another page."""

    variant: str
    variant_name: str
    variants: tuple[tuple[str, str], ...]
    rows: tuple[StandingView, ...]
    own: StandingView | None
    own_page: int
    remark: str
    least_experience: int
    players: str
    pager: PagerView


def pager_view(number: int, *, has_next: bool, last: int | None = None) -> PagerView:
    """The pager of a list; `last` where the number of pages is known."""
    where = _("Page %(number)s of %(last)s") if last else _("Page %(number)s")
    return PagerView(
        previous=number - 1 if number > 1 else None,
        next=number + 1 if has_next else None,
        where=where % {"number": f"{number:,}", "last": f"{last or 0:,}"},
    )


def live_view(match: LiveMatch, watchers: int) -> LiveView:
    """A live match in words."""
    white_score, black_score = shown_score(match.terms, match.score)
    return LiveView(
        public_id=match.public_id,
        white=match.players[Seat.WHITE].name,
        black=match.players[Seat.BLACK].name,
        white_score=str(white_score),
        black_score=str(black_score),
        title=match_title(match.terms),
        counting=_("rated") if match.rated else _("unrated"),
        pace=pace_name(match.pace),
        watchers=ngettext("%(count)d watching", "%(count)d watching", watchers) % {"count": watchers}
        if watchers
        else "",
        version=match.version,
        picture=_ahead(match),
    )


def _ahead(match: LiveMatch) -> str:
    """Who has less to move, and by how much."""
    names = {seat: player.name for seat, player in match.players.items()}
    values = {"white": names[Seat.WHITE], "black": names[Seat.BLACK]}
    if match.state is None:
        return _("The board of %(white)s and %(black)s, between two games") % values
    white, black = match.state.pips(Seat.WHITE), match.state.pips(Seat.BLACK)
    if white == black:
        return _("The board of %(white)s and %(black)s: level in pips") % values
    ahead = ngettext(
        "The board of %(white)s and %(black)s: %(ahead)s leads by %(number)s pip",
        "The board of %(white)s and %(black)s: %(ahead)s leads by %(number)s pips",
        abs(white - black),
    )
    return ahead % {
        **values,
        "ahead": names[Seat.WHITE if white < black else Seat.BLACK],
        "number": abs(white - black),
    }


def own_table_view(table: OwnTable, now: datetime) -> OwnTableView:
    """One's own table in words: the own points first."""
    white_score, black_score = shown_score(table.terms, table.score)
    mine, theirs = (white_score, black_score) if table.seat == Seat.WHITE else (black_score, white_score)
    return OwnTableView(
        public_id=table.public_id,
        title=match_title(table.terms),
        opponent=table.opponent.name if table.opponent else "",
        score=f"{mine}–{theirs}",
        pace=pace_name(table.clock.pace),
        turn=_turn(table),
        is_yours=table.to_act == table.seat,
        time_left=_time_left(table.clock, now),
    )


def _turn(table: OwnTable) -> str:
    if table.opponent is None:
        return ""
    if table.is_waiting:
        return _("Open it to start") if table.to_act == table.seat else _("Waiting to start")
    if table.to_act is None:
        return _("The next game can begin")
    return _("Your turn") if table.to_act == table.seat else _("Their turn")


def _time_left(clock: Clock, now: datetime) -> str:
    if clock.zero_at is None:
        return ""
    return _("%(time)s left") % {"time": figures((clock.zero_at - now) // timedelta(milliseconds=1))}


def leaderboard_view(board: Leaderboard, *, viewer_id: int | None, least_experience: int) -> LeaderboardView:
    """A page of the ranking in words, with the viewer's own row or what is missing for it."""
    on_this_page = any(row.user_id == viewer_id for row in board.rows)
    own = board.own.standing if board.own and not on_this_page else None
    return LeaderboardView(
        variant=board.variant,
        variant_name=_(VARIANTS[board.variant].name),
        variants=tuple((key, _(each.name)) for key, each in VARIANTS.items()),
        rows=tuple(_standing_view(row, is_own=row.user_id == viewer_id) for row in board.rows),
        own=_standing_view(own, is_own=True) if own else None,
        own_page=board.own.page if board.own else 1,
        remark=_remark(board.own, least_experience),
        least_experience=least_experience,
        pager=pager_view(board.number, has_next=board.number < board.last, last=board.last),
        players=ngettext("%(players)s player", "%(players)s players", board.players)
        % {"players": f"{board.players:,}"},
    )


def _remark(own: OwnStanding | None, least_experience: int) -> str:
    """What a registered viewer who is not listed yet still needs."""
    if own is None or own.standing:
        return ""
    missing = least_experience - own.experience
    return ngettext(
        "You have %(experience)d of the %(least)d points of experience that put you on this list: "
        "%(missing)d more point of rated matches.",
        "You have %(experience)d of the %(least)d points of experience that put you on this list: "
        "%(missing)d more points of rated matches.",
        missing,
    ) % {"experience": own.experience, "least": least_experience, "missing": missing}


def _standing_view(row: Standing, *, is_own: bool) -> StandingView:
    return StandingView(
        rank=f"{row.rank:,}",
        name=row.name,
        rating=f"{row.rating:.2f}",
        experience=f"{row.experience:,}",
        matches=f"{row.matches:,}",
        won=f"{row.won:,}",
        brief=_("experience %(experience)s, won %(won)s of %(matches)s")
        % {"experience": f"{row.experience:,}", "won": f"{row.won:,}", "matches": f"{row.matches:,}"},
        is_own=is_own,
    )
