"""Fixtures for the tests of live updates."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from games import keeper, relay, seat_display, seating
from tests.live.serving import Server, environment, serving


@pytest.fixture(autouse=True)
def quick_counts_and_no_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    """What changes is told at once. And nothing is found by looking: what is told must arrive."""
    monkeypatch.setattr(relay, "RECOUNT_SECONDS", 0.01)
    monkeypatch.setattr(seat_display, "WAIT_SECONDS", 0.01)
    monkeypatch.setattr(seating, "SETTLE_SECONDS", 0.01)
    for looking in (relay, keeper):
        monkeypatch.setattr(looking, "LOOK_SECONDS", 3600.0)


@pytest.fixture(scope="session")
def folder(django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for servers, with the collected static files in it."""
    folder = tmp_path_factory.mktemp("server")
    with django_db_blocker.unblock():
        place = environment(folder)
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(collect, env=place, check=True)
    return folder


@pytest.fixture(scope="module")
def server(folder: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Server]:
    """A server for all tests of a module that do nothing to it.

    Not longer: its keeper would end the matches of other tests, whose clocks began long ago.
    """
    with django_db_blocker.unblock():
        place = environment(folder)
    with serving(place) as server:
        yield server
