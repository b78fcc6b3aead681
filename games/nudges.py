"""Nudges: telling a player who has no page open that it is his turn, in his browser or by mail. What, whom, and how.

Whoever sits at the table sees for himself; nobody is told of the same turn twice in the same way.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.turn_mail import address_for, stop_url
from games.models import Game, Match, Move, Sitting
from games.rules.clock import PACES
from games.rules.game import Seat
from games.rules.snapshot import from_json
from games.stored import creator_seat

WAITS = (Match.Status.WAITING, Match.Status.PLAYING)
# How long a push service keeps a message when the turn has no end.
KEEP = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Nudge:
    """A player who is away while a match waits for him."""

    match: Match
    seat: Seat
    player: User
    opponent: str

    @property
    def path(self) -> str:
        """Where his table is."""
        return reverse("games:table", args=[self.match.public_id])

    def seconds_left(self, now: datetime) -> int:
        """How long there is any sense in telling him."""
        left = self.match.due_at - now if self.match.due_at else KEEP
        return max(0, round(left.total_seconds()))


def pending(match_id: int, seat: str, version: int, *, same_version: bool = True) -> Nudge | None:
    """The player in `seat`, if the match still waits for him as it did at `version` and he has no page open.

    Without `same_version` he may have made a part of his turn since, but nobody else anything.
    """
    match = Match.objects.select_related("white", "black").filter(pk=match_id, status__in=WAITS).first()
    if match is None or (same_version and match.version != version):
        return None
    if Move.objects.filter(match=match, version__gt=version).exclude(seat=seat).exists():
        return None
    if _awaited(match) != seat:
        return None
    if Sitting.objects.filter(match=match, seat=seat).exists():
        return None
    player, opponent = (match.white, match.black) if seat == Seat.WHITE else (match.black, match.white)
    if player is None or opponent is None:
        return None
    return Nudge(match, Seat(seat), player, opponent.username)


def _awaited(match: Match) -> Seat | None:
    """Who is to act; before the match begins its creator, whose browser has a secret to reveal."""
    if match.status == Match.Status.WAITING:
        return creator_seat(match)
    game = Game.objects.filter(match=match, ended_at=None).first()
    return from_json(game.state).to_act if game else None


def push_payload(nudge: Nudge) -> dict[str, str]:
    """What a push message says: who waits, and where. templates/push-worker.js puts it into words."""
    return {"who": nudge.opponent, "path": nudge.path}


def nudge_mail(nudge: Nudge, *, is_reminder: bool) -> EmailMessage | None:
    """The mail, if he wants one and has an address; only where a decision may take days."""
    address = address_for(nudge.player) if PACES[nudge.match.clock].takes_days else None
    if address is None:
        return None
    stop = stop_url(nudge.player)
    subject = _("Your time runs out: %(name)s is waiting") if is_reminder else _("Your turn: %(name)s is waiting")
    words = {
        "name": nudge.player.username,
        "opponent": nudge.opponent,
        "url": settings.SITE_URL + nudge.path,
        "due_at": nudge.match.due_at,
        "stop_url": stop,
        "is_reminder": is_reminder,
    }
    return EmailMessage(
        subject % {"name": nudge.opponent},
        render_to_string("games/email/your_turn.txt", words),
        to=[address],
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
