"""What the log says of a request: its id, and events that whoever guards the site wants to know of.

An event is a few words and facts: who (a number), from which network, at which route. Never a password, a token, a name
that was typed, or a whole address. Moves are not logged: the record in the database has them all, with their time.
"""

import logging
import re
from contextvars import ContextVar
from ipaddress import ip_network

from allauth.core.internal.ratelimit import get_ip
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import HttpRequest

request_id: ContextVar[str] = ContextVar("request_id", default="")
events = logging.getLogger("barpoint.events")


class NameRequest(logging.Filter):
    """Adds the id of the request that is being answered."""

    def filter(self, record: logging.LogRecord) -> bool:
        if request := request_id.get():
            record.request_id = request
        return True


# What uvicorn says of bytes that are no UTF-8 or no HTTP, and when it then answers whom it has cut off.
CLIENTS_FAULTS = (
    "Invalid UTF-8 sequence received from client",
    "Invalid HTTP request received",
    "Unsupported upgrade request",
    "unable to perform operation on <TCPTransport closed=True",
    "connection is closing",
)


def is_our_fault(record: logging.LogRecord) -> bool:
    """Whether a line of uvicorn's is about us: it reports what clients send as warnings and errors, with tracebacks."""
    said = str(record.exc_info[1] if record.exc_info and record.exc_info[1] else record.msg)
    return not said.startswith(CLIENTS_FAULTS) and not str(record.msg).startswith(CLIENTS_FAULTS)


def id_of(request: HttpRequest) -> str:
    """The id that nginx gave a request; nothing that could be taken for another line of the log."""
    given = request.headers.get("X-Request-ID", "")
    return given if re.fullmatch(r"[0-9A-Za-z-]{1,64}", given) else ""


def log_event(event: str, request: HttpRequest | None, **facts: object) -> None:
    """Log an event, if the log is read by somebody (BARPOINT_LOG)."""
    if request is None or not events.isEnabledFor(logging.INFO):
        return
    match = request.resolver_match
    facts = {"user": user_of(request), "network": network_of(request), "route": match and match.route, **facts}
    events.info(event, extra=facts)


def user_of(request: HttpRequest) -> int | None:
    """The number of whoever is logged in."""
    try:
        return request.user.pk
    except (AttributeError, DatabaseError):  # refused before anybody asked, or there is no asking
        return None


def network_of(request: HttpRequest) -> str | None:
    """The network a request came from: enough to see an attack, too little to know a person."""
    try:
        address = get_ip(request)
    except PermissionDenied:
        return None
    return str(ip_network(f"{address}/{48 if ':' in address else 24}", strict=False))
