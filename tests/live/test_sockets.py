"""Who may open a table socket, and what it sends first."""

import gc
import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import logout
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from pytest_django import Settings

from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import create_match, join_match
from tests.config.test_patience import away
from tests.dice import ScriptedDice
from tests.live.viewing import PATIENCE, communicator, in_thread, opens, session_of, watch
from tests.people import make_user
from tests.playing import NOON, Table

Begin = Callable[..., Table]

pytestmark = [pytest.mark.live, pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]


async def test_each_viewer_gets_his_own_view(begin: Begin) -> None:
    table = await in_thread(begin)()
    stranger = await in_thread(make_user)("stranger")
    views = {}
    for name, user in [("white", table.people[Seat.WHITE]), ("black", table.people[Seat.BLACK]), ("other", stranger)]:
        viewer = await watch(table.match.public_id, user)
        await viewer.sees(1)
        views[name] = viewer.view
        await viewer.leave()
    assert views == {"white": "white", "black": "black", "other": "spectator"}


@pytest.mark.parametrize("public", [True, False])
async def test_stranger_without_a_session_may_watch(begin: Begin, public: bool) -> None:
    table = await in_thread(begin)(public=public)
    viewer = await watch(table.match.public_id)
    await viewer.sees(1)
    assert viewer.view == "spectator"
    await viewer.leave()


async def test_creator_of_a_challenge_sees_who_joins(dice: ScriptedDice) -> None:
    host, friend = await in_thread(make_user)("host"), await in_thread(make_user)("friend")
    terms = MatchTerms("backgammon", 5)
    match = await in_thread(create_match)(host, terms, rated=False, public=True, seat=Seat.WHITE, now=NOON)
    creator = await watch(match.public_id, host, seen=0)
    dice.script((6, 2))
    await in_thread(join_match)(friend, match.public_id, None, now=NOON, roll_dice=dice)
    assert "friend" in await creator.sees(1)
    await creator.leave()


async def test_unknown_match_is_refused(begin: Begin) -> None:
    table = await in_thread(begin)()
    for public_id, known in [(table.match.public_id, True), ("A" * 16, False)]:
        socket = communicator(public_id)
        assert await opens(socket) is known
        await socket.disconnect()


async def test_socket_while_the_database_is_away_is_refused(begin: Begin) -> None:
    """And the server has nothing to complain of: its page comes again by itself."""
    table = await in_thread(begin)()
    match, session = table.match.public_id, await in_thread(session_of)(table.people[Seat.WHITE])
    await in_thread(lambda: connection.execute_wrappers.append(away))()
    try:
        assert not await opens(communicator(match, session=session))
    finally:
        await in_thread(lambda: connection.execute_wrappers.remove(away))()
    viewer = await watch(match, session=session)
    await viewer.sees(1)
    await viewer.leave()


async def test_unknown_addresses_are_refused_quietly(begin: Begin, caplog: pytest.LogCaptureFixture) -> None:
    table = await in_thread(begin)()
    known = table.match.public_id
    paths = [
        f"/ws/matches/{known}/",
        f"/ws/matches/{known}",
        f"/ws/matches/{known}/extra/",
        f"/ws/matches/{known}\n/",
        f"/ws/matches/{known[:-1]}/",
        "/ws/matches/\u2603" + 15 * "a" + "/",
        f"/matches/{known}/",
        "/ws/",
        "/",
    ]
    with caplog.at_level(logging.WARNING):
        opened = [path for path in paths if await opens_at(path=path)]
    assert opened == paths[:1]
    assert caplog.records == []


async def opens_at(**address: Any) -> bool:
    """Whether a socket with this address, origin or host can be opened."""
    path = address.pop("path", None)
    socket = communicator("A" * 16, **address)
    if path is not None:
        socket.scope["path"] = path
    accepted = await opens(socket)
    await socket.disconnect()
    return accepted


GOOD = [
    (b"http://localhost:8000", b"localhost:8000"),
    (b"http://127.0.0.1:8000", b"127.0.0.1:8000"),
    (b"http://[::1]:8000", b"[::1]:8000"),
    (b"http://localhost", b"localhost"),
    (b"http://localhost", b"localhost:80"),
    (b"http://localhost:8000", b"LOCALHOST:8000"),
]
BAD = [
    (None, b"localhost:8000"),
    (b"", b"localhost:8000"),
    (b"null", b"localhost:8000"),
    (b"https://localhost:8000", b"localhost:8000"),  # another scheme
    (b"ws://localhost:8000", b"localhost:8000"),
    (b"http://localhost:8001", b"localhost:8000"),  # another port
    (b"http://localhost", b"localhost:8000"),
    (b"http://localhost:80", b"localhost"),  # no browser names the usual port
    (b"http://127.0.0.1:8000", b"localhost:8000"),  # another host
    (b"http://evil.example", b"localhost:8000"),
    (b"http://localhost.evil.example:8000", b"localhost:8000"),
    (b"http://evil.example/localhost:8000", b"localhost:8000"),
    (b"http://localhost:8000@evil.example", b"localhost:8000"),
    (b"http://user@localhost:8000", b"localhost:8000"),
    (b"http://localhost:8000/", b"localhost:8000"),
    (b"http://localhost:8000 http://evil.example", b"localhost:8000"),
    (b"http://localhost:8000,http://localhost:8000", b"localhost:8000"),
    (b"localhost:8000", b"localhost:8000"),
    (b"//localhost:8000", b"localhost:8000"),
    (b"http://[", b"localhost:8000"),  # malformed
    (b"http://[::1", b"[::1]:8000"),
    (b"http://localhost:99999", b"localhost:8000"),
    (b"http://localhost:abc", b"localhost:8000"),
    (b"http://localhost:", b"localhost:8000"),
    (b"http://\xff\xfe", b"localhost:8000"),
    (b"http://localhost:8000\x00", b"localhost:8000"),
    (b"http://evil.example", b"evil.example"),  # same origin, but not one of our names: DNS rebinding
    (b"http://localhost:8000", b"localhost:8000:8000"),
    (b"http://", b""),
]


