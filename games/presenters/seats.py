"""Who is at the table, whose clock runs, and what an absence allows: the element that changes without a move.

It is the same for every viewer, so each sentence is there for all it may concern, and the style sheet shows a page
the one that is meant for it. What depends on the moment (a countdown, a claim whose time has come) is said as it is
at `now`; static/js/clock.js carries it on.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.presenters.clocks import days_pattern, figures
from games.rules.clock import LAG
from games.rules.game import Seat

if TYPE_CHECKING:
    from games.selectors.seats import SeatFacts

RETURNING = timedelta(seconds=15)  # a page that is reloaded or loses its network comes back sooner

HERE, AWAY, GONE = "here", "away", "gone"


@dataclass(frozen=True, slots=True)
class ClaimView:
    """The claim of the player who waits (`by`) against the one who is absent, before and from its time on."""

    by: Seat
    absent: Seat
    at: int
    away: str
    gone: str
    to_claimant: SafeString
    to_others: SafeString
    to_claimant_now: str
    to_others_now: str


@dataclass(frozen=True, slots=True)
class SeatsView:
    """What the element carries: `data` for the script, moments in milliseconds since 1970, and the claim in words."""

    css: str
    data: dict[str, str | int]
    claim: ClaimView | None


def seats_view(facts: "SeatFacts", now: datetime) -> SeatsView:
    """The seats of a match as they are at `now`."""
    clock, claim = facts.clock, _claim(facts, now)
    return SeatsView(
        css="is-claimable" if claim and claim.at <= _moment(now) else "",
        data={
            "version": facts.version,
            "now": _moment(now),
            "running": clock.seat or "",
            "since": _moment(clock.started_at) if clock.started_at else "",
            "delay": clock.pace.delay_ms,
            "lag": LAG // timedelta(milliseconds=1),
            "days": days_pattern() % {"days": "{days}", "hours": "{hours}"},
            "claim-at": claim.at if claim else "",
            "claim-by": claim.by if claim else "",
            **_data_of(facts, Seat.WHITE, now),
            **_data_of(facts, Seat.BLACK, now),
        },
        claim=claim,
    )


def _data_of(facts: "SeatFacts", seat: Seat, now: datetime) -> dict[str, str | int]:
    left_at = facts.left_at[seat]
    return {
        f"{seat}": _presence(left_at, now),
        f"{seat}-gone-at": _moment(left_at + RETURNING) if left_at else "",
        f"{seat}-reserve": facts.clock.reserve_of(seat),
    }


def _moment(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def _presence(left_at: datetime | None, now: datetime) -> str:
    if left_at is None:
        return HERE
    return AWAY if now < left_at + RETURNING else GONE


def _claim(facts: "SeatFacts", now: datetime) -> ClaimView | None:
    """What the absence of the player to act allows the other, now or later."""
    absent = facts.to_act
    if not facts.is_playing or absent is None or facts.claim_at is None:
        return None
    by = absent.other
    names = {"name": facts.names[absent], "other": facts.names[by]}
    if facts.clock.pace.has_clock:
        away, gone = _("%(name)s is reconnecting.") % names, _("%(name)s has left.") % names
        before = _countdown(facts.claim_at, now)
        mine = format_html(_("You can claim the win in {time}, or keep waiting."), time=before)
        theirs = format_html(_("{other} can claim the win in {time}."), other=names["other"], time=before)
    else:
        # Without a clock nobody need be at the table, so nothing is said before the time has come (END-3).
        away, gone = "", _("%(name)s has been silent for a day.") % names
        mine = theirs = SafeString()
    return ClaimView(
        by=by,
        absent=absent,
        at=_moment(facts.claim_at),
        away=away,
        gone=gone,
        to_claimant=mine,
        to_others=theirs,
        to_claimant_now=_("You can claim the win, or keep waiting."),
        to_others_now=_("%(other)s can claim the win.") % names,
    )


def _countdown(until: datetime, now: datetime) -> SafeString:
    left = (until - now) // timedelta(milliseconds=1)
    return format_html('<time data-until="{}">{}</time>', _moment(until), figures(left))
