"""Takes away what nobody needs any more: to be run once a day."""

from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from accounts.guests import forget_guests
from games.errors import MatchError
from games.models import Match
from games.services.matches import cancel_match
from games.time_source import time_now

CHALLENGE_LASTS = timedelta(days=30)
GUEST_LASTS = timedelta(days=1)


class Command(BaseCommand):
    """`manage.py tidy`: expired sessions, guests who never played, matches that never began."""

    help = "Delete expired sessions and guests who never sat at a table; cancel challenges older than 30 days."

    def handle(self, *args: Any, **options: Any) -> None:
        now = time_now()
        call_command("clearsessions")
        guests = forget_guests(now - GUEST_LASTS)
        cancelled = 0
        stale = Match.objects.filter(status__in=Match.UNBEGUN, created_at__lt=now - CHALLENGE_LASTS)
        for match in stale.select_related("creator").order_by("pk"):
            with suppress(MatchError):  # it has just begun
                cancel_match(match.creator, match.public_id, now=now)
                cancelled += 1
        self.stdout.write(f"{guests} guests forgotten, {cancelled} challenges cancelled")
