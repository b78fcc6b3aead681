"""How many sockets one browser and one address may hold open in a process: enough for people, not for floods."""

from collections import Counter
from ipaddress import ip_address
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core.internal.ratelimit import truncate_ip
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, parse_cookie

Scope = dict[str, Any]
SOCKETS_PER_SESSION = 10
SOCKETS_PER_ADDRESS = 30


class NoCrowds:
    """Refuses the handshake of a socket beyond either limit, before anything is read from the database.

    Addresses are those by which requests are counted too (accounts/adapter.py), of IPv6 the network. This very machine
    is not limited: what comes from it is its owner's, or a proxy's that BARPOINT_PROXIES does not name.
    """

    def __init__(self, application: Any) -> None:
        self.application = application
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        try:
            limits = limits_of(scope)
        except PermissionDenied:  # it did not come through the site's proxy
            limits = {"": 0}
        if any(self.open[holder] >= limit for holder, limit in limits.items()):
            await WebsocketDenier()(scope, receive, send)
            return
        self.open.update(limits.keys())
        try:
            await self.application(scope, receive, send)
        finally:
            self.open.subtract(limits.keys())
            for holder in limits:
                if not self.open[holder]:
                    del self.open[holder]


def address_of(request: HttpRequest) -> str | None:
    """The address a request is counted by, of IPv6 the network; None for this machine. Raises PermissionDenied."""
    address = get_adapter().get_client_ip(request)
    return None if ip_address(address).is_loopback else truncate_ip(address)


def limits_of(scope: Scope) -> dict[str, int]:
    """To whom this socket is counted, and how many each may hold open. Raises PermissionDenied."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = scope["client"][0] if scope.get("client") else ""
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    if forwarded:
        request.META["HTTP_X_FORWARDED_FOR"] = ",".join(forwarded)
    address = address_of(request)
    limits = {f"address {address}": SOCKETS_PER_ADDRESS} if address else {}
    cookies = b";".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin-1")
    if session := parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME):
        limits[f"session {session}"] = SOCKETS_PER_SESSION
    return limits
