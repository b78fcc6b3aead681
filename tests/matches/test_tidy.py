"""`manage.py tidy`: what it takes away, and what it leaves."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Match, Move
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import create_match
from tests.dice import ScriptedDice
from tests.matches.exchanging import TERMS, commit, join, stands
from tests.people import make_user
from tests.playing import Table

pytestmark = [pytest.mark.data, pytest.mark.django_db(transaction=True)]
DAYS = timedelta(days=1)


def tidy() -> str:
    said = StringIO()
    call_command("tidy", stdout=said)
    return said.getvalue().strip()


def guest(name: str, *, days: int) -> User:
    """A guest of so many days ago."""
    user = make_user(name, is_guest=True)
    User.objects.filter(pk=user.pk).update(date_joined=timezone.now() - days * DAYS)
    return user


def challenge(creator: User, *, days: int) -> Match:
    """An open challenge of so many days ago."""
    then = timezone.now() - days * DAYS
    terms = MatchTerms("backgammon", 5)
    return create_match(creator, terms, rated=False, public=True, seat=Seat.WHITE, now=then)


def test_guests_who_never_sat_down_and_cannot_come_back_are_forgotten() -> None:
    guest("idle", days=2)
    assert tidy() == "1 guests forgotten, 0 challenges cancelled"
    assert not User.objects.exists()


def test_guests_who_may_still_play_stay() -> None:
    new, here, waiting = guest("new", days=0), guest("here", days=200), guest("waiting", days=200)
    Client().force_login(here)
    challenge(waiting, days=200)
    registered = make_user("registered")
    tidy()
    assert set(User.objects.all()) == {new, here, waiting, registered}


def test_players_stay(begin: Callable[..., Table]) -> None:
    table = begin()
    User.objects.update(is_guest=True, date_joined=timezone.now() - 400 * DAYS)
    tidy()
    assert User.objects.count() == 2
    table.do(Seat.WHITE, "play", "8/5 6/5")


def test_expired_sessions_go() -> None:
    ana, bea = make_user("ana"), make_user("bea")
    for user in (ana, bea):
        Client().force_login(user)
    expired = Session.objects.all()[0].pk
    Session.objects.filter(pk=expired).update(expire_date=timezone.now() - DAYS)
    tidy()
    assert Session.objects.count() == 1
    assert not Session.objects.filter(pk=expired).exists()


def test_old_challenges_are_cancelled_as_their_creators_would(begin: Callable[..., Table]) -> None:
    ana = make_user("ana")
    old, new = challenge(ana, days=31), challenge(ana, days=29)
    playing = begin().match
    Match.objects.filter(pk=playing.pk).update(created_at=timezone.now() - 31 * DAYS)
    assert tidy() == "0 guests forgotten, 1 challenges cancelled"
    states = {match.pk: match.status for match in Match.objects.all()}
    assert states == {old.pk: "aborted", new.pk: "open", playing.pk: "playing"}
    assert Move.objects.filter(match=old).values_list("kind", "seat").get() == ("cancel", "white")


def test_matches_that_wait_for_a_secret_for_weeks_are_called_off_as_well() -> None:
    then = timezone.now() - 31 * DAYS
    ana, bob = make_user("ana"), make_user("bob")
    match = create_match(ana, TERMS, rated=False, public=True, seat=Seat.BLACK, now=then, server_draws=False)
    commit(match, ana, now=then)
    join(match, bob, ScriptedDice(), now=then)
    assert tidy() == "0 guests forgotten, 1 challenges cancelled"
    assert stands(match)[:2] == ("aborted", 2)
