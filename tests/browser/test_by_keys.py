"""A whole short match by keys alone, and by the notation box alone: two games, a dropped double, a resignation."""

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
