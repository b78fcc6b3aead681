"""What tells a player from another tab that it is his turn."""

import json
import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Match
from games.rules.game import Seat
from tests.browser.aside import aside
from tests.browser.conftest import OpenPage
from tests.dice import ScriptedDice
from tests.playing import Table, begin_match

PLAIN = "Ana – Bob · Barpoint"
MARKED = f"● Your turn – {PLAIN}"


def begin(white: str, black: str, **fields: object) -> Table:
    """A match in which White is to play 3-1; with these fields."""

    def make() -> Table:
        table = begin_match(ScriptedDice(), opening=(3, 1), names=(white, black))
        if fields:
            Match.objects.filter(pk=table.match.pk).update(**fields)
        return table

    return aside(make)


def shows_turn(page: Page) -> None:
    expect(page).to_have_title(MARKED)
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(r"/mark-turn\.[^/]*svg$"))


def shows_none(page: Page) -> None:
    expect(page).to_have_title(PLAIN)
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(r"/mark(?!-turn)\.[^/]*svg$"))


def test_title_and_icon_follow_the_turn(open_page: OpenPage, table: Table) -> None:
    path = f"/matches/{table.match.public_id}/"
    ana, bob = (open_page(table.people[seat], path=path) for seat in (Seat.WHITE, Seat.BLACK))
    watching = open_page(path=path)
    shows_turn(ana)
    shows_none(bob)
    ana.locator("#notation-text").fill("8/5 6/5")
    ana.locator("#notation button").click()
    shows_none(ana)
    shows_turn(bob)  # told by his socket
    shows_none(watching)
    bob.reload()
    shows_turn(bob)
    icon = bob.locator("link[rel=icon]").get_attribute("href")
    assert icon is not None
    assert bob.request.get(icon).ok


def test_button_to_be_notified_stands_where_decisions_take_days(open_page: OpenPage, table: Table) -> None:
    slow = begin("Cem", "Dora", clock="days3", due_at=timezone.now() + timedelta(days=3))
    cem, path = slow.people[Seat.WHITE], f"/matches/{slow.match.public_id}/"
    page = open_page(cem, path=path)
    expect(page.locator("#notify [name=start]")).to_be_visible()
    expect(page.locator("#notify [name=stop]")).to_be_hidden()
    expect(open_page(cem, path="/@Cem/").locator("#notify [name=start]")).to_be_visible()
    expect(open_page(cem, path=path, javascript=False).locator("#notify")).to_be_hidden()
    expect(open_page(path=path).locator("#notify")).to_have_count(0)
    live = open_page(table.people[Seat.WHITE], path=f"/matches/{table.match.public_id}/")
    expect(live.locator("#notify")).to_have_count(0)


def test_browser_that_cannot_subscribe_says_so(open_page: OpenPage, table: Table) -> None:
    """Because its person says no; or because it has no push service, as in a private window."""
    page = open_page(table.people[Seat.WHITE], path="/@Ana/")
    page.locator("#notify [name=start]").click()
    expect(page.locator("#notify [role=status]")).to_have_text(re.compile("does not allow"))
    page.context.grant_permissions(["notifications"])
    page.locator("#notify [name=start]").click()
    expect(page.locator("#notify [role=status]")).to_have_text(re.compile("did not manage it"))
    expect(page.locator("#notify [name=start]")).to_be_enabled()


def test_push_message_becomes_a_notification(open_page: OpenPage, table: Table, base_url: str) -> None:
    page = open_page(table.people[Seat.WHITE], path="/@Ana/")
    page.context.grant_permissions(["notifications"])
    devtools = page.context.new_cdp_session(page)
    seen: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: seen.extend(each["registrationId"] for each in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.register('/push-worker.js').then(() => navigator.serviceWorker.ready)")
    message = {"origin": base_url, "registrationId": seen[0], "data": json.dumps({"who": "Bob", "path": "/matches/x/"})}
    shown = """async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.getNotifications()).map(({ title, body, tag, data }) => [title, body, tag, data]);
    }"""
    for turn in range(600):
        if turn % 60 == 0:  # sent again now and then: a worker that has only just started may miss it
            devtools.send("ServiceWorker.deliverPushMessage", message)
        if notifications := page.evaluate(shown):
            break
        page.wait_for_timeout(50)
    assert notifications == [["Your turn", "Bob is waiting for you.", "/matches/x/", "/matches/x/"]]
