"""What a player has chosen for himself, at the table with scripts on."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection
from playwright.sync_api import Page, expect

from accounts.models import User
from games.rules.game import Seat
from tests.browser.conftest import OpenPage
from tests.dice import ScriptedDice
from tests.playing import Table, begin_match

WHITE, BLACK = Seat.WHITE, Seat.BLACK


def begin(opening: tuple[int, int] = (3, 1), **terms: Any) -> Table:
    """Ana (White) against Bob."""

    def begin() -> Table:
        try:
            return begin_match(ScriptedDice(), opening=opening, names=("Ana", "Bob"), **terms)
        finally:
            connection.close()

    # Services publish through an event loop of their own, and Playwright's runs in this thread.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(begin).result()


def sit(open_page: OpenPage, table: Table, seat: Seat, **preferences: str) -> Page:
    """The page of the player in this seat, who has chosen so; a registered user."""
    User.objects.filter(pk=table.people[seat].pk).update(preferences=preferences)
    return open_page(table.people[seat], path=f"/matches/{table.match.public_id}/")


def test_the_menu_takes_effect_at_once_and_is_kept(open_page: OpenPage) -> None:
    table = begin()
    page = sit(open_page, table, WHITE)
    root = page.locator("html")
    page.locator("#point-8").click()
    expect(page.locator(".headline")).to_have_text("Play the 1")
    page.locator("#menu summary").click()
    with page.expect_response("**/settings/"):
        page.get_by_role("button", name="Flat").click()
    expect(root).to_have_attribute("data-theme", "flat")
    expect(page.get_by_role("button", name="Flat")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Wood")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Flat")).to_be_hidden()
    page.locator("#point-6").focus()
    for key, name, states in (("m", "sound", ("off", "on", "off")), ("z", "zen", ("on", "off", "on"))):
        for state in states:
            with page.expect_response("**/settings/"):
                page.keyboard.press(key)
            expect(root).to_have_attribute(f"data-{name}", state)
    expect(page.locator("#status")).to_have_text("Zen mode on.")
    expect(page.locator(".headline")).to_have_text("Play the 1")  # the draft is as it was
    page.reload()
    for name, state in (("theme", "flat"), ("sound", "off"), ("zen", "on")):
        expect(root).to_have_attribute(f"data-{name}", state)
    table.people[WHITE].refresh_from_db()
    assert table.people[WHITE].preferences == {"theme": "flat", "sound": "off", "zen": "on"}
