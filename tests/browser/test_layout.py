"""The table fits the window at every size, and nothing on it moves from one phase to the next."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules.game import Seat
from tests.browser.conftest import OpenPage
from tests.browser.test_table_page import Frames
from tests.playing import Table
from tests.presenters.long_turns import SHORT_OF_DOUBLES
from tests.presenters.scenes import SCENES, white_drafts
from tests.presenters.tables import fragment

# A small phone upright and lying, a tablet, a laptop; and what remains of them at 400 and 200 %.
SIZES = [(360, 640), (640, 360), (768, 1024), (1440, 900), (320, 640), (720, 450)]
# "open" has the invitation above it, and there the game has not begun.
PHASES = ["opening", "to roll", "to play", "taken", "on the bar", "bearing off", "resigning", "game over", "match over"]
# Of twenty letters, and equally wide.
LONGEST_NAMES = {"Ana": "Guest-Sandpiper-1234", "Bob": "Guest-Sandpiper-4321"}
LONG = ["goes first", "in hand", "choosing a double", "chosen double", "extra roll", "bar before hand"]

# Pieces may move on the board, and sentences and the record may grow; nothing else moves.
WATCH_SHIFTS = """() => {
  window.shifted = [];
  new PerformanceObserver((list) => {
    const nodes = list.getEntries().flatMap((entry) => entry.sources.map((source) => source.node));
    const moved = nodes.filter((node) => node?.isConnected && !node.parentElement.closest("#board, #call, .record"));
    window.shifted.push(...moved.map((node) => node.outerHTML ?? node.data));
  }).observe({ type: "layout-shift" });
}"""
MEASURE = """() => {
  const rect = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left, top, right, bottom].map((edge) => Math.round(edge * 10) / 10);
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const fixed = ["#board", "#call", ".player.near", ".player.far", "#point-1", "#point-24", "#bar", "#off"];
  const pressed = ".slot button, .slot summary, #answer button, #doubles button, .ways button, .point button, " +
    "#menu summary, #bar, a.roll, .bar a";
  const call = document.getElementById("call");
  return {
    places: Object.fromEntries(fixed.map((name) => [name, rect(document.querySelector(name))])),
    seen: all(`#board, #call, .player, .actions, ${pressed}`).filter((one) => one.checkVisibility()).map(rect),
    small: all(pressed).filter((one) => one.checkVisibility()).filter((one) => {
      const [left, top, right, bottom] = rect(one);
      return right - left < 24 || bottom - top < 24;
    }).map((one) => one.outerHTML.slice(0, 80)),
    hidden: call.scrollHeight - call.clientHeight,
    wide: document.documentElement.scrollWidth - innerWidth,
    shifted: window.shifted,
  };
}"""


def phases(names: list[str]) -> Iterator[tuple[str, str]]:
    """These tables as White sees them, and those that ask Black something as he does."""
    for name in names:
        yield name, fragment(SCENES[name], "white")
    if "to play" in names:
        yield "draft", fragment(SCENES["to play"], "white", white_drafts("24/18"))
        yield "doubled", fragment(SCENES["doubled"], "white")
        yield "asked", fragment(SCENES["doubled"], "black")
        yield "refused", fragment(SCENES["to play"], "white", notice="The 6 must be played.")
    else:
        yield "short of doubles", fragment(SHORT_OF_DOUBLES, "white")


def show(page: Page, frames: Frames, version: int, html: str) -> dict[str, Any]:
    """What is where once the page has taken this frame in."""
    for given, longest in LONGEST_NAMES.items():
        html = html.replace(given, longest)
    frames.send(html.replace('data-version="17"', f'data-version="{version}"'))
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))
    found: dict[str, Any] = page.evaluate(MEASURE)
    return found


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_everything_is_in_view_and_nothing_moves(
    open_page: OpenPage,
    table: Table,
    width: int,
    height: int,
) -> None:
    page = open_page(table.people[Seat.WHITE], width=width, height=height)
    frames = Frames(page)
    page.goto(f"/matches/{table.match.public_id}/")
    version = 100
    for names in (PHASES, LONG):
        frames_of = list(phases(names))
        version += 1
        before = show(page, frames, version, frames_of[0][1])
        page.evaluate(WATCH_SHIFTS)
        for name, html in frames_of:
            version += 1
            now = show(page, frames, version, html)
            assert now["places"] == before["places"], name
            assert all(
                left >= 0 and top >= 0 and right <= width and bottom <= height
                for left, top, right, bottom in now["seen"]
            ), (name, now["seen"])
            assert now["small"] == [], name
            assert now["hidden"] <= 0, name
            assert now["wide"] <= 0, name
            assert now["shifted"] == [], name
        if page.locator("#resign-menu summary").is_visible():
            page.locator("#resign-menu summary").click()
            opened = page.evaluate(MEASURE)
            assert opened["places"] == before["places"]
            box = page.locator("#resign-menu .menu").bounding_box()
            assert box
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= width
            page.locator("#resign-menu summary").click()
