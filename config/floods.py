"""How many requests one address, and how many commands one browser may send: enough for people, not for floods.

Counted in each process, so that it costs a move nothing: what is counted for all of them together, because it is rare
and each costs something, stands in ACCOUNT_RATE_LIMITS.
"""

import time
from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from config.crowds import address_of

SECONDS = 10
REQUESTS_OF_ADDRESS = 300
COMMANDS_OF_BROWSER = 60


class NoFloods:
    """Answers 429 beyond either limit, before anything is read from the database.

    Addresses are those by which sockets are counted too (config/crowds.py), and this very machine is not limited.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.counted: Counter[tuple[str, str]] = Counter()
        self.begun = 0.0

    def __call__(self, request: HttpRequest) -> HttpResponse:
        now = time.monotonic()
        if now - self.begun > SECONDS:
            self.counted, self.begun = Counter(), now
        return too_fast() if self._is_too_many(request) else self.get_response(request)

    def _is_too_many(self, request: HttpRequest) -> bool:
        address = counted_address(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR"))
        if address is None:
            return False
        if self._count("address", address) > REQUESTS_OF_ADDRESS:
            return True
        session = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        if request.method != "POST" or not session:
            return False
        return self._count("session", session) > COMMANDS_OF_BROWSER

    def _count(self, kind: str, holder: str) -> int:
        """One more; how many it has had. By its kind as well: anybody may send an address for his session."""
        self.counted[kind, holder] += 1
        return self.counted[kind, holder]


@lru_cache(maxsize=512)  # a stranger's header may be long
def counted_address(connection: str, forwarded: str | None) -> str | None:
    """The address that a connection with this X-Forwarded-For is counted by; None for this machine."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = connection
    if forwarded:
        request.META["HTTP_X_FORWARDED_FOR"] = forwarded
    try:
        return address_of(request)
    except PermissionDenied:  # not through the site's proxy, so it has none that could be believed
        return connection or None


def too_fast() -> HttpResponse:
    """The answer to too many requests."""
    return HttpResponse(_page(), status=429, headers={"Retry-After": str(SECONDS)})


@cache
def _page() -> str:
    return render_to_string("429.html", {"is_flood": True})
