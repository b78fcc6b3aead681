"""Real servers whose database is locked, or away for a while: nobody waits for ever, and nobody sees a broken page."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from games.models import Match
from games.rules.game import Seat
from tests.live.serving import Answer, Server, ask_as, environment, headers_of, serving
from tests.live.short_queue_settings import WAITING
from tests.playing import Table

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]
Begin = Callable[..., Table]
WHITE = Seat.WHITE
LONGEST = 5.0  # that a lock is waited for
CONNECTIONS = 8  # of a process, at most
VISITORS = 3 * WAITING
PLAY = {"kind": "play", "play": "8/5 6/5", "version": 1}


@pytest.fixture(scope="module")
def server(folder: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Server]:
    """Its log will tell of what it could not do."""
    with django_db_blocker.unblock():
        place = environment(folder)
    with serving(place, may_complain=True) as server:
        yield server


@contextmanager
def locked(table: Table) -> Iterator[None]:
    """Somebody else's transaction has the match; on SQLite, the database."""
    own = connection.copy()
    if own.vendor == "postgresql":
        own.settings_dict["OPTIONS"] = {}
    try:
        with own.cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE" if own.vendor == "sqlite" else "BEGIN")
            cursor.execute("UPDATE games_match SET version = version WHERE id = %s", [table.match.pk])
        yield
    finally:
        own.close()


class Player:
    """White, who plays 3-1 by a form without JavaScript; logged in before anything is locked."""

    def __init__(self, server: Server, table: Table) -> None:
        self.server, self.cookie = server, headers_of(table.people[WHITE])["Cookie"]
        self.path = f"/matches/{table.match.public_id}/"

    def play(self) -> Answer:
        return ask_as(self.server, f"{self.path}moves/", self.cookie, PLAY)

    def look(self, path: str) -> int:
        return ask_as(self.server, path, self.cookie)[0]


def test_command_that_a_lock_holds_up_is_answered_and_changes_nothing(server: Server, begin: Begin) -> None:
    table = begin()
    white = Player(server, table)
    with locked(table):
        begun = time.monotonic()
        status, page, retry_after = white.play()
        waited = time.monotonic() - begun
    assert (status, retry_after) == (503, "5")
    assert "Please try again shortly" in page
    assert LONGEST - 0.5 < waited < 3 * LONGEST
    assert Match.objects.get().version == 1
    assert white.play()[0] == 303
    assert Match.objects.get().version == 2


def test_pages_and_sockets_are_served_meanwhile(server: Server, begin: Begin) -> None:
    table = begin()
    white = Player(server, table)
    with locked(table):
        assert [white.look(path) for path in (white.path, "/")] == [200, 200]
        with server.watch(table.match.public_id):
            pass


def test_lock_of_one_match_does_not_stop_another_for_ever(server: Server, begin: Begin) -> None:
    """More wait for one match than there are connections: others wait with them, but no longer than for a lock."""
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has one lock for all")
    stuck, other = begin(names=("Ana", "Bob")), begin(names=("Cleo", "Dan"))
    ana, cleo = Player(server, stuck), Player(server, other)
    with ThreadPoolExecutor(10) as pool, locked(stuck):
        waiting = [pool.submit(ana.play) for _ in range(10)]
        time.sleep(0.5)
        begun = time.monotonic()
        assert cleo.play()[0] == 303
        assert time.monotonic() - begun < 2 * LONGEST
        assert {each.result()[0] for each in waiting} == {503}
    assert ana.play()[0] == 303


def test_who_finds_too_many_waiting_is_told_so_at_once(transactional_db: None, begin: Begin, folder: Path) -> None:
    """The others wait for a connection, and have their page when the lock is given up."""
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has one connection")
    place = environment(folder, DJANGO_SETTINGS_MODULE="tests.live.short_queue_settings")
    with serving(place, may_complain=True) as server, ThreadPoolExecutor(CONNECTIONS + VISITORS) as pool:
        table = begin()
        white = Player(server, table)
        assert set(pool.map(white.look, ["/watch/"] * WAITING)) == {200}  # all connections are made
        with locked(table):
            playing = [pool.submit(white.play) for _ in range(CONNECTIONS)]
            with connection.cursor() as cursor:
                held_up, deadline = 0, time.monotonic() + LONGEST
                while held_up < CONNECTIONS:
                    cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
                    (held_up,) = cursor.fetchone()
                    assert time.monotonic() < deadline, held_up
            visits = [pool.submit(white.look, "/watch/") for _ in range(VISITORS)]
            assert next(as_completed(visits)).result() == 503
            assert not any(each.done() for each in playing)
        statuses = Counter(each.result() for each in visits)
    assert statuses.keys() == {200, 503}
    assert statuses[200] >= WAITING - 2  # the keeper and the sockets' thread may wait as well
