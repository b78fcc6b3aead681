"""Sockets do not outlive what let them in: the session, the person's right, the password."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import doorman
from games.access import Pass, passes_that_hold
from games.models import Match
from games.relay import relay_here
from games.rules.game import Seat
from tests.accounts.people import OTHER_PASSWORD, PASSWORD, log_in, play_as_guest
from tests.live.viewing import Viewer, in_thread, session_of, watch
from tests.people import make_user
from tests.playing import Table

pytestmark = [pytest.mark.live, pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]
WHITE, BLACK = Seat.WHITE, Seat.BLACK
Begin = Callable[..., Table]


@pytest.fixture(autouse=True)
def quick_doorman(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorman, "RENEWAL_SECONDS", 0.05)
    monkeypatch.setattr(doorman, "NEWS_SECONDS", 0.3)


async def goes_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half an hour has passed."""
    here = relay_here().doorman
    monkeypatch.setattr(doorman, "ROUND_SECONDS", 0.01)
    round_ = asyncio.create_task(here.go_round())
    await asyncio.sleep(0.3)
    round_.cancel()


async def stays(viewer: Viewer, table: Table) -> None:
    """This socket still shows what happens."""
    version = table.match.version + 1
    await in_thread(Match.objects.filter(pk=table.match.pk).update)(version=version)
    await relay_here().look()
    await viewer.sees(version)
    await viewer.leave()


@pytest.mark.parametrize("fate", ["is gone", "has expired"])
async def test_round_ends_sockets_whose_session(begin: Begin, fate: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await in_thread(begin)()
    match, white = table.match.public_id, table.people[WHITE]
    session = await in_thread(session_of)(white)
    ending = await watch(match, session=session, seen=1)
    staying = await watch(match, white, seen=1)
    stored = Session.objects.filter(session_key=session)
    if fate == "is gone":
        await in_thread(stored.delete)()
    else:
        await in_thread(stored.update)(expire_date=timezone.now() - timedelta(seconds=1))
    await goes_round(monkeypatch)
    assert await ending.is_closed() == 1008
    await stays(staying, table)
    await ending.leave()


async def test_round_lets_everybody_else_stay(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await in_thread(begin)()
    match = table.match.public_id
    viewers = [await watch(match, table.people[seat], seen=1) for seat in Seat] + [await watch(match, seen=1)]
    await goes_round(monkeypatch)
    await in_thread(table.do)(WHITE, "play", "8/5 6/5")
    for viewer in viewers:
        await viewer.sees(2)
        await viewer.leave()


async def test_round_has_a_page_come_again_whose_viewer_has_taken_a_seat(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await in_thread(begin)()
    third = await in_thread(make_user)("third")
    viewer = await watch(table.match.public_id, third, seen=1)
    await in_thread(Match.objects.filter(pk=table.match.pk).update)(white=third)
    await goes_round(monkeypatch)
    assert await viewer.is_closed() == 1012
    await viewer.leave()


async def test_round_costs_three_queries_for_all(begin: Begin) -> None:
    tables = [await in_thread(begin)(names=(f"left {n}", f"right {n}")) for n in range(3)]
    viewers = [await watch(table.match.public_id, table.people[seat], seen=1) for table in tables for seat in Seat]
    viewers += [await watch(table.match.public_id, seen=1) for table in tables]
    passes = {slot.entry_pass for room in relay_here().rooms.values() for slot in room.slots}
    assert await in_thread(look_at)(passes) == (9, 3)
    for viewer in viewers:
        await viewer.leave()


def look_at(passes: set[Pass]) -> tuple[int, int]:
    """How many of these passes hold, and the queries it took to know."""
    with CaptureQueriesContext(connection) as queries:
        holding = passes_that_hold(passes, timezone.now())
    return len(holding), len(queries)


async def test_deactivated_person_loses_his_sockets(begin: Begin) -> None:
    table = await in_thread(begin)()
    match = table.match.public_id
    white, black = [await watch(match, table.people[seat], seen=1) for seat in Seat]
    await in_thread(deactivate)(table.people[WHITE])
    assert await white.is_closed() == 1008
    await stays(black, table)
    await white.leave()


def deactivate(user: User) -> None:
    user.is_active = False
    user.save()


async def test_log_in_elsewhere_changes_nothing_here(begin: Begin) -> None:
    table = await in_thread(begin)()
    viewer = await watch(table.match.public_id, table.people[WHITE], seen=1)
    await in_thread(session_of)(table.people[WHITE])
    await asyncio.sleep(0.5)
    await stays(viewer, table)


async def test_changed_password_ends_the_other_sockets_and_renews_ones_own(begin: Begin) -> None:
    table = await in_thread(begin)()
    match, white = table.match.public_id, table.people[WHITE]
    browser = Client()
    await in_thread(enter)(browser, white)
    here = await watch(match, session=browser.cookies["sessionid"].value, seen=1)
    elsewhere = await watch(match, white, seen=1)
    opponent = await watch(match, table.people[BLACK], seen=1)
    await in_thread(change_password)(browser)
    assert await here.is_closed() == 1012
    assert await elsewhere.is_closed() == 1008
    again = await watch(match, session=browser.cookies["sessionid"].value, seen=1)
    await asyncio.sleep(0.5)
    await stays(again, table)
    for viewer in (here, elsewhere, opponent):
        await viewer.leave()


def enter(browser: Client, user: User) -> None:
    """Log in by password."""
    user.set_password(PASSWORD)
    user.save()
    log_in(browser, user.username)


def change_password(browser: Client) -> None:
    form = {"oldpassword": PASSWORD, "password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD}
    assert browser.post("/accounts/password/change/", form).status_code == 302


async def test_pages_of_a_guest_who_logs_in_come_again(begin: Begin) -> None:
    table = await in_thread(begin)()
    match = table.match.public_id
    browser = Client()
    await in_thread(play_as_guest)(browser)
    page = await watch(match, session=browser.cookies["sessionid"].value, seen=1)
    await in_thread(enter)(browser, table.people[WHITE])
    assert await page.is_closed() == 1012
    again = await watch(match, session=browser.cookies["sessionid"].value, seen=0)
    await again.sees(1)
    assert again.view == "white"
    for viewer in (page, again):
        await viewer.leave()
