"""The next version is pushed before the answer comes: nothing pressed or typed meanwhile is lost or done twice."""

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from games.models import Match
from games.rules.game import Seat
from tests.browser.conftest import OpenPage
from tests.browser.hands import Notation
from tests.browser.test_table_page import seat_page, step
from tests.playing import Table


class Answers:
    """The answers to a page's commands: the server has them at once, the page only when they are let go."""

    def __init__(self, page: Page) -> None:
        self.held: list[tuple[Route, APIResponse]] = []
        self.page = page
        page.route("**/moves/", lambda route: self.held.append((route, route.fetch())))

    def let_go(self) -> None:
        """Let one answer go, when the server has given it."""
        while not self.held:
            self.page.wait_for_timeout(10)
        route, answer = self.held.pop()
        route.fulfill(response=answer)


def shows(page: Page, version: int) -> None:
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))


def test_a_command_given_before_the_last_one_is_answered_follows_it(open_page: OpenPage, table: Table) -> None:
    ana = open_page(table.people[Seat.WHITE], path=f"/matches/{table.match.public_id}/")
    answers, typing, box = Answers(ana), Notation(ana), ana.locator("#notation-text")
    typing.type("8/5 6/5")
    shows(ana, 2)
    typing.resign("match")
    answers.let_go()
    expect(ana.locator("html.is-busy")).to_have_count(1)
    expect(box).to_have_value("resign match")  # what is in the box is not what was answered
    answers.let_go()
    shows(ana, 3)
    expect(box).to_have_value("")
    expect(ana.locator(".notice")).to_have_count(0)
    assert Match.objects.get(pk=table.match.pk).winner == "black"


@pytest.mark.parametrize("press", ["Click", "Enter"])
def test_a_double_press_is_one_command(press: str, open_page: OpenPage, table: Table) -> None:
    ana = open_page(table.people[Seat.WHITE], path=f"/matches/{table.match.public_id}/?draft=8/5,6/5")
    answers = Answers(ana)
    commands: list[str] = []
    ana.on("request", lambda request: commands.append(request.url) if request.method == "POST" else None)
    if press == "Enter":
        ana.locator("#notation-text").fill("8/5 6/5")
        ana.evaluate("for (const press of [1, 2]) document.querySelector('#notation').requestSubmit()")
    else:
        ana.evaluate("for (const press of [1, 2]) document.querySelector('#confirm').click()")
    shows(ana, 2)
    answers.let_go()
    expect(ana.locator(".is-busy")).to_have_count(0)
    assert len(commands) == 1
    expect(ana.locator(".notice")).to_have_count(0)
    assert Match.objects.get(pk=table.match.pk).version == 2


@pytest.mark.parametrize("status", [429, 503])
def test_an_answer_without_a_table_says_why_there_is_none(open_page: OpenPage, table: Table, status: int) -> None:
    page = seat_page(open_page, table, Seat.WHITE)
    step(page, 8, "Play the 1")
    step(page, 6, "Confirm 8/5 6/5")
    why = "<html><body><main><p class='sentence'>Please try again shortly.</p></main></body></html>"
    page.route("**/moves/", lambda route: route.fulfill(status=status, body=why, content_type="text/html"))
    page.locator("#confirm").click()
    expect(page.locator(".trouble.failed")).to_have_text("Please try again shortly.")
    expect(page.locator(".trouble.failed")).to_be_visible()
    page.unroute("**/moves/")
    page.locator("#confirm").click()
    expect(page.locator("#table")).to_have_attribute("data-version", "2")
    expect(page.locator(".trouble.failed")).to_be_hidden()
