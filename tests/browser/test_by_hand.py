"""Putting a play on the board by hand: dragging, picking, double presses, the dice, and undo that waits for nothing."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from games.fragments import table_html
from games.models import Match
from games.rules.game import Seat
from games.rules.position import position
from tests.browser.aside import aside
from tests.browser.conftest import OpenPage
from tests.browser.test_table_page import Frames, seat_page, step
from tests.clocks.timing import put_up
from tests.dice import ScriptedDice
from tests.playing import Table, begin_match

WHITE, BLACK = Seat.WHITE, Seat.BLACK
DRAFTS = re.compile(r"/matches/[\w-]+/\?")
HOME = ("6:4 5:3 3:4 2:4", "6:5 5:5 4:5")  # everybody is home, so that 3s bear off from 3


def begun(board: tuple[str, str] | None = None) -> Table:
    def begin() -> Table:
        table = begin_match(ScriptedDice(), opening=(3, 1), names=("Ana", "Bob"))
        if board:
            put_up(table, replace(table.state, position=position(*board)))
        return table

    return aside(begin)


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def top_checker(page: Page, point: int) -> tuple[float, float]:
    return middle(page, f"#point-{point} i:visible >> nth=-1")


def lift(page: Page, point: int, *, over: int) -> None:
    """Press the mouse on the top checker of a point and carry it over another."""
    page.mouse.move(*top_checker(page, point))
    page.mouse.down()
    page.mouse.move(*middle(page, f"#point-{over}"), steps=4)


def lit(page: Page) -> set[str]:
    found: list[str] = page.evaluate("[...document.querySelectorAll('.is-target')].map((each) => each.id)")
    return set(found)


def at_rest(page: Page) -> None:
    """Nothing is carried, lit or picked any more, and every checker is seen."""
    expect(page.locator(".is-dragged")).to_have_count(0)
    expect(
        page.locator("#board .is-target, #board .is-picked, #board [aria-pressed], #board i[style*=hidden]")
    ).to_have_count(0)


def asked(page: Page) -> list[str]:
    """The addresses of the drafts that this page is going to ask for."""
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url) if DRAFTS.search(request.url) else None)
    return urls


def test_a_checker_is_dragged_by_mouse_with_its_targets_lit(open_page: OpenPage, table: Table) -> None:
    page = seat_page(open_page, table, WHITE)
    urls = asked(page)
    lift(page, 8, over=13)
    assert lit(page) == {"point-7", "point-5", "point-4"}
    expect(page.locator(".is-dragged")).to_have_count(1)
    page.mouse.up()  # on none of them
    at_rest(page)
    lift(page, 8, over=5)
    page.keyboard.press("Escape")
    at_rest(page)
    page.mouse.move(*top_checker(page, 8))
    page.mouse.up()  # on its own point: no tap
    assert urls == []
    lift(page, 8, over=4)
    page.mouse.up()
    expect(page.locator(".headline")).to_have_text("Confirm 8/4")
    at_rest(page)
    assert [url.partition("draft=")[2] for url in urls] == ["8%2F5+5%2F4"]
    expect(page).to_have_url(re.compile(r"draft=8%2F5\+5%2F4"))


class Finger:
    """A finger on a page."""

    def __init__(self, page: Page) -> None:
        self.devtools = page.context.new_cdp_session(page)

    def touch(self, kind: str, *places: tuple[float, float]) -> None:
        points: list[Any] = [{"x": x, "y": y} for x, y in places]
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.touch("touchStart", start)
        for part in range(1, 9):
            self.touch(
                "touchMove", (start[0] + (end[0] - start[0]) * part / 8, start[1] + (end[1] - start[1]) * part / 8)
            )


def test_a_checker_is_dragged_by_touch_and_the_page_scrolls_everywhere_else(open_page: OpenPage, table: Table) -> None:
    page = seat_page(open_page, table, WHITE, width=360, height=640, touch=True)
    finger = Finger(page)
    finger.drag(top_checker(page, 8), middle(page, "#point-5"))
    expect(page.locator(".is-dragged")).to_have_count(1)
    assert page.evaluate("scrollY") == 0
    five, six = middle(page, "#point-5"), middle(page, "#point-6")
    finger.touch("touchStart", five, six)  # a second finger changes nothing
    finger.touch("touchEnd", five)
    finger.touch("touchEnd")
    expect(page.locator(".headline")).to_have_text("Play the 1")
    at_rest(page)
    # A finger that is taken off by the system plays nothing.
    finger.drag(top_checker(page, 6), middle(page, "#point-5"))
    finger.touch("touchCancel")
    at_rest(page)
    page.locator("#point-6").tap()
    expect(page.locator(".headline")).to_have_text("Confirm 8/5 6/5")
    x, y = middle(page, "#point-11")
    finger.drag((x, y), (x, y - 150))
    page.wait_for_function("scrollY > 40")
    finger.touch("touchEnd")


def pick_mode(page: Page) -> None:
    page.evaluate("document.documentElement.dataset.input = 'pick'")


def test_a_checker_is_picked_and_put_down_by_mouse(open_page: OpenPage, table: Table) -> None:
    page = seat_page(open_page, table, WHITE)
    pick_mode(page)
    urls = asked(page)
    page.locator("#point-8").click()
    expect(page.locator("#point-8.is-picked[aria-pressed=true]")).to_be_visible()
    assert lit(page) == {"point-7", "point-5", "point-4"}
    page.locator("#point-8").click()
    at_rest(page)
    page.locator("#point-8").click()
    page.locator("#point-13").click()  # another source is picked instead
    assert lit(page) == {"point-10", "point-9"}
    page.keyboard.press("Escape")
    at_rest(page)
    assert page.locator("#point-7").get_attribute("aria-disabled") == "true"
    assert urls == []
    page.locator("#point-8").click()
    page.locator("#point-7").click()  # by the 1, though the 3 leads
    expect(page.locator(".headline")).to_have_text("Play the 3")
    at_rest(page)
    assert len(urls) == 1


def test_a_checker_is_picked_and_put_down_by_keyboard(open_page: OpenPage) -> None:
    table = begun(HOME)
    page = seat_page(open_page, table, WHITE)
    pick_mode(page)
    page.locator("#point-3").focus()
    page.keyboard.press("Enter")
    assert lit(page) == {"off", "point-2"}
    expect(page.locator("#status")).to_have_text("3/off, 3/2")
    assert page.locator("#off").get_attribute("role") == "button"
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.locator(".headline")).to_have_text("Play the 1")
    expect(page).to_have_url(re.compile("draft=3%2Foff"))
    assert page.locator("#off").get_attribute("role") == "img"
    page.locator("#point-6").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "point-5"
    page.keyboard.press("Enter")
    expect(page.locator(".headline")).to_have_text("Confirm 6/5 3/off")


def test_a_double_press_bears_off_where_one_press_would_not(open_page: OpenPage) -> None:
    table = begun(HOME)
    page = open_page(table.people[WHITE], path=f"/matches/{table.match.public_id}/?lead=1")
    page.locator("#point-3").dblclick()
    expect(page).to_have_url(re.compile("draft=3%2Foff"))
    expect(page.locator(".headline")).to_have_text("Play the 1")
    page.locator("#start-over").wait_for()
    page.locator("#undo").click()
    expect(page.locator(".headline")).to_have_text("Your turn: play 3-1")
    for draft in ("3%2F2", "3%2F2.*3%2Foff"):  # one press after the other
        page.locator("#point-3").click()
        expect(page).to_have_url(re.compile(f"draft={draft}"))


def test_two_taps_of_a_finger_bear_off_as_well(open_page: OpenPage) -> None:
    table = begun(HOME)
    page = open_page(table.people[WHITE], path=f"/matches/{table.match.public_id}/?lead=1", touch=True)
    x, y = top_checker(page, 3)
    finger = Finger(page)
    for _ in range(2):
        finger.touch("touchStart", (x, y))
        finger.touch("touchEnd")
    expect(page).to_have_url(re.compile("draft=3%2Foff"))


@pytest.mark.parametrize("javascript", [True, False])
def test_the_dice_of_a_complete_draft_confirm_it(open_page: OpenPage, table: Table, javascript: bool) -> None:
    path = f"/matches/{table.match.public_id}/?draft=8/5+6/5"
    page = open_page(table.people[WHITE], path=path, javascript=javascript)
    page.get_by_role("button", name="Confirm 8/5 6/5. Dice 3 and 1").click()
    expect(page.locator("#table")).to_have_attribute("data-version", "2")


def test_what_is_about_to_change_is_not_confirmed(open_page: OpenPage, table: Table) -> None:
    page = open_page(table.people[WHITE], path=f"/matches/{table.match.public_id}/?draft=8/5+6/5")
    held: list[Route] = []
    page.route(DRAFTS, lambda route: held.append(route))
    page.locator("#undo").click()  # not seen before, so it takes its time
    expect(page.locator("#undo.is-busy")).to_be_visible()
    page.locator("#confirm").click()
    held[0].continue_()
    expect(page.locator(".headline")).to_have_text("Play the 1")
    expect(page.locator("#table")).to_have_attribute("data-version", "1")


@pytest.mark.parametrize("press", ["pointer", "key"])
def test_a_confirm_that_comes_before_the_answer_to_the_last_step_follows_it(
    open_page: OpenPage, table: Table, press: str
) -> None:
    page = seat_page(open_page, table, WHITE)
    step(page, 8, "Play the 1")
    held: list[Route] = []
    page.route(DRAFTS, lambda route: held.append(route))
    posts: list[str | None] = []
    page.on("request", lambda request: posts.append(request.post_data) if request.method == "POST" else None)

    def step_on_the_way() -> Route:
        page.locator("#point-6").click()
        expect(page.locator("#point-6.is-busy")).to_be_visible()
        return held.pop()

    def confirm() -> None:
        if press == "key":
            page.keyboard.press("c")
        else:
            page.locator("#confirm").click(force=True)  # it says that it waits for the last step

    answer = step_on_the_way()
    confirm()
    answer.abort()
    expect(page.locator(".failed")).to_be_visible()
    step_on_the_way()
    confirm()
    page.locator("#undo").click()  # seen before; whoever undoes does not confirm
    expect(page.locator(".headline")).to_have_text("Your turn: play 3-1")
    step(page, 8, "Play the 1")
    step_on_the_way().continue_()
    expect(page.locator(".headline")).to_have_text("Confirm 8/5 6/5")
    page.locator("#start-over").click()
    expect(page.locator(".headline")).to_have_text("Your turn: play 3-1")
    page.locator("#point-24").click()
    held.pop().continue_()
    expect(page.locator(".headline")).to_have_text("Play the 1")
    answer = step_on_the_way()
    confirm()
    answer.continue_()
    expect(page.locator("#table")).to_have_attribute("data-version", "2")
    assert ["play=24%2F21+6%2F5" in (post or "") for post in posts] == [True]


@contextmanager
def unreachable(page: Page) -> Iterator[None]:
    """The server cannot be asked for anything."""
    refuse: Callable[[Route], None] = lambda route: route.abort()  # noqa: E731
    page.route("**/*", refuse)
    yield
    page.unroute("**/*", refuse)


def test_undo_and_every_draft_seen_before_wait_for_no_network(open_page: OpenPage, table: Table) -> None:
    page = seat_page(open_page, table, WHITE)
    step(page, 8, "Play the 1")
    step(page, 6, "Confirm 8/5 6/5")
    with unreachable(page):
        page.locator("#undo").click()
        expect(page.locator(".headline")).to_have_text("Play the 1")
        expect(page).to_have_url(re.compile(r"draft=8%2F5$"))
        step(page, 6, "Confirm 8/5 6/5")
        page.locator("#board").focus()
        page.keyboard.press("U")
        expect(page.locator(".headline")).to_have_text("Your turn: play 3-1")
        step(page, 8, "Play the 1")
        # What has not been seen is asked for in vain: that is said, and nothing has changed.
        page.locator("#point-24").click()
        expect(page.locator(".failed")).to_be_visible()
        expect(page.locator(".headline")).to_have_text("Play the 1")
        expect(page.locator(".is-busy")).to_have_count(0)
        expect(page).to_have_url(re.compile(r"draft=8%2F5$"))
    expect(page.locator(".failed")).to_be_hidden()
    step(page, 6, "Confirm 8/5 6/5")
    page.locator("#confirm").click()
    expect(page.locator("#table")).to_have_attribute("data-version", "2")


def test_a_newer_table_ends_a_drag_and_another_does_not(open_page: OpenPage, table: Table) -> None:
    page = open_page(table.people[WHITE])
    frames = Frames(page)
    page.goto(f"/matches/{table.match.public_id}/")
    frame = str(table_html(Match.objects.select_related("white", "black").get(pk=table.match.pk), "white"))
    urls = asked(page)
    lift(page, 8, over=5)
    frames.send(frame)
    frames.send('<span id="watchers" hx-swap-oob="outerMorph">7 watching</span>')
    expect(page.locator("#watchers")).to_have_text("7 watching")
    assert lit(page) == {"point-7", "point-5", "point-4"}
    page.mouse.up()
    expect(page.locator(".headline")).to_have_text("Play the 1")
    # The answer to a step comes while the next checker is carried already.
    held: list[Route] = []
    page.route(DRAFTS, lambda route: held.append(route))
    page.locator("#undo").click()
    expect(page.locator(".headline")).to_have_text("Your turn: play 3-1")
    page.locator("#point-24").click()
    lift(page, 6, over=5)
    assert lit(page) == {"point-3", "point-5", "point-2"}
    held[0].continue_()
    expect(page.locator(".headline")).to_have_text("Play the 1")
    assert lit(page) == {"point-5"}
    frames.send(frame.replace('data-version="1"', 'data-version="2"'))
    expect(page.locator("#table")).to_have_attribute("data-version", "2")
    at_rest(page)
    before = len(urls)
    page.mouse.up()
    expect(page.locator(".headline")).to_have_text("Your turn: play 3-1")
    assert len(urls) == before