async def test_only_pages_of_this_site_may_open_a_socket(begin: Begin, caplog: pytest.LogCaptureFixture) -> None:
    table = await in_thread(begin)()
    path = f"/ws/matches/{table.match.public_id}/"
    gc.collect()  # now asyncio complains of what the loop of an earlier test has left
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        opened = [each for each in GOOD + BAD if await opens_at(path=path, origin=each[0], host=each[1])]
    assert opened == GOOD
    assert caplog.records == []


async def test_site_with_https_takes_only_https_pages(begin: Begin, settings: Settings) -> None:
    table = await in_thread(begin)()
    path = f"/ws/matches/{table.match.public_id}/"
    good = [
        (b"https://play.example", b"play.example"),
        (b"https://play.example", b"play.example:443"),
        (b"https://play.example:8443", b"play.example:8443"),
    ]
    bad = [
        (b"http://play.example", b"play.example"),
        (b"http://play.example:8443", b"play.example:8443"),
        (b"https://play.example", b"play.example:8443"),
        (b"https://play.example:443", b"play.example"),
        (b"https://www.play.example", b"www.play.example"),
    ]
    settings.HTTPS = True
    settings.ALLOWED_HOSTS = ["play.example"]
    assert [each for each in good + bad if await opens_at(path=path, origin=each[0], host=each[1])] == good


async def test_page_that_is_behind_gets_the_whole_table_at_once(begin: Begin) -> None:
    table = await in_thread(begin)()
    await in_thread(table.do)(Seat.WHITE, "play", "8/5 6/5")
    viewer = await watch(table.match.public_id, seen=1)
    frame = await viewer.sees(2)
    assert frame.rstrip().endswith("</section>")
    assert "8/5 6/5" in frame
    await viewer.leave()


async def test_page_that_is_level_gets_the_next_table_only(begin: Begin) -> None:
    table = await in_thread(begin)()
    viewer = await watch(table.match.public_id, seen=1)
    await viewer.counts(1)
    await in_thread(table.do)(Seat.WHITE, "play", "8/5 6/5")
    await viewer.sees(2)
    assert viewer.versions == [2]
    await viewer.leave()


async def test_page_that_names_no_version_of_the_match_gets_the_table(begin: Begin) -> None:
    table = await in_thread(begin)()
    for query in ["", "?v=", "?v=0", "?v=x", "?v=-1", "?v=1.0", "?v=2", "?v=" + 20 * "9", "?v=1&v=1", "?v=%31", "?w=1"]:
        socket = communicator(table.match.public_id, query=query)
        assert await opens(socket)
        assert 'data-version="1"' in await socket.receive_from(timeout=PATIENCE), query
        await socket.disconnect()


async def test_data_closes_the_socket_and_changes_nothing(begin: Begin) -> None:
    table = await in_thread(begin)()
    frames: list[dict[str, Any]] = [{"text": "roll"}, {"text": ""}, {"bytes": b"\x00"}, {"bytes": b""}]
    for frame in frames:
        viewer = await watch(table.match.public_id, table.people[Seat.WHITE], seen=1)
        await viewer.says(**frame)
        assert await viewer.is_closed() == 1008
        await viewer.leave()
    await in_thread(table.match.refresh_from_db)()
    assert table.match.version == 1


async def test_logging_out_closes_the_sockets_of_that_session_alone(begin: Begin) -> None:
    table = await in_thread(begin)()
    white, match = table.people[Seat.WHITE], table.match.public_id
    session = await in_thread(session_of)(white)
    here = [await watch(match, session=session, seen=1) for _ in range(2)]
    elsewhere = await watch(match, white, seen=1)  # the same person in another browser
    stranger = await watch(match, seen=1)
    await in_thread(log_out)(session)
    for viewer in here:
        assert await viewer.is_closed() == 1008
        await viewer.leave()
    await in_thread(table.do)(Seat.WHITE, "play", "8/5 6/5")
    for viewer in (elsewhere, stranger):
        await viewer.sees(2)
        await viewer.leave()


def log_out(session: str) -> None:
    client = Client()
    client.cookies["sessionid"] = session
    request = HttpRequest()
    request.session = client.session
    logout(request)
