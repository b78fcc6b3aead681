"""SQLite as the embedded server opens it. These tests are about SQLite alone and do not run on PostgreSQL."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from django.db import connection, transaction

from games.models import RatingBand

THREADS = 4
TURNS = 40


def pragma(name: str) -> object:
    """The value of a PRAGMA on Django's own connection."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        return cursor.fetchone()[0]


def stranger_can_begin_to_write() -> bool:
    """Whether another connection, which does not wait, gets the write lock now."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=0)) as stranger:
        try:
            stranger.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:  # "database is locked"
            return False
        return True


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("journal_mode", "wal"),  # readers and the writer do not wait for each other
        ("synchronous", 2),  # FULL: an acknowledged move survives a power cut
        ("busy_timeout", 5000),
        ("foreign_keys", 1),
    ],
)
def test_connection_has_the_promised_pragma(name: str, value: object) -> None:
    assert pragma(name) == value


@pytest.mark.django_db(transaction=True)
def test_transaction_takes_the_write_lock_at_its_start() -> None:
    assert stranger_can_begin_to_write()
    with transaction.atomic():
        assert not stranger_can_begin_to_write()
    assert stranger_can_begin_to_write()


@pytest.mark.django_db(transaction=True)
def test_transactions_that_read_and_then_write_wait_for_each_other() -> None:
    band = RatingBand.objects.create(variant="backgammon", floor=1500, players=0)
    together = threading.Barrier(THREADS)

    def count() -> None:
        together.wait()
        try:
            for _ in range(TURNS):
                with transaction.atomic():
                    players = RatingBand.objects.get(pk=band.pk).players
                    RatingBand.objects.filter(pk=band.pk).update(players=players + 1)
        finally:
            connection.close()

    with ThreadPoolExecutor(THREADS) as pool:
        counting = [pool.submit(count) for _ in range(THREADS)]
    for future in counting:
        future.result()  # raises what the thread raised: "database is locked" without IMMEDIATE
    band.refresh_from_db()
    assert band.players == THREADS * TURNS
