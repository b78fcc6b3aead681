"""What the site looks like and does by itself for one person.

Registered people keep their preferences in their row, so that they go with them; guests and visitors in a cookie. Pages
print them on <html> (templates/base.html), where style sheets and scripts read them.
"""

import json
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from games.selectors.lobby import has_account

COOKIE = "preferences"
COOKIE_AGE = 365 * 24 * 3600
LONGEST_COOKIE = 500


def _one_of(*values: str) -> Any:
    """A field that holds one of these values; the first is the default."""
    return field(default=values[0], metadata={"values": values})


@dataclass(frozen=True, slots=True)
class Preferences:
    """One person's choices. What each of them means stands in accounts/preferences_form.py."""

    theme: str = _one_of("wood", "flat", "contrast")
    scheme: str = _one_of("auto", "light", "dark")
    home: str = _one_of("right", "left")
    numbers: str = _one_of("on", "off")
    pips: str = _one_of("on", "off")
    motion: str = _one_of("normal", "slow", "fast", "off")
    sound: str = _one_of("on", "off")
    input: str = _one_of("tap", "pick")
    auto_roll: str = _one_of("off", "on")
    forced: str = _one_of("never", "whole", "always")
    bear_off: str = _one_of("plain", "fast")
    confirm_cube: str = _one_of("off", "on")
    zen: str = _one_of("off", "on")

    @property
    def attributes(self) -> dict[str, str]:
        """The attributes of <html>."""
        return {f"data-{name.replace('_', '-')}": value for name, value in asdict(self).items()}


VALUES: dict[str, tuple[str, ...]] = {each.name: each.metadata["values"] for each in fields(Preferences)}
DEFAULT = Preferences()


def read_preferences(stored: object) -> Preferences:
    """Preferences from what is stored, whatever it is: each value that is none of its field's is the default."""
    known = stored if isinstance(stored, dict) else {}
    return Preferences(**{name: known[name] for name, values in VALUES.items() if known.get(name) in values})


def to_store(preferences: Preferences) -> dict[str, str]:
    """What differs from the default."""
    return {name: value for name, value in asdict(preferences).items() if value != getattr(DEFAULT, name)}


def cookie_preferences(request: HttpRequest) -> Preferences:
    """What this browser was told to keep."""
    text = request.COOKIES.get(COOKIE, "")
    try:
        return read_preferences(json.loads(text) if len(text) <= LONGEST_COOKIE else None)
    except (ValueError, RecursionError):
        return DEFAULT


def preferences_of(request: HttpRequest) -> Preferences:
    """The preferences of whoever asks."""
    user = getattr(request, "user", None) or AnonymousUser()  # refused before anybody looked who it is from
    if has_account(user):
        return read_preferences(user.preferences)
    return cookie_preferences(request)


def keep(request: HttpRequest, response: HttpResponse, preferences: Preferences) -> None:
    """Store the preferences of whoever asks."""
    if has_account(request.user):
        request.user.preferences = to_store(preferences)
        request.user.save(update_fields=["preferences"])
    else:
        response.set_cookie(
            COOKIE,
            json.dumps(to_store(preferences), separators=(",", ":")),
            max_age=COOKIE_AGE,
            secure=settings.HTTPS,
            httponly=True,
            samesite="Lax",
        )


def context(request: HttpRequest) -> dict[str, object]:
    """For templates: `preferences`, looked up where a template prints them."""
    return {"preferences": SimpleLazyObject(lambda: preferences_of(request))}
