"""/metrics: who may read it, and that it counts what happened, by labels that are few."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.mail import deliver
from games import broadcast
from games.metrics import LAYER_FAILURES
from games.models import Match
from games.rules.game import Seat
from tests.playing import Table

pytestmark = [pytest.mark.django_db, pytest.mark.data]
Begin = Callable[..., Table]


def figures() -> dict[str, float]:
    """All figures, by name and labels as they stand on the page."""
    page = Client().get("/metrics").content.decode()
    lines = [line for line in page.splitlines() if not line.startswith("#")]
    return {name: float(number) for name, number in (line.rsplit(" ", 1) for line in lines)}


def test_figures_are_for_programs_of_this_machine() -> None:
    assert Client().get("/metrics").status_code == 200
    assert Client(REMOTE_ADDR="::1").get("/metrics").status_code == 200
    assert Client(REMOTE_ADDR="192.0.2.7").get("/metrics").status_code == 403


def test_figures_are_not_for_who_comes_through_a_proxy_of_this_machine() -> None:
    response = Client().get("/metrics", headers={"x-forwarded-for": "127.0.0.1"})
    assert response.status_code == 403


def test_with_a_token_figures_are_for_who_has_it(settings: Settings) -> None:
    settings.METRICS_TOKEN = "right"
    far = Client(REMOTE_ADDR="192.0.2.7")
    assert far.get("/metrics", headers={"authorization": "Bearer right"}).status_code == 200
    for wrong in ("Bearer wrong", "right", "Bearer", "Bearer \xe9", "Bearer right\x00"):
        assert far.get("/metrics", headers={"authorization": wrong}).status_code == 403
    assert Client().get("/metrics").status_code == 403


@pytest.mark.django_db(transaction=True)
def test_moves_and_requests_are_measured(begin: Begin) -> None:
    table = begin()
    match, client = table.match.public_id, Client()
    client.force_login(table.people[Seat.WHITE])
    url = f"/matches/{match}/moves/"
    before = figures()
    for status in (200, 409):
        form = {"kind": "play", "play": "8/5 6/5", "version": 1 if status == 200 else 7}
        assert client.post(url, form, headers={"hx-request": "true"}).status_code == status
    after = figures()

    def grown(name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    route = "matches/<match:public_id>/moves/"
    assert grown('barpoint_move_seconds_count{kind="play"}') == 1
    assert grown(f'barpoint_http_seconds_count{{route="{route}",status="200"}}') == 1
    assert grown(f'barpoint_http_seconds_count{{route="{route}",status="409"}}') == 1
    assert (
        0
        < grown('barpoint_move_seconds_sum{kind="play"}')
        <= grown(f'barpoint_http_seconds_sum{{route="{route}",status="200"}}')
    )


def test_no_label_grows_with_what_people_ask_for(begin: Begin) -> None:
    match = begin().match.public_id
    Client().get("/nothing")
    Client().get("/healthz")
    figures()  # looking is a request as well
    before = figures().keys()
    for path in (f"/matches/{match}/?x=1", "/matches/nothing/", "/@nobody/", "/%00", f"/matches/{'y' * 16}/"):
        Client().get(path)
    Client().generic("BREW", "/healthz")
    new = figures().keys() - before
    assert all(match not in name and "nobody" not in name and "BREW" not in name for name in new)
    assert {route for name in new for route in re.findall('route="([^"]*)"', name)} <= {
        "matches/<match:public_id>/",
        "@<str:username>/",
        "healthz",
        "none",
    }


def test_stock_is_counted_when_somebody_asks(begin: Begin) -> None:
    before = figures()
    table = begin()
    assert figures()["barpoint_matches_playing"] == before["barpoint_matches_playing"] + 1
    for past, more in ((timedelta(seconds=-60), 0), (timedelta(seconds=60), 1)):
        Match.objects.filter(pk=table.match.pk).update(due_at=timezone.now() - past)
        assert figures()["barpoint_clocks_overdue"] == before["barpoint_clocks_overdue"] + more
    assert before['barpoint_sockets{view="spectator"}'] == 0
    assert before["barpoint_silence_seconds"] == 0
    deliver.enqueue(sender="noreply@localhost", recipients=["somebody@example.org"], text="")
    assert figures()["barpoint_tasks_waiting"] == before["barpoint_tasks_waiting"] + 1


@pytest.mark.asyncio
async def test_messages_that_the_layer_does_not_take_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dead:
        async def group_send(self, group: str, message: object) -> None:
            raise ConnectionError

    before = LAYER_FAILURES._value.get()
    monkeypatch.setattr(broadcast, "get_channel_layer", Dead)
    await broadcast.send({"type": "moved"})
    assert LAYER_FAILURES._value.get() == before + 1
