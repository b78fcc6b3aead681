"""Clocks over HTTP: what buttons and the notation box post, and the sentences that come back.

Every refusal comes with its twin: the same request, at another moment, succeeds.
"""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client

from games.metrics import BEGUN
from games.models import Match, Move
from games.rules.game import Seat
from games.time_source import arrived_at, time_now
from games.views import table as table_view
from tests.clocks.timing import BLACK, WHITE
from tests.playing import NOON, Table
from tests.table.test_requests import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.data]
Begin = Callable[..., Table]
Post = Callable[..., Any]


@pytest.fixture
def post(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> Post:
    """Posts a command of a seat that arrives so many seconds after noon. One point, blitz: Black has 68 s for 3-1."""
    table = begin(length=1, clock="blitz", opening=(1, 3))
    clients: dict[str, Client] = {seat: client_of(table.people[seat]) for seat in (WHITE, BLACK)}
    clients["spectator"] = client_of(None)

    def post(who: str, after: float, **fields: str) -> Any:
        monkeypatch.setattr(table_view, "arrived_at", lambda request: NOON + timedelta(seconds=after))
        table.match.refresh_from_db()
        data = {"version": str(table.match.version), **fields}
        return clients[who].post(f"/matches/{table.match.public_id}/moves/", data, headers={"HX-Request": "true"})

    return post


def says(response: Any, status: int, words: str) -> None:
    assert response.status_code == status
    assert words in response.content.decode()


def test_play_in_time_and_too_late(post: Post) -> None:
    says(post("black", 68.6, kind="play", play="8/5 6/5"), 409, "the time had run out")
    assert Match.objects.get().winner == "white"


def test_play_just_in_time(post: Post) -> None:
    assert post("black", 68.4, kind="play", play="8/5 6/5").status_code == 200
    assert Match.objects.get().status == "playing"


@pytest.mark.parametrize("fields", [{"kind": "flag"}, {"text": "flag"}])
@pytest.mark.parametrize("who", ["white", "black"])
def test_flag_too_early_and_in_time(post: Post, who: str, fields: dict[str, str]) -> None:
    says(post(who, 67, **fields), 409, "has not run out yet")
    assert post(who, 68.6, **fields).status_code == 200
    assert post(who, 68.7, version="1", **fields).status_code == 200  # the browser of the other says so too
    assert Move.objects.filter(kind="flag").count() == 1


@pytest.mark.parametrize("fields", [{"kind": "claim"}, {"text": "claim"}])
def test_claim_too_early_and_in_time(post: Post, fields: dict[str, str]) -> None:
    Match.objects.update(black_left_at=NOON, black_reserve_ms=600_000)
    says(post("white", 59, **fields), 409, "too early to claim")
    says(post("black", 59, **fields), 409, "while your opponent is to act")
    assert post("white", 60, **fields).status_code == 200
    assert Match.objects.get().winner == "white"


@pytest.mark.parametrize("fields", [{"kind": "abort"}, {"text": "abort"}])
def test_abort_until_both_have_played(post: Post, fields: dict[str, str]) -> None:
    assert post("white", 5, **fields).status_code == 200
    assert Match.objects.get().status == "aborted"


@pytest.mark.parametrize("kind", ["flag", "claim", "abort"])
def test_spectators_say_nothing_about_it(post: Post, kind: str) -> None:
    assert post("spectator", 500, kind=kind).status_code == 403
    assert Match.objects.get().version == 1


@pytest.mark.parametrize(
    ("clock", "who", "is_told"), [("blitz", WHITE, True), ("blitz", None, False), ("none", WHITE, False)]
)
def test_who_plays_without_javascript_is_told_what_the_table_does_not_see(
    begin: Begin, clock: str, who: Seat | None, is_told: bool
) -> None:
    table = begin(clock=clock)
    page = client_of(table.people[who] if who else None).get(f"/matches/{table.match.public_id}/").content.decode()
    assert ("when you have done nothing for 60 seconds in your turn" in page) is is_told


def test_time_that_a_request_waited_in_the_server_is_not_charged() -> None:
    """What arrives is judged by its arrival, though the server is busy."""
    before = time_now()
    request = HttpRequest()
    request.META[BEGUN] = time.perf_counter() - 3600
    arrived = arrived_at(request)
    busy = timedelta(seconds=5)  # between one look at the clocks and the next
    assert before - busy <= arrived + timedelta(hours=1) <= time_now()
