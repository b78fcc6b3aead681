"""No page is a dead end, and whatever is wrong is said on a page of the site."""

import re

import pytest
from django.db import DatabaseError, connection
from django.http import HttpResponse
from django.test import Client, RequestFactory

from games.views.errors import server_error

pytestmark = pytest.mark.django_db
WAY_OUT = 'href="/">Go to the home page</a>'


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/matches/short/",
        "/matches/" + "x" * 5000 + "/",
        "/%ff%fe/",
        "/%00",
        "/matches/..%2f..%2fetc/",
        "/é/",
    ],
)
def test_an_unknown_address_is_a_404_with_a_way_out(path: str) -> None:
    response = Client().get(path)
    assert response.status_code == 404
    assert WAY_OUT in response.content.decode()
    assert "If you followed an invitation" in response.content.decode()


def test_an_unknown_host_is_a_400_with_a_way_out() -> None:
    response = Client().get("/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert WAY_OUT in response.content.decode()
    assert "evil.example" not in response.content.decode()
    assert "BARPOINT_HOSTS" in response.content.decode()
    assert Client().get("/").status_code == 200


@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "messages"])
@pytest.mark.parametrize("value", ["", "x", "x" * 4000, "\x00", "é", "{{["])
def test_broken_cookies_are_as_good_as_none(name: str, value: str) -> None:
    client = Client()
    client.cookies[name] = value
    assert client.get("/").status_code == 200


def test_the_page_for_our_own_failure_needs_no_database_and_no_visitor() -> None:
    def down(*_: object) -> None:
        raise DatabaseError

    with connection.execute_wrapper(down):
        response = server_error(RequestFactory().get("/"))
    assert response.status_code == 500
    assert WAY_OUT in response.content.decode()
    assert "every confirmed move is kept" in response.content.decode()


def test_a_view_that_fails_shows_that_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> HttpResponse:
        raise ZeroDivisionError

    client = Client(raise_request_exception=False)
    assert client.get("/watch/").status_code == 200
    monkeypatch.setattr("games.views.lists.live_matches", fails)
    response = client.get("/watch/")
    assert response.status_code == 500
    assert "Something broke on our side" in response.content.decode()
    assert "ZeroDivisionError" not in response.content.decode()


def test_robots_stay_away_from_matches() -> None:
    response = Client().get("/robots.txt")
    assert response["Content-Type"].startswith("text/plain")
    assert "Disallow: /matches/" in response.content.decode()


@pytest.mark.parametrize("url", ["/", "/watch/", "/matches/new/", "/leaderboards/backgammon/", "/nothing"])
def test_pages_hold_to_the_policy_they_are_sent_with(url: str) -> None:
    response = Client().get(url)
    policy, body = response["Content-Security-Policy"], response.content.decode()
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert " style=" not in body
    assert "<style" not in body
    assert "onclick" not in body
    assert body.count("<script") == len(re.findall(r'<script( type="module")? src="/static/', body))
    assert body.count("<h1") == 1
    assert '<a class="skip" href="#main">' in body
