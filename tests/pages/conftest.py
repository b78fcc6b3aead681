"""Fixtures of the page tests: a match, and a fresh count of what each may do in an hour."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.models import Match
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import create_match, join_match
from tests.dice import ScriptedDice
from tests.playing import NOON

LogIn = Callable[[User], Client]


@pytest.fixture(autouse=True)
def no_earlier_requests() -> None:
    """Limits are counted in the cache by the user's number, and the next test's users get the same numbers."""
    cache.clear()


@pytest.fixture
def log_in() -> LogIn:
    """A browser in which this user is logged in."""

    def client_of(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return client_of


@pytest.fixture
def match(host: User) -> Match:
    """An open match by link only."""
    return create_match(host, MatchTerms("backgammon", 3), rated=False, public=False, seat=Seat.WHITE, now=NOON)


@pytest.fixture
def begun(match: Match, friend: User, dice: ScriptedDice) -> Match:
    """White has to play 3-1."""
    dice.script((3, 1))
    return join_match(friend, match.public_id, match.invite_token, now=NOON, roll_dice=dice)
