"""Two server processes that know of each other through Redis alone."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import redis
from pytest_django import DjangoDbBlocker

from games.models import Sitting
from games.rules.game import Seat
from tests.live.serving import Server, counts, environment, seats, sees, serving, start
from tests.live.viewing import PATIENCE
from tests.playing import Table
from tests.services import private_redis

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]
Begin = Callable[..., Table]


@pytest.fixture(scope="module")
def servers(
    redis_url: str,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Server, Server]]:
    with django_db_blocker.unblock():
        place = environment(tmp_path_factory.mktemp("servers"), REDIS_URL=redis_url)
    # One test drops their connections to Redis, and its library reports that at length.
    program = "tests/live/listening.py"
    with (
        serving(place, program=program, may_complain=True) as first,
        serving(place, program=program, may_complain=True) as second,
    ):
        yield first, second


def test_move_through_one_process_reaches_the_sockets_of_the_other(
    servers: tuple[Server, Server], begin: Begin
) -> None:
    first, second = servers
    table = begin()
    match, white = table.match.public_id, table.people[Seat.WHITE]
    with second.watch(match, table.people[Seat.BLACK], seen=1) as viewer:
        assert first.post(match, white, kind="play", play="8/5 6/5", version=1) == 200
        sees(viewer, 2)


def test_watchers_of_both_processes_are_counted(servers: tuple[Server, Server], begin: Begin) -> None:
    first, second = servers
    match = begin().match.public_id
    with first.watch(match, seen=1) as here, second.watch(match, seen=1) as there:
        counts(here, 2)
        counts(there, 2)
        with second.watch(match, seen=1):
            counts(here, 3)
            counts(there, 3)
        counts(here, 2)
        counts(there, 2)


def test_players_at_either_process_are_seen_at_both(servers: tuple[Server, Server], begin: Begin) -> None:
    first, second = servers
    table = begin()
    match, white, black = table.match.public_id, table.people[Seat.WHITE], table.people[Seat.BLACK]
    with first.watch(match, seen=1) as here, second.watch(match, seen=1) as there:
        with first.watch(match, white, seen=1), second.watch(match, black, seen=1):
            seats(here, white="here", black="here")
        for viewer in (here, there):
            seats(viewer, white="away", black="away")
        with second.watch(match, white, seen=1):
            for viewer in (here, there):
                seats(viewer, white="here", black="away")


def test_page_that_comes_back_at_the_other_process_is_there(servers: tuple[Server, Server], begin: Begin) -> None:
    table = begin()
    match, white = table.match.public_id, table.people[Seat.WHITE]
    with ExitStack() as page, servers[0].watch(match, seen=1) as viewer:
        page.enter_context(servers[0].watch(match, white, seen=1))
        for server in (servers[1], servers[0], servers[1]):
            page.close()
            page.enter_context(server.watch(match, white, seen=1))
        # Each process writes one thing after the other: with what came last, all is written.
        for server in servers:
            page.enter_context(server.watch(match, table.people[Seat.BLACK], seen=1))
        sitting = Sitting.objects.filter(match=table.match)
        deadline = time.monotonic() + PATIENCE
        while sitting.filter(seat="black").count() < 2:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert sitting.filter(seat="white").count() == 1
        table.match.refresh_from_db()
        assert table.match.white_left_at is None
        page.close()
        seats(viewer, white="away")


def test_players_of_a_process_that_is_killed_are_gone_until_they_come_back(
    transactional_db: None, begin: Begin, redis_url: str, tmp_path: Path
) -> None:
    table = begin()
    match, white, black = table.match.public_id, table.people[Seat.WHITE], table.people[Seat.BLACK]
    place = environment(tmp_path, REDIS_URL=redis_url)
    with (
        serving(place, program="tests/live/impatient.py") as staying,
        doomed(place) as dying,
        staying.watch(match, seen=1) as viewer,
        staying.watch(match, black, seen=1),
        dying.watch(match, white, seen=1),
    ):
        deadline = time.monotonic() + PATIENCE
        while Sitting.objects.filter(match=table.match).count() < 2:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        dying.process.kill()
        seats(viewer, white="away", black="here")
        with staying.watch(match, white, seen=1):
            seats(viewer, white="here", black="here")
        seats(viewer, white="away", black="here")


@contextmanager
def doomed(environment: dict[str, str]) -> Iterator[Server]:
    """A server that is not expected to live."""
    process = start(environment, program="tests/live/impatient.py")
    try:
        yield Server(process)
    finally:
        process.kill()
        process.communicate()


def test_process_that_starts_later_learns_of_the_watchers(
    servers: tuple[Server, Server], begin: Begin, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    match = begin().match.public_id
    with servers[0].watch(match, seen=1) as here:
        counts(here, 1)
        place = environment(tmp_path_factory.mktemp("third"), REDIS_URL=redis_url)
        with serving(place) as third, third.watch(match, seen=1) as there:
            counts(there, 2)
            counts(here, 2)
        counts(here, 1)  # an orderly stop says goodbye


def test_connections_that_redis_drops_are_made_again(
    servers: tuple[Server, Server], begin: Begin, redis_url: str
) -> None:
    first, second = servers
    table = begin()
    match, white, black = table.match.public_id, table.people[Seat.WHITE], table.people[Seat.BLACK]
    with second.watch(match, seen=1) as viewer, redis.Redis.from_url(redis_url) as client:
        assert first.post(match, white, kind="play", play="8/5 6/5", version=1) == 200
        sees(viewer, 2)
        before = listeners(client)
        client.client_kill_filter(_type="pubsub")
        deadline = time.monotonic() + PATIENCE
        while len(listeners(client) - before) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert first.post(match, black, kind="resign", level=1, version=2) == 200
        sees(viewer, 3)


def listeners(client: redis.Redis) -> set[str]:
    """Who is subscribed to anything."""
    return {each["id"] for each in client.client_list(_type="pubsub")}


def test_dead_redis_fails_no_command_and_stops_no_push(
    transactional_db: None, begin: Begin, tmp_path_factory: pytest.TempPathFactory
) -> None:
    table = begin()
    match, white, black = table.match.public_id, table.people[Seat.WHITE], table.people[Seat.BLACK]
    with ExitStack() as alive:
        place = environment(tmp_path_factory.mktemp("lonely"), REDIS_URL=alive.enter_context(private_redis()))
        with serving(place, may_complain=True) as server, server.watch(match, black, seen=1) as viewer:
            assert server.post(match, white, kind="play", play="8/5 6/5", version=1) == 200
            sees(viewer, 2)
            alive.close()
            assert server.post(match, black, kind="resign", level=1, version=2) == 200
            sees(viewer, 3)
            with server.watch(match, white, seen=2) as late:
                sees(late, 3)
