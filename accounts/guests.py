"""Guests: whoever wants to play at once gets a name and a session, and may keep both by signing up."""

import hashlib
import secrets
import time
from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.contrib.auth import SESSION_KEY, login
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from redis.exceptions import RedisError

from accounts.errors import TooManyGuests
from accounts.limits import is_within_limit
from accounts.models import User

_WORDS = """
    Avocet Badger Bison Bunting Curlew Dipper Dunlin Eider Falcon Finch Gannet Gecko Godwit Grebe Hare
    Heron Hoopoe Ibex Jackdaw Kestrel Kite Lapwing Lark Linnet Lynx Magpie Mallard Marten Martin Merlin
    Moose Newt Oriole Osprey Otter Ouzel Owl Petrel Pipit Plover Puffin Quail Raven Redwing Robin Salmon
    Seal Shrew Siskin Snipe Sparrow Stoat Stork Swallow Swift Tapir Teal Tern Thrush Trout Turtle Vole
    Wagtail Warbler Weasel Wigeon Wren
"""
WORDS = tuple(_WORDS.split())

# Pressing a button twice must not make two guests, of whom only the one without the seat stays logged in.
_TWIN_SECONDS = 30
_TWIN_WAIT_SECONDS = 2


def ensure_user(request: HttpRequest) -> User:
    """The user of a POST request; a visitor becomes a guest, logged in from now on. May raise TooManyGuests."""
    if request.user.is_authenticated:
        return request.user
    guest = _one_guest_per_form(request)
    login(request, guest)
    request.session.set_expiry(settings.GUEST_SESSION_AGE)
    return guest


def make_guest(*, now: datetime, draw: Callable[[int], int]) -> User:
    """A new guest under a name nobody has. `draw(n)` gives a random whole number below n."""
    for attempt in range(20):
        guest = User(username=guest_name(draw, digits=4 if attempt < 5 else 6), is_guest=True, date_joined=now)
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save(force_insert=True)
        except IntegrityError:
            continue
        return guest
    raise RuntimeError("no free name for a guest in twenty draws")


def forget_guests(joined_before: datetime) -> int:
    """Delete the guests who have never sat at a table and cannot come back, their session being gone; how many."""
    unseated = {"matches_as_white": None, "matches_as_black": None, "matches_created": None}
    guests = User.objects.filter(is_guest=True, date_joined__lt=joined_before, **unseated)
    forgotten = set(guests.values_list("pk", flat=True))
    if forgotten:
        sessions = Session.objects.filter(expire_date__gt=timezone.now())
        forgotten -= {int(session.get_decoded().get(SESSION_KEY, 0)) for session in sessions.iterator()}
    for pk in forgotten:
        guests.filter(pk=pk).delete()  # unless he has sat down since
    return len(forgotten)


def guest_name(draw: Callable[[int], int], *, digits: int) -> str:
    """A name for a guest, such as Guest-Heron-4821. Nobody can choose a name that begins so (accounts/names.py)."""
    least = 10 ** (digits - 1)
    return f"Guest-{WORDS[draw(len(WORDS))]}-{least + draw(9 * least)}"


def _one_guest_per_form(request: HttpRequest) -> User:
    """The guest for this request; the same one when the browser sends its form twice before it has the answer.

    A visitor has no session yet. What both requests carry is the CSRF cookie, as secret as a session's; it changes
    with the log-in.
    """
    secret = request.META.get("CSRF_COOKIE")
    if not secret:
        return _new_guest(request)
    key = "guest:" + hashlib.sha256(secret.encode()).hexdigest()
    try:
        return _first_or_twin(request, key)
    except RedisError:
        return _new_guest(request)  # nobody can tell whether he is a twin


def _first_or_twin(request: HttpRequest, key: str) -> User:
    """The guest that `key` stands for in the cache, made by whoever comes first."""
    if cache.add(key, 0, _TWIN_SECONDS):
        try:
            guest = _new_guest(request)
        except BaseException:
            cache.delete(key)
            raise
        cache.set(key, guest.pk, _TWIN_SECONDS)
        return guest
    deadline = time.monotonic() + _TWIN_WAIT_SECONDS
    while (pk := cache.get(key)) == 0 and time.monotonic() < deadline:
        time.sleep(0.02)  # another thread or process is making the guest
    return User.objects.filter(pk=pk, is_guest=True).first() or _new_guest(request)


def _new_guest(request: HttpRequest) -> User:
    if not is_within_limit(request, "guest"):
        raise TooManyGuests(request)
    return make_guest(now=timezone.now(), draw=secrets.randbelow)
