"""The page that checks dice, in a test's browser: what the server answers, what the browser has noted, what is said."""

import json
from typing import Any

from playwright.sync_api import Page, Route, expect

from games.models import DiceExchange, Match
from games.rules.game import Seat
from games.selectors.match_record import match_record
from tests.browser.aside import aside
from tests.browser.conftest import OpenPage
from tests.chained import WHITE, chained_table, concede
from tests.playing import Table
from tests.verify.records import Fields, opened, sealed

FITS = "The dice fit the record"
NOBODY = "Nobody could choose these dice"


def two_games() -> Table:
    """Two games of Ana, who made the match, and Bob; both of their browsers gave a secret."""

    def play() -> Table:
        table = chained_table(length=7, names=("Ana", "Bob"))
        concede(table, after=14)
        table.do(WHITE, "next")
        concede(table, after=14)
        DiceExchange.objects.update(creator_by_server=False, joiner_by_server=False)
        return table

    return aside(play)


def record_of(table: Table) -> Fields:
    def read() -> Fields:
        return match_record(Match.objects.select_related("white", "black").get(pk=table.match.pk))

    return opened(sealed(aside(read)))  # as it is in the file


def check(open_page: OpenPage, table: Table, seat: Seat | None = None, **looks: Any) -> Page:
    """The page about this match in a new browser, before it is looked at."""
    page = open_page(table.people[seat] if seat else None, **looks)
    page.set_default_timeout(10_000)
    return page


def go(page: Page, table: Table) -> Page:
    page.goto(f"/matches/{table.match.public_id}/dice/")
    return page


def remember(page: Page, table: Table, **note: str | None) -> None:
    """What the browser noted when the match began."""
    facts = json.dumps({name: value for name, value in note.items() if value is not None})
    page.add_init_script(f"localStorage.setItem('dice:{table.match.public_id}', {json.dumps(facts)})")


def answer(page: Page, file: bytes) -> None:
    """The server gives this file as the record."""

    def fulfill(route: Route) -> None:
        route.fulfill(body=file, content_type="application/json")

    page.route("**/record.json", fulfill)


def says(page: Page, title: str, state: str, sentence: str = "") -> None:
    verdict = page.locator("#verdict[role=status]")
    expect(verdict.locator(".title")).to_have_text(title)
    expect(verdict).to_have_attribute("data-state", state)
    expect(verdict).to_contain_text(sentence)


def rolls(record: Fields, game: int) -> list[Fields]:
    return [move for move in record["moves"] if move["game"] == game and move["kind"] == "roll"]
