"""PostgreSQL as the scaled-out form opens it. `make test-services` runs these; they have nothing to say of SQLite."""

import os
import subprocess
import sys

import pytest
from django.db import connection

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
