"""How many requests one address and how many commands one browser may send; nobody else suffers."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from config import floods
from config.floods import NoFloods

HERE, ELSEWHERE = "203.0.113.7", "203.0.113.8"
# As docs/decisions.md says.
REQUESTS_OF_ADDRESS, COMMANDS_OF_BROWSER, SECONDS = 300, 60, 10


class Site:
    """The middleware before a site that answers everything."""

    def __init__(self) -> None:
        self.ask = NoFloods(lambda request: HttpResponse("fine"))

    def get(self, address: str = HERE, session: str = "a", **more: Any) -> int:
        request = RequestFactory().get("/", REMOTE_ADDR=address, **more)
        request.COOKIES["sessionid"] = session
        return self.ask(request).status_code

    def post(self, address: str = HERE, session: str = "a") -> int:
        request = RequestFactory(REMOTE_ADDR=address).post("/matches/AAAAAAAAAAAAAAAA/moves/")
        request.COOKIES["sessionid"] = session
        return self.ask(request).status_code


@pytest.fixture(autouse=True)
def addresses_are_looked_at_anew() -> None:
    floods.counted_address.cache_clear()


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Moves the clock of the limits."""
    moment = 1000.0

    def later(seconds: float) -> None:
        nonlocal moment
        moment += seconds

    monkeypatch.setattr(time, "monotonic", lambda: moment)
    return later


@pytest.fixture
def site(now: Callable[[float], None]) -> Site:
    return Site()


def test_so_many_requests_of_an_address_are_answered_and_no_more(site: Site, now: Callable[[float], None]) -> None:
    assert {site.get() for _ in range(REQUESTS_OF_ADDRESS)} == {200}
    assert site.get() == 429
    assert site.get(ELSEWHERE) == 200
    now(SECONDS - 0.1)
    assert site.get() == 429
    now(0.2)
    assert site.get() == 200


def test_a_network_of_ipv6_is_one_address(site: Site) -> None:
    assert {site.get(f"2001:db8::{number:x}") for number in range(REQUESTS_OF_ADDRESS)} == {200}
    assert site.get("2001:db8::ffff") == 429


def test_so_many_commands_of_a_browser_are_answered_and_no_more(site: Site, now: Callable[[float], None]) -> None:
    assert {site.post() for _ in range(COMMANDS_OF_BROWSER)} == {200}
    assert site.post() == 429
    assert site.get() == 200  # he may look
    assert site.post(session="b") == 200  # another player in the same house
    now(SECONDS + 0.1)
    assert site.post() == 200


def test_an_address_sent_as_a_session_takes_nothing_from_that_address(site: Site) -> None:
    for _ in range(REQUESTS_OF_ADDRESS):
        site.post(ELSEWHERE, session=HERE)
    assert site.get(HERE) == 200
    assert site.post(HERE, session="a") == 200


def test_this_machine_is_not_limited(site: Site) -> None:
    for address in ("127.0.0.1", "::1"):
        assert {site.get(address) for _ in range(2 * REQUESTS_OF_ADDRESS)} == {200}


def test_behind_a_proxy_its_clients_are_counted(site: Site, settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for _ in range(REQUESTS_OF_ADDRESS):
        site.get("127.0.0.1", HTTP_X_FORWARDED_FOR=HERE)
    assert site.get("127.0.0.1", HTTP_X_FORWARDED_FOR=HERE) == 429
    assert site.get("127.0.0.1", HTTP_X_FORWARDED_FOR=ELSEWHERE) == 200
    assert site.get("127.0.0.1") == 200  # who looks after the process, past the proxy


def test_what_passes_by_the_proxies_is_counted_by_its_connection(site: Site, settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2
    for _ in range(REQUESTS_OF_ADDRESS):
        site.get(HERE, HTTP_X_FORWARDED_FOR=ELSEWHERE)
    assert site.get(HERE, HTTP_X_FORWARDED_FOR="192.0.2.1") == 429


@pytest.mark.django_db
@pytest.mark.usefixtures("now")  # a busy machine may take longer than the limits count
def test_refusal_is_a_polite_page_and_asks_nothing_of_the_database() -> None:
    client = Client(REMOTE_ADDR="203.0.113.9")
    for _ in range(REQUESTS_OF_ADDRESS):
        client.get("/robots.txt")
    with CaptureQueriesContext(connection) as queries:
        response = client.get("/")
    assert (response.status_code, response["Retry-After"], len(queries)) == (429, "10", 0)
    assert "wait a few seconds and try again" in response.content.decode()
    assert response["Cache-Control"] == "no-store"
    assert "Content-Security-Policy" in response
