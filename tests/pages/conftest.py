"""Fixtures of the page tests: people, and a fresh count of what each may do in an hour."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.people import make_user

LogIn = Callable[[User], Client]


@pytest.fixture(autouse=True)
def no_earlier_requests() -> None:
    """Limits are counted in the cache by the user's number, and the next test's users get the same numbers."""
    cache.clear()


@pytest.fixture
def host() -> User:
    """A registered user who invites."""
    return make_user("host")


@pytest.fixture
def friend() -> User:
    """A registered user who is invited."""
    return make_user("friend")


@pytest.fixture
def log_in() -> LogIn:
    """A browser in which this user is logged in."""

    def client_of(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return client_of
