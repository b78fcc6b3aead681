"""What tells a player from another tab that it is his turn."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from games.rules.game import Seat
from tests.browser.conftest import OpenPage
from tests.dice import ScriptedDice
from tests.playing import Table, begin_match

PLAIN = "Ana – Bob · Barpoint"
MARKED = f"● Your turn – {PLAIN}"


@pytest.fixture
def table() -> Table:
    """Ana (White) to play 3-1 against Bob."""

    def begin() -> Table:
        try:
            return begin_match(ScriptedDice(), opening=(3, 1), names=("Ana", "Bob"))
        finally:
            connection.close()

    # Services publish through an event loop of their own, and Playwright's runs in this thread.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(begin).result()


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
