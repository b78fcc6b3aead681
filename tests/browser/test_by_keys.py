"""A whole short match by keys alone, and by the notation box alone: two games, a dropped double, a resignation;
and where arrows and Tab lead.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from games.rules.game import Seat
from games.rules.notation import format_step
from games.rules.plays import Play
from tests.browser.aside import aside
from tests.browser.conftest import OpenPage
from tests.browser.dice import DiceFile
from tests.browser.hands import Keyboard, Notation
from tests.browser.sitting import Sitting
from tests.dice import ScriptedDice
from tests.playing import Table, begin_match

WHITE, BLACK = Seat.WHITE, Seat.BLACK
WAYS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}  # right and down
CENTRE = """(({ x, y, width, height }) => [x + width / 2, y + height / 2])
  (document.activeElement.getBoundingClientRect())"""
# Which element of the page has the focus, and the pixels of the line around it.
RING = """() => {
  const { activeElement } = document;
  const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
  return [[...document.all].indexOf(activeElement), outlineStyle === 'solid' ? parseFloat(outlineWidth) : 0];
}"""


class StepByStep(Notation):
    """Types one step, listens to what is left, types the next, and confirms in the end."""

    def play(self, play: Play) -> None:
        for number, step in enumerate(play.steps, start=1):
            self.type(format_step(step))
            answer = "Write confirm" if number == len(play.steps) else r"left\."
            expect(self.page.locator("#status")).to_have_text(re.compile(answer))
        self.type("confirm")


@pytest.fixture
def table() -> Table:
    """White to play 3-1, in a match to two points."""

    def begin() -> Table:
        return begin_match(ScriptedDice(), length=2, opening=(3, 1))

    return aside(begin)


@pytest.mark.parametrize("hand", [Keyboard, StepByStep])
def test_a_whole_match_by_one_hand(
    hand: type[Keyboard | StepByStep], open_page: OpenPage, table: Table, dice: DiceFile
) -> None:
    path = f"/matches/{table.match.public_id}/"
    pages = {seat: open_page(table.people[seat], path=path) for seat in (WHITE, BLACK)}
    for page in pages.values():
        page.keyboard.press("Tab")  # the first skip link: from here on the focus is somewhere
    sitting = Sitting(table.match, dice, {seat: hand(page) for seat, page in pages.items()}, [])

    def all_have_focus() -> None:
        assert [where(page) for page in pages.values()].count("BODY") == 0

    sitting.play(WHITE, "8/5 6/5")
    all_have_focus()
    sitting.press(BLACK, "roll", (6, 4))
    all_have_focus()
    sitting.play(BLACK, "24/14")
    all_have_focus()
    sitting.press(WHITE, "double")
    all_have_focus()
    sitting.press(BLACK, "drop")
    all_have_focus()
    sitting.press(BLACK, "next", (6, 5))
    all_have_focus()
    sitting.play(WHITE, "24/13")
    sitting.resign(BLACK, "1")
    all_have_focus()
    sitting.press(WHITE, "accept")
    all_have_focus()
    assert (sitting.match.status, sitting.match.white_score, sitting.match.black_score) == ("over", 2, 0)


def where(page: Page) -> str:
    name: str = page.evaluate("document.activeElement.id || document.activeElement.tagName")
    return name


@pytest.mark.parametrize("home", ["right", "left"])
def test_an_arrow_leads_to_the_next_point_where_it_shows(open_page: OpenPage, table: Table, home: str) -> None:
    page = open_page(table.people[WHITE], path=f"/matches/{table.match.public_id}/")
    page.evaluate("(home) => { document.documentElement.dataset.home = home }", home)

    def centre() -> tuple[float, float]:
        x, y = page.evaluate(CENTRE)
        return x, y

    for number, across in ((9, "ArrowUp"), (16, "ArrowDown")):
        for key in ("ArrowLeft", "ArrowRight", across):
            page.locator(f"#point-{number}").focus()
            before, width = centre(), page.evaluate("document.activeElement.offsetWidth")
            page.keyboard.press(key)
            right, down = ((after - old) / width for old, after in zip(before, centre(), strict=True))
            assert (round(right), (down > 1) - (down < -1)) == WAYS[key], number


def test_whatever_tab_reaches_has_a_ring(open_page: OpenPage, table: Table) -> None:
    page = open_page(table.people[WHITE])
    for path in ("/", "/settings/", "/help/", "/matches/new/", f"/matches/{table.match.public_id}/?draft=8/5"):
        page.goto(path)
        stops = set()
        page.keyboard.press("Tab")
        while where(page) != "BODY":
            place, ring = page.evaluate(RING)
            if place in stops:
                break
            stops.add(place)
            assert ring >= 2, (path, page.evaluate("document.activeElement.outerHTML"))
            page.keyboard.press("Tab")
        assert len(stops) > 5, path
