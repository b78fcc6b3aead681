"""What happens to accounts, told to the log: who came in, who did not, what was changed."""

from typing import Any

from allauth.account import signals
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.http import HttpRequest

from config.logs import log_event

EVENTS = {
    "logged in": user_logged_in,
    "logged out": user_logged_out,
    "log-in failed": user_login_failed,
    "signed up": signals.user_signed_up,
    "password changed": signals.password_changed,
    "password reset": signals.password_reset,
    "e-mail address confirmed": signals.email_confirmed,
    "e-mail address changed": signals.email_changed,
    "e-mail address removed": signals.email_removed,
}


def connect() -> None:
    """Listen to Django and django-allauth."""
    for event, signal in EVENTS.items():
        signal.connect(_teller(event), weak=False, dispatch_uid=event)


def _teller(event: str) -> Any:
    def tell(sender: object, request: HttpRequest | None = None, user: Any = None, **rest: object) -> None:
        log_event(event, request, **({"user": user.pk} if user else {}))

    return tell
