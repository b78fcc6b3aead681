"""A match whose creator's browser is to draw a secret for the dice."""

import pytest

from accounts.models import User
from games.models import Match
from tests.matches.exchanging import drawn_by_browser


@pytest.fixture
def match(host: User) -> Match:
    """Black's browser is to draw a secret."""
    return drawn_by_browser(host)
