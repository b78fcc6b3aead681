"""What is said where an answer has to wait: the database or the cache is away, or something is locked for too long.

Nobody waits for ever: settings.py says for how long a connection, a lock and a statement are waited for.
"""

import logging
import sqlite3
import time
from collections.abc import Callable
from typing import Any

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from redis.exceptions import RedisError

from games.metrics import BEGUN

# Of a request for its turn: longer than a lock is waited for, so that one that hangs does not turn away who comes next.
LONGEST_WAIT_SECONDS = 10.0
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)

logger = logging.getLogger(__name__)


def is_passing(error: BaseException | None) -> bool:
    """Whether an error of the database says that it is away or busy, so that asking again may help.

    PostgreSQL's driver calls nothing else operational; SQLite's so calls a wrong statement, too.
    """
    if not isinstance(error, OperationalError):
        return False
    cause = error.__cause__
    return not isinstance(cause, sqlite3.Error) or cause.sqlite_errorcode & 0xFF in BUSY


def try_again(reason: object) -> HttpResponse:
    """The answer when it cannot be done now: a page that needs neither the database nor the visitor."""
    logger.warning("Not done, and to be tried again: %r", reason)
    response = render(None, "503.html", {"is_busy": True}, status=503)
    response["Retry-After"] = "5"
    return response


class TryAgain:
    """Answers "try again shortly" where the database is away or busy, or a request had to wait too long for its turn;
    and where something must be counted and the cache that counts cannot be reached.

    The latter is everything about passwords: without its limits it stays closed. Commands and pages need no cache.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        waited = time.perf_counter() - request.META[BEGUN]
        if waited > LONGEST_WAIT_SECONDS:
            return try_again(f"{waited:.1f} s for its turn")
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if is_passing(exception):
            return try_again(exception)
        if not isinstance(exception, RedisError):
            return None
        logger.warning("The cache cannot be reached: %r", exception)
        response = render(request, "503.html", status=503)
        response["Retry-After"] = "30"
        return response


class SocketsTryAgain:
    """Refuses a socket whose viewer cannot be looked up now: its page comes again by itself."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        try:
            await self.application(scope, receive, send)
        except OperationalError as error:
            if not is_passing(error):
                raise
            logger.warning("A socket was refused, the database is away or busy: %r", error)
            await send({"type": "websocket.close"})
