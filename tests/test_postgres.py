"""PostgreSQL as the scaled-out form opens it. `make test-services` runs these; they have nothing to say of SQLite."""

import os
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
    ],
)
def test_connection_has_the_promised_setting(name: str, value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {name}")
        assert cursor.fetchone() == (value,)


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
