"""Nothing that a test has written is there when the next one begins."""

import threading
import time

import pytest
from asgiref.sync import SyncToAsync
from django.db import connection

from games.models import Process, Sitting
from tests.emptying import empty_tables
from tests.hostile.world import NOON, build_world

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.data]
WRITTEN = {
    *("accounts_user", "django_session", "games_match", "games_game", "games_move"),
    *("games_diceexchange", "games_dicesecret", "games_process", "games_sitting"),
}


def rows() -> dict[str, int]:
    """How many rows each table of the database has."""
    found = {}
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(name)}")  # noqa: S608
            (found[name],) = cursor.fetchone()
    return found


def test_emptied_tables_hold_what_they_held_before_the_test() -> None:
    before = rows()
    world = build_world()
    world.browser("seat")
    process = Process.objects.create(name="here", started_at=NOON, beat_at=NOON)
    Sitting.objects.create(process=process, match=world.matches["playing", "public"], seat="white")
    written = {name for name, number in rows().items() if number > before[name]}
    assert written >= WRITTEN
    empty_tables()
    assert rows() == before


def test_work_that_a_test_has_left_in_the_thread_of_its_sockets_is_waited_for() -> None:
    begun = threading.Event()

    def work() -> None:
        begun.set()
        time.sleep(0.3)  # the tables would be empty by then
        Process.objects.create(name="late", started_at=NOON, beat_at=NOON)
        connection.close()

    left = SyncToAsync.single_thread_executor.submit(work)
    assert begun.wait(20)
    empty_tables()
    assert left.done()
    left.result()
    assert not Process.objects.exists()
