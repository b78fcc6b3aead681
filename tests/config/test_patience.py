"""What is said while the database is away or busy; tests/live/test_patience.py has real locks."""

import sqlite3
import time
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from asgiref.sync import async_to_sync
from django.contrib.sessions.backends.base import SessionBase
from django.db import DatabaseError, IntegrityError, OperationalError, connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from config.patience import SocketsTryAgain, TryAgain, is_passing
from games.metrics import BEGUN
from tests.accounts.people import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.data]


def raised(kind: type[DatabaseError], cause: Exception) -> DatabaseError:
    """As Django raises what a driver has raised."""
    error = kind(*cause.args)
    error.__cause__ = cause
    return error


def of_sqlite(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("of SQLite")
    error.sqlite_errorcode = code
    return error


AWAY = raised(OperationalError, psycopg.OperationalError("the connection is closed"))


def away(execute: Callable[..., object], *_: object) -> None:
    raise AWAY


@pytest.mark.parametrize(
    ("error", "is_so"),
    [
        (AWAY, True),
        (raised(OperationalError, psycopg.errors.LockNotAvailable("canceling statement due to lock timeout")), True),
        (raised(OperationalError, of_sqlite(sqlite3.SQLITE_BUSY)), True),
        (raised(OperationalError, of_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT)), True),
        (raised(OperationalError, of_sqlite(sqlite3.SQLITE_ERROR)), False),  # no such table
        (raised(OperationalError, of_sqlite(sqlite3.SQLITE_FULL)), False),
        (raised(IntegrityError, psycopg.errors.UniqueViolation("move_version")), False),
        (RuntimeError(), False),
        (None, False),
    ],
)
def test_what_passes_and_what_is_a_fault(error: Exception | None, is_so: bool) -> None:
    assert is_passing(error) is is_so


def polite(response: Any) -> None:
    page = response.content.decode()
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert "Please try again shortly" in page
    assert "Log in" not in page  # nobody knows who asks


def test_page_and_command_while_the_database_is_away() -> None:
    with connection.execute_wrapper(away):
        for response in (Client().get("/"), Client().post("/matches/AAAAAAAAAAAAAAAA/moves/", {"version": "1"})):
            polite(response)


def test_request_that_has_waited_too_long_for_its_turn_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sent it has given up, or asked again; others wait behind it."""
    begun = time.perf_counter()
    for waited, status in ((9.9, 200), (10.1, 503)):
        monkeypatch.setattr(time, "perf_counter", lambda late=waited: begun + late)
        with CaptureQueriesContext(connection) as queries:
            request = RequestFactory().get("/")
            request.META[BEGUN] = begun
            response = TryAgain(lambda _: HttpResponse())(request)
        assert response.status_code == status
        assert not queries
    polite(response)


def test_session_that_cannot_be_stored_after_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(self: SessionBase, must_create: bool = False) -> None:
        raise AWAY

    client = Client(raise_request_exception=False)
    client.post("/accounts/signup/", {"username": "Ana", "password1": PASSWORD, "password2": PASSWORD})
    monkeypatch.setattr(type(client.session), "save", busy)
    polite(client.post("/accounts/reauthenticate/", {"password": PASSWORD}))


def test_socket_while_the_database_is_away() -> None:
    said: list[dict[str, object]] = []

    async def application(*_: object) -> None:
        raise AWAY

    async def send(message: dict[str, object]) -> None:
        said.append(message)

    async_to_sync(SocketsTryAgain(application))({}, None, send)
    assert said == [{"type": "websocket.close"}]


def test_fault_of_ours_stays_one_at_a_socket_too() -> None:
    async def application(*_: object) -> None:
        raise raised(OperationalError, of_sqlite(sqlite3.SQLITE_ERROR))

    with pytest.raises(OperationalError, match="of SQLite"):
        async_to_sync(SocketsTryAgain(application))({}, None, None)


def test_fault_of_ours_stays_one() -> None:
    def broken(execute: Callable[..., object], *_: object) -> None:
        raise raised(OperationalError, of_sqlite(sqlite3.SQLITE_ERROR))

    client = Client(raise_request_exception=False)
    with connection.execute_wrapper(broken):
        assert client.get("/").status_code == 500
