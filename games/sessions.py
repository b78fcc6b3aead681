"""What becomes of people's sessions, told to the relays: a socket must not outlive what let it in."""

import hashlib
from typing import Any

from allauth.account.signals import password_changed
from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db import transaction
from django.db.models import Model
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest

from games.broadcast import tell


def session_hash(session_key: str | None) -> str | None:
    """What stands for a session in messages: a session's key is a secret."""
    return hashlib.sha256(session_key.encode()).hexdigest() if session_key else None


@receiver(user_logged_out)
def end_session(request: HttpRequest | None, **kwargs: Any) -> None:
    """Who logs out leaves no socket behind that shows a seat's view."""
    if request is not None and request.session.session_key:
        tell({"type": "session ended", "session": session_hash(request.session.session_key)})


@receiver([user_logged_in, password_changed])
def renew_session(request: HttpRequest | None, **kwargs: Any) -> None:
    """A browser's session gets a new key when somebody logs in or changes the password: its sockets open anew."""
    if request is None:
        return
    old = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if old and old != request.session.session_key:
        tell({"type": "session renewed", "session": session_hash(old)})


@receiver(post_save, sender=settings.AUTH_USER_MODEL)
def look_at_person(instance: Model, created: bool = False, update_fields: Any = None, **kwargs: Any) -> None:
    """A password, a right, a name has changed: whatever it is, the sockets are looked at."""
    if not created and update_fields != frozenset({"last_login"}):
        message = {"type": "person changed", "user": instance.pk}
        transaction.on_commit(lambda: tell(message), robust=True)
