"""Two people, and a match whose creator's browser is to draw a secret for the dice."""

import pytest

from accounts.models import User
from games.models import Match
from games.rules.game import Seat
from games.services.matches import create_match
from tests.matches.exchanging import TERMS
from tests.people import make_user
from tests.playing import NOON


@pytest.fixture
def host() -> User:
    return make_user("host")


@pytest.fixture
def friend() -> User:
    return make_user("friend")


@pytest.fixture
def match(host: User) -> Match:
    """Black's browser is to draw a secret."""
    return create_match(host, TERMS, rated=False, public=True, seat=Seat.BLACK, now=NOON, server_draws=False)
