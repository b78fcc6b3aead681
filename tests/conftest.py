"""Fixtures for all tests."""

import os
from collections.abc import Callable, Iterator
from functools import partial

import hypothesis
import psycopg
import pytest
from django.conf import settings
from django.db import connection
from django.test import TransactionTestCase, override_settings
from pytest_django import DjangoDbBlocker, Settings

from accounts.models import User
from tests.dice import ScriptedDice, scripted_dice
from tests.emptying import empty_tables
from tests.people import make_user
from tests.playing import Table, begin_match
from tests.services import private_postgres, private_redis

# The same examples every time, so that a run proves something about the change and not about luck;
# `make property` looks for new ones. No deadline: the machine is shared.
hypothesis.settings.register_profile("steady", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.register_profile("thorough", deadline=None, max_examples=20_000, print_blob=True)
hypothesis.settings.load_profile("steady")


MATCHES = 36  # random matches in an ordinary run; the first so many are of every game and length


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    parser.addoption("--matches", type=int, default=MATCHES, help="random matches a property test plays")
    parser.addoption("--games", type=int, default=6, help="games played over an unreliable channel layer")
    parser.addoption("--walks", default="25x30", help="walks of tests/reliability/test_stateful.py, and their steps")
    if not pluginmanager.hasplugin("asyncio"):  # the browser tests' process: the setting has no reader there
        parser.addini("asyncio_default_fixture_loop_scope", "of pytest-asyncio", type="string")


@pytest.fixture(scope="session", autouse=True)
def quick_settings() -> Iterator[None]:
    """Static files as they lie in the source, without collected copies; hashes of passwords at their least cost."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        STORAGES={**settings.STORAGES, "staticfiles": plain},
        WHITENOISE_AUTOREFRESH=True,
        WHITENOISE_USE_FINDERS=True,
        PASSWORD_HASHERS=["tests.accounts.watched.LightHasher"],
    ):
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite in a file, as the server has it, and a file of this process's own: runs do not meet."""
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Before PostgreSQL's test database is dropped, its last sessions are ended.

    The pool connects in threads of its own, so one may come in at the very end, and would keep the database in use.
    """
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock():
            connection.close()
            connection.close_pool()  # type: ignore[attr-defined]
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s",
                [connection.settings_dict["NAME"]],
            )


@pytest.fixture(scope="session", autouse=True)
def tables_are_emptied() -> Iterator[None]:
    """After a test with real transactions by tests/emptying.py, which takes less time than Django's own way."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda self: empty_tables())
        yield


@pytest.fixture
def matches(request: pytest.FixtureRequest) -> int:
    """How many random matches to play: MATCHES, or what `make property` asks for."""
    number: int = request.config.getoption("--matches")
    return number


@pytest.fixture
def walks(request: pytest.FixtureRequest) -> tuple[int, int]:
    """How many walks a stateful test takes, and how long each may be."""
    number, _, steps = request.config.getoption("--walks").partition("x")
    return int(number), int(steps)


@pytest.fixture
def host() -> User:
    """A registered user who invites."""
    return make_user("host")


@pytest.fixture
def friend() -> User:
    """A registered user who is invited."""
    return make_user("friend")


@pytest.fixture
def dice(settings: Settings) -> Iterator[ScriptedDice]:
    """The server's dice, scripted: dice.script((3, 1), (6, 6)). Also callable, as the services take it."""
    settings.DICE_SOURCE = "tests.dice.scripted_dice"
    scripted_dice.rolls.clear()
    yield scripted_dice
    scripted_dice.rolls.clear()


@pytest.fixture
def begin(dice: ScriptedDice) -> Callable[..., Table]:
    """Begins a match: `begin(length=5, opening=[(4, 4), (3, 1)])`; White has made it, Black has joined."""
    return partial(begin_match, dice)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL of the test session's own."""
    with private_postgres() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis of the test session's own."""
    with private_redis() as url:
        yield url
