"""What a first visit to a table costs a browser, and that nothing on the page jumps while a game is played."""

import pytest
from playwright.sync_api import Page, expect

from games.rules.game import Seat
from tests.browser.conftest import OpenPage
from tests.browser.dice import DiceFile
from tests.playing import Table

WHITE, BLACK = Seat.WHITE, Seat.BLACK
VISIT, OWN_SCRIPT, REQUESTS = 45_000, 8_000, 8
PHONE = 4  # how much slower than this machine's its processor is
BLOCKING = 200  # milliseconds in which a tap would wait

LOADED = """Object.fromEntries(['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
  .map(({ name, encodedBodySize }) => [name, encodedBodySize]))"""
SHIFTS = """new PerformanceObserver((list) => {
  window.shifts ??= [];
  for (const { sources } of list.getEntries()) {
    for (const { node, previousRect, currentRect } of sources) {
      if (!node || node.parentElement?.closest('#board, #record')) continue;
      const [from, to] = [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height]);
      window.shifts.push(`${node.id || node.className || node.textContent}: ${from} to ${to}`);
    }
  }
}).observe({ type: 'layout-shift', buffered: true })"""
TASKS = """new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.blocked = (window.blocked ?? 0) + duration - 50;
}).observe({ type: 'longtask', buffered: true })"""


def test_a_first_visit_is_light(open_page: OpenPage, table: Table) -> None:
    page = open_page(table.people[WHITE], width=360, height=640, touch=True)
    sockets: list[object] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    page.goto(f"/matches/{table.match.public_id}/")
    expect(page.locator("#watchers")).not_to_be_empty()  # the socket has said its first word
    page.wait_for_load_state("networkidle")
    loaded: dict[str, int] = page.evaluate(LOADED)
    loaded.setdefault(page.evaluate("document.querySelector('link[rel=icon]').href"), 500)  # not fetched here
    assert len(loaded) + len(sockets) <= REQUESTS, loaded
    assert len(sockets) == 1
    assert sum(loaded.values()) <= VISIT, loaded

    scripts = {address: weight for address, weight in loaded.items() if address.endswith(".js")}
    assert len(scripts) == 2
    assert sum(weight for address, weight in scripts.items() if "vendor" not in address) <= OWN_SCRIPT, scripts


def test_a_step_leaves_what_it_was_not_sent(open_page: OpenPage, table: Table) -> None:
    """The record and the resignations stay the elements they are (tests/table/test_weight.py)."""
    page = open_page(table.people[WHITE], path=f"/matches/{table.match.public_id}/")
    page.evaluate("for (const name of ['played', 'resign-menu']) document.getElementById(name).marked = true")
    rows = page.locator("#record li").all_inner_texts()
    assert rows
    with page.expect_response(lambda answer: "draft=" in answer.url) as step:
        page.locator("#point-8").click()
    assert "data-kept" in step.value.text()
    expect(page.locator(".headline")).to_have_text("Play the 1")
    assert page.locator("#record li").all_inner_texts() == rows
    assert page.locator("#resign-menu button").count() == 5
    assert page.evaluate("['played', 'resign-menu'].every((name) => document.getElementById(name).marked)")


def test_a_slow_phone_is_not_blocked(open_page: OpenPage, table: Table) -> None:
    """The best of some visits counts: whatever else the machine does can only add to what the page needs."""

    def blocked() -> float:
        page = open_page(table.people[WHITE], width=360, height=640, touch=True)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": PHONE})
        page.add_init_script(TASKS)
        page.goto(f"/matches/{table.match.public_id}/")
        expect(page.locator("#watchers")).not_to_be_empty()
        page.wait_for_load_state("networkidle")
        milliseconds: float = page.evaluate("window.blocked ?? 0")
        page.context.close()
        print(milliseconds)
        return milliseconds

    assert any(blocked() <= BLOCKING for _ in range(5))


def press(page: Page, button: str) -> None:
    """Press a button once it is not deaf any more: Playwright would scroll the page to reach it."""
    page.wait_for_function("(button) => document.querySelector(button)?.getAnimations().length === 0", arg=button)
    page.locator(button).click()


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1440, 900)])
def test_nothing_jumps_during_a_game(
    width: int, height: int, open_page: OpenPage, table: Table, dice: DiceFile
) -> None:
    """A play, a double, a take, a roll and a play, as both players see them. Checkers, dice and cube move on the board
    as the game wants it, and the record grows."""
    dice.script((6, 5))
    path = f"/matches/{table.match.public_id}/"
    ana, bob = (open_page(table.people[seat], width=width, height=height) for seat in (WHITE, BLACK))
    for page in (ana, bob):
        page.add_init_script(SHIFTS)
        page.goto(path)
        expect(page.locator("#watchers")).not_to_be_empty()
    ana.locator("#point-8").click()
    expect(ana.locator(".headline")).to_have_text("Play the 1")
    ana.locator("#point-6").click()
    press(ana, "#confirm[value=play]")
    press(bob, "#double")
    press(ana, "#take")
    press(bob, "#roll")
    bob.locator("#point-24").click()
    expect(bob.locator(".headline")).to_have_text("Play the 5")
    bob.locator("#point-18").click()
    press(bob, "#confirm[value=play]")
    expect(ana.locator("#roll")).to_be_visible()
    for page in (ana, bob):
        assert page.evaluate("window.shifts") == []
