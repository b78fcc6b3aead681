"""The real servers while their Redis is away: what stays open, what stays closed, and what viewers see."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from accounts.models import User
from games.forms import FRIENDLY
from games.rules.game import Seat
from tests.accounts.people import PASSWORD
from tests.live.serving import Server, ask, environment, sees, serving
from tests.people import make_user
from tests.playing import Table
from tests.reliability.databases import Redis

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]
Begin = Callable[..., Table]
Servers = tuple[Server, Server, Redis]


@pytest.fixture(scope="module")
def servers(folder: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Servers]:
    with Redis() as redis:
        with django_db_blocker.unblock():
            place = environment(folder, REDIS_URL=redis.url)
        program = "tests/live/impatient.py"
        with (
            serving(place, program=program, may_complain=True) as first,
            serving(place, program=program, may_complain=True) as second,
        ):
            yield first, second, redis


@pytest.fixture(params=["dead", "alive"])
def place(request: pytest.FixtureRequest, servers: Servers) -> Iterator[tuple[Server, bool]]:
    """A server, and whether its Redis is alive."""
    first, _, redis = servers
    is_alive = request.param == "alive"
    if not is_alive:
        redis.kill()
    yield first, is_alive
    if not is_alive:
        redis.start()


def test_pages_are_shown(place: tuple[Server, bool], begin: Begin) -> None:
    server, _ = place
    table = begin()
    white = table.people[Seat.WHITE]
    paths = ["/", "/watch/", "/leaderboards/backgammon/", "/matches/new/", f"/matches/{table.match.public_id}/"]
    paths += ["/accounts/password/reset/", f"/@{white.username}/"]
    for_visitors = ["/accounts/login/", "/accounts/signup/"]
    shown = {path: ask(server, path)[0] for path in paths + for_visitors}
    assert shown == dict.fromkeys(paths + for_visitors, 200)
    shown = {path: ask(server, path, white)[0] for path in paths}
    assert shown == dict.fromkeys(paths, 200)


def test_log_in_and_sign_up_wait_for_redis(place: tuple[Server, bool]) -> None:
    server, is_alive = place
    user = make_user("ana")
    user.set_password(PASSWORD)
    user.save()
    attempts = {
        "/accounts/login/": {"login": "ana", "password": PASSWORD},
        "/accounts/signup/": {"username": "bea", "password1": PASSWORD, "password2": PASSWORD, "email": ""},
        "/accounts/password/reset/": {"email": "ana@example.org"},
    }
    for path, form in attempts.items():
        status, page, retry_after = ask(server, path, form=form)
        if is_alive:
            assert status == 302, path
        else:
            assert (status, retry_after) == (503, "30"), path
            assert "try again shortly" in page
    assert User.objects.filter(username="bea").exists() is is_alive


def test_playing_goes_on(place: tuple[Server, bool], begin: Begin) -> None:
    server, _ = place
    table = begin()
    match, white = table.match.public_id, table.people[Seat.WHITE]
    terms = {**FRIENDLY, "variant": "backgammon", "length": 3}
    assert server.post(match, white, kind="play", play="8/5 6/5", version=1) == 200
    assert ask(server, "/accounts/guest/", form={"next": "/"})[0] == 302
    for player in (white, None):  # a visitor becomes a guest by it
        status, page, _ = ask(server, "/matches/new/", player, terms)
        assert status in (302, 303), re.findall(r'class="error[^<]*', page)


def test_viewers_at_another_server_find_the_newest_table_by_looking(servers: Servers, begin: Begin) -> None:
    first, second, redis = servers
    table = begin()
    match, white, black = table.match.public_id, table.people[Seat.WHITE], table.people[Seat.BLACK]
    with second.watch(match, black, seen=1) as viewer:
        redis.kill()
        try:
            assert first.post(match, white, kind="play", play="8/5 6/5", version=1) == 200
            sees(viewer, 2)
        finally:
            redis.start()
        assert first.post(match, black, kind="resign", level=1, version=2) == 200
        sees(viewer, 3)
