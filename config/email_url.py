"""EMAIL_URL -> Django's mail settings."""

from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

# scheme: (port, STARTTLS, TLS from the first byte)
_SCHEMES = {"smtp": (25, False, False), "smtp+tls": (587, True, False), "smtps": (465, False, True)}


def email_settings(url: str) -> dict[str, Any]:
    """The settings for a URL such as smtp+tls://user:password@mail.example.org:587/?from=games@example.org.

    An empty URL prints mails on the console of the server. ImproperlyConfigured says what is wrong with another.

    >>> email_settings("smtps://mail.example.org")["EMAIL_PORT"]
    465
    """
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    parts = urlsplit(url)
    try:
        default_port, starttls, tls = _SCHEMES[parts.scheme]
        port = parts.port or default_port
    except (KeyError, ValueError) as error:
        raise ImproperlyConfigured("EMAIL_URL must begin with smtp://, smtp+tls:// or smtps://") from error
    if not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL names no mail server")
    settings: dict[str, Any] = {
        "EMAIL_BACKEND": "accounts.mail.QueuedMail",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": starttls,
        "EMAIL_USE_SSL": tls,
        "EMAIL_TIMEOUT": 20,
    }
    sender = parse_qs(parts.query).get("from", [""])[0] or settings["EMAIL_HOST_USER"]
    return settings | ({"DEFAULT_FROM_EMAIL": sender} if "@" in sender else {})
