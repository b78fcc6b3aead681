"""What a player has chosen for himself, at the table with scripts on."""

import re
from dataclasses import replace
from typing import Any

from playwright.sync_api import Page, expect

from accounts.models import User
from games.rules.game import Cube, Phase, Seat
from games.rules.position import position
from tests.browser.aside import aside
from tests.browser.conftest import OpenPage
from tests.browser.dice import DiceFile
from tests.clocks.timing import put_up
from tests.dice import ScriptedDice
from tests.playing import Table, begin_match

WHITE, BLACK = Seat.WHITE, Seat.BLACK
START = "24:2 13:5 8:3 6:5"


def begin(opening: tuple[int, int] = (3, 1), **terms: Any) -> Table:
    """Ana (White) against Bob."""

    def begin() -> Table:
        return begin_match(ScriptedDice(), opening=opening, names=("Ana", "Bob"), **terms)

    return aside(begin)


def at(phase: Phase, mine: str, theirs: str, dice: tuple[int, int] | None = None, **more: Any) -> Table:
    """Ana on roll in the middle of a game; `mine` are her checkers."""
    table = begin()
    stands = position(mine, theirs)
    state = replace(table.state, position=stands, phase=phase, dice=dice, first_turn=False, **more)
    put_up(table, state)
    return table


def sit(open_page: OpenPage, table: Table, seat: Seat, **preferences: str) -> Page:
    """The page of the player in this seat, who has chosen so; a registered user."""
    User.objects.filter(pk=table.people[seat].pk).update(preferences=preferences)
    page = open_page(table.people[seat])
    page.add_init_script("heard = []; addEventListener('table:say', ({detail}) => heard.push(detail), true)")
    page.goto(f"/matches/{table.match.public_id}/")
    return page


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


def test_it_rolls_for_who_has_chosen_so_and_may_not_double(open_page: OpenPage, dice: DiceFile) -> None:
    table = at(Phase.TO_ROLL, START, START, cube=Cube(2, BLACK))
    page = sit(open_page, table, WHITE)
    expect(page.locator("#table")).to_have_attribute("data-auto", "roll")
    dice.script((6, 5))
    page = sit(open_page, table, WHITE, auto_roll="on", motion="fast")
    expect(page.locator(".headline")).to_have_text("Your turn: play 6-5")
    assert page.evaluate("heard") == ["Rolling for you."]


def test_a_forced_turn_is_shown_and_confirmed(open_page: OpenPage) -> None:
    table = at(Phase.TO_PLAY, "13:2 1:13", "4:5 3:5 2:5", (6, 6))
    page = sit(open_page, table, WHITE, forced="whole", motion="fast")
    expect(page.locator("#record")).to_contain_text("13/1(2)")
    expect(page.locator("#table")).to_have_attribute("data-version", "2")
    assert page.evaluate("heard") == ["Forced: 13/1(2)"]


def test_bearing_off_is_drafted_once_and_left_to_be_confirmed(open_page: OpenPage) -> None:
    table = at(Phase.TO_PLAY, "6:2 5:3 4:4", "6:15", (6, 4))
    page = sit(open_page, table, WHITE, bear_off="fast", motion="fast")
    headline = page.locator(".headline")
    expect(headline).to_have_text("Confirm 6/off 4/off")
    assert page.evaluate("heard") == ["Bearing off: 6/off 4/off"]
    page.clock.install()
    page.clock.run_for(10_000)
    expect(headline).to_have_text("Confirm 6/off 4/off")
    page.locator("#undo").click()  # his own decision again
    expect(headline).to_have_text("Play the 4")
    page.clock.run_for(10_000)
    expect(headline).to_have_text("Play the 4")
    expect(page.locator("#table")).to_have_attribute("data-version", "1")


def test_a_take_is_deaf_when_it_appears_and_asks_for_a_second_press(open_page: OpenPage) -> None:
    table = at(Phase.TO_ROLL, START, START, on_roll=BLACK)
    ana, bob = sit(open_page, table, WHITE, confirm_cube="on"), sit(open_page, table, BLACK)
    ana.evaluate("""() => document.addEventListener('table:changed', () => {
      window.pressed = document.getElementById('take');
      window.pressed.click();
    }, { once: true })""")
    bob.locator("#double").click()
    take = ana.locator("#take")
    expect(take).to_be_visible()
    assert ana.evaluate("window.pressed.id") == "take"
    ana.wait_for_function("() => !window.pressed.getAnimations().length")
    plain, asking = "Take: play on for 2 points", re.compile("^Press again: Take: play on for 2 points")
    expect(take).to_have_accessible_name(plain)
    take.dblclick()  # a double click is one press
    expect(take).to_have_accessible_name(asking)
    expect(ana.locator("#status")).to_have_text(asking)
    ana.keyboard.press("Escape")
    expect(take).to_have_accessible_name(plain)
    take.click()
    expect(take).to_have_accessible_name(asking)
    ana.locator(".headline").click()
    expect(take).to_have_accessible_name(plain)
    expect(ana.locator("#table")).to_have_attribute("data-version", "2")
    take.click()
    expect(take).to_have_accessible_name(asking)
    ana.wait_for_function("() => !window.pressed.getAnimations().length")
    take.click()
    expect(ana.locator("#table")).to_have_attribute("data-version", "3")
    expect(bob.locator("#cube")).to_have_attribute("aria-label", "Doubling cube at 2, owned by Ana")
