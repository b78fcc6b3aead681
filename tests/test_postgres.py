"""PostgreSQL as the scaled-out form opens it. `make test-services` runs these; they have nothing to say of SQLite."""

import os
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from django.db import connection

from tests.emptying import empty_tables

pytestmark = [pytest.mark.django_db, pytest.mark.data]


@pytest.fixture(autouse=True)
def on_postgres() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("about PostgreSQL")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("synchronous_commit", "on"),  # an acknowledged move survives a power cut
        ("lock_timeout", "5s"),  # as SQLite's
        ("idle_in_transaction_session_timeout", "30s"),  # a process that hangs holds up no match for long
    ],
)
def test_connection_has_the_promised_setting(name: str, value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {name}")
        assert cursor.fetchone() == (value,)


@pytest.mark.django_db
def test_machine_that_is_gone_without_a_word_is_given_up_after_half_a_minute() -> None:
    """With a question on the way, and while its answer is waited for."""
    connection.ensure_connection()
    with socket.socket(fileno=os.dup(connection.connection.fileno())) as wire:
        assert wire.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 30_000  # milliseconds
        assert wire.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        idle, interval, count = (
            wire.getsockopt(socket.IPPROTO_TCP, option)
            for option in (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT)
        )
        assert idle + interval * count == 30


@pytest.mark.parametrize(("imported", "value"), [("config.asgi", "20s"), ("config.urls", "0")])
def test_who_serves_waits_for_no_statement_for_ever(imported: str, value: str) -> None:
    """A migration may."""
    asks = f"import django; django.setup(); import {imported}; from django.db import connection as c; "
    asks += "x = c.cursor(); x.execute('SHOW statement_timeout'); print(x.fetchone()[0]); c.close(); c.close_pool()"
    told = subprocess.run(
        [sys.executable, "-c", asks],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == value


def test_what_the_address_asks_for_is_kept() -> None:
    address = os.environ["DATABASE_URL"] + "?sslmode=disable&connect_timeout=7"
    asks = "from django.conf import settings; print(settings.DATABASES['default']['OPTIONS'])"
    told = subprocess.run(
        [sys.executable, "-c", asks],
        env={**os.environ, "DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "'sslmode': 'disable'" in told
    assert "'connect_timeout': 7" in told
    assert "'pool'" in told


@pytest.mark.django_db(transaction=True)
def test_emptying_the_tables_after_a_test_gives_way_to_a_server_at_work() -> None:
    """Each holds what the other waits for: PostgreSQL ends one of them, and not the server."""
    connection.ensure_connection()
    place = connection.connection.info.dsn
    holding = threading.Event()

    def work() -> bool:
        with psycopg.connect(place) as server:
            server.execute("SET deadlock_timeout = '500ms'")  # so that it would be the one that is ended
            server.execute("LOCK TABLE games_sitting IN ROW EXCLUSIVE MODE")
            holding.set()
            time.sleep(0.3)  # meanwhile the other side has locked the first table and waits for this one
            server.execute("DELETE FROM accounts_user")
            return True

    with ThreadPoolExecutor(1) as pool:
        working = pool.submit(work)
        holding.wait()
        empty_tables()
        assert working.result()


def end_idle_connections() -> int:
    """End all sessions of the pool but the one that does it, as a restart does; how many they were."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        ended: int = cursor.fetchone()[0]
    return ended


@pytest.mark.django_db(transaction=True)
def test_connection_that_was_lost_in_the_pool_is_not_handed_out() -> None:
    connection.close()
    with ThreadPoolExecutor(4) as pool:
        together = threading.Barrier(4)

        def hold() -> None:
            connection.ensure_connection()
            together.wait()
            connection.close()

        for holding in [pool.submit(hold) for _ in range(4)]:
            holding.result()
    assert end_idle_connections() >= 3
    for _ in range(4):
        connection.close()  # back into the pool, and another is taken out
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            assert cursor.fetchone() == (1,)
