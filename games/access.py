"""The one way to reach a match. Every page, command and socket asks here first."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.utils.crypto import constant_time_compare

from accounts.models import User
from config import statements
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
    """The match with players and exchange of secrets loaded; or, to change it, locked until the end of the transaction.

    Whoever knows the id may watch: the id of a match that is not listed is its watch link.
    Raises NoSuchMatch.
    """
    if lock:
        match = statements.read(Match, "public_id", public_id, lock=True)
    else:
        match = Match.objects.select_related("white", "black", "exchange").filter(public_id=public_id).first()
    if match is None:
        raise NoSuchMatch
    return Access(match=match, seat=seat_of(match, viewer.pk))


class Pass(NamedTuple):
    """What a socket was let in with. The key of the session is a secret."""

    session_key: str | None
    user_id: int | None
    public_id: str


def passes_that_hold(passes: Collection[Pass], now: datetime) -> dict[Pass, str]:
    """Those that would be let in today, and the view they get. Three queries, however many there are.

    A person's session must be there, be his and made with his present password, and he must be active; a visitor has
    nothing to lose but the match.
    """
    keys = {each.session_key for each in passes if each.session_key}
    sessions = Session.objects.filter(session_key__in=keys, expire_date__gt=now)
    signed_in = {session.session_key: session.get_decoded() for session in sessions}
    people = User.objects.filter(is_active=True).in_bulk({each.user_id for each in passes if each.user_id})
    matches = Match.objects.only("public_id", "white", "black").in_bulk(
        {each.public_id for each in passes}, field_name="public_id"
    )

    def holds(each: Pass) -> bool:
        if each.public_id not in matches:
            return False
        if each.user_id is None:
            return True
        person, session = people.get(each.user_id), signed_in.get(each.session_key or "", {})
        return (
            person is not None
            and session.get(SESSION_KEY) == str(person.pk)
            and constant_time_compare(session.get(HASH_SESSION_KEY, ""), person.get_session_auth_hash())
        )

    return {each: Access(m := matches[each.public_id], seat_of(m, each.user_id)).view for each in passes if holds(each)}
