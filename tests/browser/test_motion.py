"""What moves and sounds at a table: stand-ins that fly and are gone again, and no sound before a gesture."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from games.rules.game import Seat
from games.rules.position import position
from tests.browser.aside import aside
from tests.browser.conftest import OpenPage
from tests.browser.dice import DiceFile
from tests.browser.watching import seen_on, stored
from tests.clocks.timing import put_up
from tests.dice import ScriptedDice
from tests.playing import Table, begin_match

WHITE, BLACK = Seat.WHITE, Seat.BLACK
FLIGHTS = ".flights i"

# Notes what flies as soon as it does, with the real checkers that are unseen then, and what is to be heard. With
# `window.holds` everything that moves stands still.
WATCH = """() => {
  window.flown = [];
  window.heard = [];
  const unseen = (id) => [...document.querySelectorAll(`#${id} i`)].filter(
    (each) => each.checkVisibility() && !each.checkVisibility({ opacityProperty: true })).length;
  const place = (each, end) => {
    const { translate } = each.getAnimations()[0].effect.getKeyframes().at(end);
    const [x, y] = translate.split(' ').map(parseFloat);
    const { left, top } = each.parentElement.getBoundingClientRect();
    const scroll = [left + parseFloat(each.style.left) + x, top + parseFloat(each.style.top) + (y || 0)];
    return document.elementsFromPoint(scroll[0] + 6, scroll[1] + 6).find((under) => /^(point|bar)/.test(under.id)).id;
  };
  new MutationObserver(() => {
    const flying = [...document.querySelectorAll('.flights i')];
    if (!flying.length || window.flown.length) return;
    window.flown = flying.map((each) => [each.className, place(each, 0), place(each, -1)]);
    window.unseen = ['bar', 'point-18', 'point-20'].map(unseen);
    if (window.holds) for (const each of document.getAnimations()) each.pause();
  }).observe(document.querySelector('.stage'), { childList: true });
  document.addEventListener('table:sound', (event) => window.heard.push(event.detail));
}"""
# Counts the ways to make a sound, and the sounds.
LISTEN = """
  window.made = window.played = 0;
  window.AudioContext = class extends AudioContext {
    constructor() { super(); window.made += 1; }
    createBufferSource() { window.played += 1; return super.createBufferSource(); }
  };
"""


@pytest.fixture
def table() -> Table:
    """Ana (White) is to play 6-2 and can hit Bob twice, with 13/7*/5*."""

    def begin() -> Table:
        table = begin_match(ScriptedDice(), opening=(6, 2), names=("Ana", "Bob"))
        stands = position("24:2 13:5 8:3 6:5", "24:1 20:1 18:1 13:5 8:3 6:4")
        put_up(table, replace(table.state, position=stands))
        return table

    return aside(begin)


def address(table: Table) -> str:
    return f"/matches/{table.match.public_id}/"


def ana_plays(open_page: OpenPage, table: Table) -> None:
    page = open_page(table.people[WHITE], path=address(table), javascript=False)
    page.locator("#notation-text").fill("13/7*/5*")
    with page.expect_navigation():
        page.locator("#notation-text").press("Enter")


def watch(page: Page, motion: str = "normal", *, holds: bool = False) -> Page:
    page.evaluate(
        "([motion, holds]) => { document.documentElement.dataset.motion = motion; window.holds = holds; }",
        [motion, holds],
    )
    page.evaluate(WATCH)
    return page


def test_the_opponents_play_flies_step_by_step_and_leaves_the_board_as_it_is(open_page: OpenPage, table: Table) -> None:
    bob = watch(open_page(table.people[BLACK], path=address(table), reduced_motion=False))
    calm = watch(open_page(path=address(table), reduced_motion=True), "slow")
    off = watch(open_page(path=address(table), reduced_motion=False), "off")
    ana_plays(open_page, table)
    expect(bob.locator("#table")).to_have_attribute("data-version", "2")
    bob.wait_for_function("() => window.heard.includes('turn')")  # at the end of all
    assert bob.evaluate("window.flown") == [
        ["checker white", "point-12", "point-18"],
        ["checker black", "point-18", "bar"],
        ["checker white", "point-18", "point-20"],
        ["checker black", "point-20", "bar"],
    ]
    # White has gone on from 18; on 20 it has not landed yet, nor have the two on the bar.
    assert bob.evaluate("window.unseen") == [2, 0, 1]
    assert bob.evaluate("window.heard") == ["hit", "hit", "turn"]
    for page, heard in ((bob, ["hit", "hit", "turn"]), (calm, ["hit"]), (off, ["hit"])):
        expect(page.locator("#table")).to_have_attribute("data-version", "2")
        expect(page.locator(".flights")).to_have_count(0)
        page.wait_for_function("() => !document.getElementById('board').getAnimations({ subtree: true }).length")
        assert page.evaluate("window.heard") == heard
        table.match.refresh_from_db()
        assert seen_on(page) == stored(table.match, table.state)
    assert calm.evaluate("window.flown") == off.evaluate("window.flown") == []


def test_a_press_ends_what_flies_and_does_what_it_does(open_page: OpenPage, table: Table, dice: DiceFile) -> None:
    bob = watch(open_page(table.people[BLACK], path=address(table), reduced_motion=False), holds=True)
    ana_plays(open_page, table)
    expect(bob.locator(FLIGHTS)).to_have_count(4)
    dice.script((6, 5))
    bob.locator("#roll").click()
    expect(bob.locator(".flights")).to_have_count(0)
    expect(bob.locator("#table")).to_have_attribute("data-version", "3")
    assert bob.evaluate("window.heard") == ["turn", "roll"]


def test_nothing_makes_a_sound_before_a_gesture_or_while_muted(open_page: OpenPage, table: Table) -> None:
    bob, muted = (open_page(user) for user in (table.people[BLACK], None))
    for page in (bob, muted):
        page.add_init_script(LISTEN)
        page.goto(address(table))
    muted.evaluate("document.documentElement.dataset.sound = 'off'")
    muted.keyboard.press("Shift")
    ana_plays(open_page, table)
    for page in (bob, muted):
        expect(page.locator("#table")).to_have_attribute("data-version", "2")
        assert page.evaluate("[window.made, window.played]") == [0, 0]
    for _ in range(2):
        bob.keyboard.press("Shift")
        bob.mouse.click(5, 5)
    assert bob.evaluate("window.made") == 1
    bob.wait_for_function(
        "() => document.dispatchEvent(new CustomEvent('table:sound', { detail: 'step' })) && window.played"
    )
