"""Words about a match before it is played: its terms, what its rating stakes are, and the invitation."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

import segno
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.clocks import pace_of_match
from games.presenters.secrets import drawn_note
from games.rules.game import Seat
from games.rules.match import MatchTerms

if TYPE_CHECKING:
    from games.selectors.lobby import Challenge
    from games.selectors.ratings import Stakes


@dataclass(frozen=True, slots=True)
class StakesView:
    """What a win and a loss do to somebody's rating, signed."""

    win: str
    loss: str


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """An open match, for the list in the lobby and for the page that asks to join it."""

    public_id: str
    page_title: str
    game: str
    host: str
    host_is_guest: bool
    title: str
    rules: tuple[str, ...]
    counting: str
    rated: bool
    pace: str
    seat: str
    stakes: StakesView | None
    host_stakes: StakesView | None
    action: str  # "join", "account" (log in first) or "own"
    root: str  # what the server has committed to for the dice, and the host
    commitment: str
    is_committed: bool  # so that it can be joined
    drawn: str  # whose secret the server has drawn


@dataclass(frozen=True, slots=True)
class InvitationView:
    """What the creator of an open challenge hands out: the link that gives the seat, and the one that does not."""

    invite_url: str
    watch_url: str
    qr: SafeString
    public: bool


def match_title(terms: MatchTerms) -> str:
    """What is played: "Backgammon, 5-point match", "Acey-Deucey, session"."""
    said = _("%(variant)s, %(length)d-point match") if terms.length else _("%(variant)s, session")
    return said % {"variant": _(terms.rules.name), "length": terms.length}


def match_rules(terms: MatchTerms) -> tuple[str, ...]:
    """The agreed rules that matter in a match of this length, in the order a player asks for them."""
    options = tuple(_(option.brief) for option in terms.rules.agreed())
    return (*options, *_cube_rules(terms)) if terms.rules.has_cube else options


def _cube_rules(terms: MatchTerms) -> tuple[str, ...]:
    if not terms.cube:
        return (_("no cube"),)
    if terms.length == 1:
        return ()
    if terms.length > 1:
        return _("doubling cube"), _("Crawford rule") if terms.crawford else _("no Crawford rule")
    agreed = [_("doubling cube"), _("Jacoby rule") if terms.jacoby else _("gammons always count")]
    if terms.max_beavers == 1:
        agreed.append(_("beavers"))
    elif terms.max_beavers > 1:
        agreed.append(_("beavers and raccoons"))
    if terms.automatic_doubles:
        doubles = terms.automatic_doubles
        agreed.append(
            ngettext("%(doubles)d automatic double", "up to %(doubles)d automatic doubles", doubles)
            % {"doubles": doubles}
        )
    return tuple(agreed)


def challenge_view(challenge: Challenge) -> ChallengeView:
    """An open match in words."""
    mine, theirs = challenge.stakes or (None, None)
    secrets = challenge.secrets
    game = _(challenge.terms.rules.name)
    return ChallengeView(
        public_id=challenge.public_id,
        page_title=_("%(name)s invites you to %(game)s") % {"name": challenge.host.name, "game": game},
        game=game,
        host=challenge.host.name,
        host_is_guest=challenge.host.is_guest,
        title=match_title(challenge.terms),
        rules=match_rules(challenge.terms),
        counting=_("rated") if challenge.rated else _("unrated"),
        rated=challenge.rated,
        pace=pace_of_match(challenge.pace, challenge.terms.length),
        seat=_seat_words(challenge.host_seat.other),
        stakes=_stakes_view(mine),
        host_stakes=_stakes_view(theirs),
        action="own" if challenge.own else "account" if challenge.needs_account else "join",
        root=secrets.root if secrets else "",
        commitment=secrets.commitment if secrets else "",
        is_committed=secrets is None or secrets.commitment != "",
        drawn=drawn_note(secrets) if secrets else "",
    )


def invitation_view(*, invite_url: str, watch_url: str, public: bool) -> InvitationView:
    """The panel with the links of an open challenge and the invitation as a QR code."""
    return InvitationView(invite_url=invite_url, watch_url=watch_url, qr=_qr_code(invite_url), public=public)


def signed(number: Decimal) -> str:
    """A change of a rating: "+11.18", "−11.18"."""
    return f"{number:+.2f}".replace("-", "−")


def _stakes_view(stakes: Stakes | None) -> StakesView | None:
    return StakesView(win=signed(stakes.win), loss=signed(stakes.loss)) if stakes else None


def _seat_words(seat: Seat) -> str:
    return _("You play White.") if seat == Seat.WHITE else _("You play Black.")


def _qr_code(url: str) -> SafeString:
    """An SVG without a size or style of its own: site.css sizes it, and the policy forbids inline styles."""
    code = segno.make_qr(url, error="m")
    # Our own URL goes in, and only path data comes out.
    return mark_safe(code.svg_inline(border=4, omitsize=True, light="#fff", svgclass=None, lineclass=None))  # noqa: S308
