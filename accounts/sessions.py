"""Sessions in the database, as Django keeps them, but read by a prepared statement: each request of a person asks."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from config import statements


class SessionStore(DatabaseStore):
    """What SESSION_ENGINE names, where sessions come from the database each time."""

    def _get_session_from_db(self) -> Session | None:
        session = statements.read(Session, "session_key", self.session_key) if self.session_key else None
        if session is not None and session.expire_date > timezone.now():
            return session
        self._session_key = None
        return None
