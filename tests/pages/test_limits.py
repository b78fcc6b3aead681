"""How often somebody may join and ask for rematches: far more than one can play, and then a polite page."""

from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import Settings

from accounts.models import User
from games.models import Match
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import create_match
from tests.dice import ScriptedDice
from tests.pages.conftest import LogIn
from tests.people import make_user
from tests.playing import NOON, Table

pytestmark = [pytest.mark.django_db, pytest.mark.data]


@pytest.fixture(autouse=True)
def low_limits(settings: Settings) -> None:
    limits = settings.ACCOUNT_RATE_LIMITS
    assert (limits["join_match"], limits["rematch"]) == ("60/h/user", "60/h/user")
    settings.ACCOUNT_RATE_LIMITS = {**limits, "join_match": "2/h/user", "rematch": "2/h/user"}


def open_match(host: User) -> Match:
    return create_match(host, MatchTerms("backgammon", 3), rated=False, public=True, seat=Seat.WHITE, now=NOON)


def refused(response: Any) -> None:
    assert response.status_code == 429
    assert "A little slower, please" in response.content.decode()


def test_joining(host: User, friend: User, log_in: LogIn, dice: ScriptedDice) -> None:
    first, second, third = (open_match(host) for _ in range(3))
    bob = log_in(friend)
    for match in (first, second):
        dice.script((3, 1))
        assert bob.post(f"/matches/{match.public_id}/join/").status_code == 303
    refused(bob.post(f"/matches/{third.public_id}/join/"))
    third.refresh_from_db()
    assert third.status == "open"
    dice.script((3, 1))
    assert log_in(make_user("another")).post(f"/matches/{third.public_id}/join/").status_code == 303


def test_rematches(begin: Callable[..., Table], log_in: LogIn) -> None:
    table = begin()
    table.do(Seat.WHITE, "resign", "match")
    path = f"/matches/{table.match.public_id}/rematch/"
    ana, bob = log_in(table.people[Seat.WHITE]), log_in(table.people[Seat.BLACK])
    assert [ana.post(path).status_code for _ in range(2)] == [303, 303]  # twice is once
    refused(ana.post(path))
    table.dice.script((3, 1))
    assert bob.post(path).status_code == 303
