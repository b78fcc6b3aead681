"""/healthz and /readyz, without the server's services dying; tests/scaled/test_ready.py kills them."""

from collections.abc import Callable

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from config import health

pytestmark = [pytest.mark.django_db, pytest.mark.data]


@pytest.fixture(autouse=True)
def fresh_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if nobody had asked before: what was found in order once is not looked at again."""
    monkeypatch.setattr(health, "_is_migrated", False)


def down(execute: Callable[..., object], *_: object) -> None:
    raise DatabaseError("secret of the driver")


def test_process_is_alive_whatever_the_database_does() -> None:
    with connection.execute_wrapper(down):
        response = Client().get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_process_is_ready_when_all_is_there() -> None:
    for _ in range(2):
        response = Client().get("/readyz")
        assert response.status_code == 200
        assert set(response.json().values()) == {"ok"}
    assert "no-store" in response["Cache-Control"]


def test_process_is_not_ready_with_a_database_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Client().get("/readyz").status_code == 200
    monkeypatch.setattr("config.health.connection_of_its_own", lambda: down(lambda: None))
    response = Client().get("/readyz")
    assert response.status_code == 503
    assert response.json()["status"] == "not ready"
    assert response.json()["database"] == "does not answer"
    assert "secret" not in response.content.decode()


@pytest.mark.django_db(transaction=True)
def test_process_is_not_ready_with_a_database_older_than_its_source() -> None:
    recorder = MigrationRecorder(connection)
    newest = recorder.migration_qs.filter(app="games").latest("pk")
    recorder.record_unapplied("games", newest.name)
    try:
        response = Client().get("/readyz")
        assert (response.status_code, response.json()["database"]) == (503, "1 migrations missing")
    finally:
        recorder.record_applied("games", newest.name)
    assert Client().get("/readyz").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_process_is_ready_with_a_database_newer_than_its_source() -> None:
    """Processes of the version before go on while the next one's migrations are already applied."""
    recorder = MigrationRecorder(connection)
    recorder.record_applied("games", "9999_of_the_next_version")
    try:
        assert Client().get("/readyz").status_code == 200
    finally:
        recorder.record_unapplied("games", "9999_of_the_next_version")


def test_process_is_not_ready_with_a_dead_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dead:
        async def group_send(self, group: str, message: object) -> None:
            raise ConnectionError("redis://secret@host")

    assert Client().get("/readyz").status_code == 200
    monkeypatch.setattr(health, "get_channel_layer", Dead)
    response = Client().get("/readyz")
    assert (response.status_code, response.json()["layer"]) == (503, "does not answer")
    assert "secret" not in response.content.decode()


def test_process_is_not_ready_whose_keeper_has_fallen_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "silence", lambda: 3.0)
    assert Client().get("/readyz").status_code == 200
    monkeypatch.setattr(health, "silence", lambda: 40.0)
    response = Client().get("/readyz")
    assert (response.status_code, response.json()["keeper"]) == (503, "silent for 40 s")
