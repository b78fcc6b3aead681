"""The one way to reach a match. Every page, command and socket asks here first."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.errors import NoSuchMatch, NotYourSeat
from games.models import Match
from games.rules.game import Seat
from games.stored import seat_of


@dataclass(frozen=True, slots=True)
class Access:
    """A match as one viewer may reach it."""

    match: Match
    seat: Seat | None

    @property
    def view(self) -> str:
        """Which of the three views this viewer gets: "white", "black" or "spectator"."""
        return self.seat.value if self.seat else "spectator"

    def require_seat(self) -> Seat:
        """The viewer's seat. Raises NotYourSeat for a spectator."""
        if self.seat is None:
            raise NotYourSeat
        return self.seat


def access_match(viewer: User | AnonymousUser, public_id: str, *, lock: bool = False) -> Access:
    """The match with its players loaded; or, to change it, locked until the end of the transaction.

    Whoever knows the id may watch: the id of a match that is not listed is its watch link.
    Raises NoSuchMatch.
    """
    matches = Match.objects.select_for_update() if lock else Match.objects.select_related("white", "black")
    try:
        match = matches.get(public_id=public_id)
    except Match.DoesNotExist:
        raise NoSuchMatch from None
    return Access(match=match, seat=seat_of(match, viewer.pk))
