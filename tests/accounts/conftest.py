"""Fixtures for tests about people."""

import time
from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from pytest_django import Settings

from accounts.models import User
from tests.accounts.people import PASSWORD
from tests.accounts.watched import WatchedHasher


@pytest.fixture(autouse=True)
def _no_limits_used() -> Iterator[None]:
    """Rate limits are counted in the cache: every test begins with none of them used."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def zoe(db: None) -> User:
    """A registered user with a password and no address."""
    return User.objects.create_user("Zoë", password=PASSWORD)


@pytest.fixture
def hasher(settings: Settings) -> Iterator[type[WatchedHasher]]:
    """A hasher that counts what it is asked and lets `meanwhile` happen, once, before it answers."""
    settings.PASSWORD_HASHERS = ["tests.accounts.watched.WatchedHasher"]
    WatchedHasher.asked, WatchedHasher.meanwhile = 0, None
    yield WatchedHasher
    WatchedHasher.meanwhile = None


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Puts the clock forward."""
    real = time.time

    def forward(seconds: float) -> None:
        monkeypatch.setattr(time, "time", lambda: real() + seconds)

    return forward
