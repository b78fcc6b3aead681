"""Clocks, presence and claims as players and spectators see them."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Request, expect

from games.fragments import seats_html, table_html
from games.models import Match, Move
from games.rules.game import Seat
from games.selectors.seats import seat_facts
from tests.browser.aside import aside
from tests.browser.conftest import OpenPage
from tests.browser.dice import DiceFile
from tests.browser.test_table_page import LISTEN, Frames, SeatsOfTheTest, seat_page, step
from tests.dice import ScriptedDice
from tests.people import make_user
from tests.playing import Table, begin_match

WHITE, BLACK = Seat.WHITE, Seat.BLACK
CLOCK = "document.querySelector('#clock-white b').textContent"
TICK = f"before => {CLOCK} !== before"
BOXES = """() => ['table', 'board', 'clock-white', 'clock-black', 'call'].map((name) => {
  const { left, top, width, height } = document.getElementById(name).getBoundingClientRect();
  return [left, top, width, height];
})"""
MARK = "getComputedStyle(document.querySelector('#clock-white'), '::before').content"


@pytest.fixture
def table() -> Table:
    """Ana (White) to play 3-1 against Bob, at blitz; her clock has run for a second."""

    def begin() -> Table:
        table = begin_match(ScriptedDice(), opening=(3, 1), names=("Ana", "Bob"))
        stands(table, left=300)
        return table

    return aside(begin)


def stands(table: Table, *, left: float, gone: float | None = None) -> None:
    """Set the clocks: White's, which runs and has used up its delay, has `left` seconds; she is `gone` since then."""
    now = timezone.now()
    since = now - timedelta(seconds=100)
    Match.objects.filter(pk=table.match.pk).update(
        clock="blitz",
        white_reserve_ms=round((left + 92) * 1000),
        black_reserve_ms=300_000,
        clock_seat="white",
        clock_started_at=since,
        due_at=now + timedelta(seconds=left + 0.5),
        white_left_at=None if gone is None else now - timedelta(seconds=gone),
    )


def commands(page: Page) -> list[str]:
    """The bodies of the commands that this page is going to send."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            sent.append(request.post_data or "")

    page.on("request", note)
    return sent


def seats_frame(table: Table) -> str:
    facts = seat_facts([table.match.public_id])[table.match.public_id]
    return str(seats_html(facts, timezone.now()))


def live_page(open_page: OpenPage, table: Table, seat: Seat | None) -> tuple[Page, Frames]:
    """The page of a player, or of a spectator, and its socket, which is open."""
    page = open_page(table.people[seat] if seat else None)
    frames = SeatsOfTheTest(page)
    page.goto(f"/matches/{table.match.public_id}/")
    expect(page.locator("#watchers")).not_to_be_empty()
    return page, frames


def tell(table: Table, *pages: Frames, left: float, gone: float | None = None) -> None:
    """Set the clocks and tell open pages at once, so that no test depends on how long a page takes to load."""
    stands(table, left=left, gone=gone)
    for frames in pages:
        frames.send(seats_frame(table))


def test_a_clock_ticks_and_nothing_moves(open_page: OpenPage, table: Table) -> None:
    for page in (seat_page(open_page, table, BLACK), seat_page(open_page, table, WHITE, width=360, height=740)):
        assert re.fullmatch(r"4:\d\d|5:00", page.evaluate(CLOCK))
        expect(page.locator("#clock-white")).to_have_class("clock is-running")
        expect(page.locator("#clock-black")).to_have_class("clock")
        boxes = page.evaluate(BOXES)
        for _ in range(2):
            page.wait_for_function(TICK, arg=page.evaluate(CLOCK))
        assert page.evaluate(BOXES) == boxes
        expect(page.locator("#clock-black")).to_have_text("Clock: 5:00+8")


def test_a_computer_whose_clock_is_wrong_shows_the_same(open_page: OpenPage, table: Table) -> None:
    """CLK-9: what counts is the server's time."""
    page = open_page(table.people[WHITE])
    page.add_init_script("const now = Date.now; Date.now = () => now() + 3_600_000;")
    page.goto(f"/matches/{table.match.public_id}/")
    expect(page.locator("#clock-white b")).to_have_text(re.compile(r"4:\d\d|5:00"))


def test_a_clock_goes_on_when_the_table_is_redrawn(open_page: OpenPage, table: Table) -> None:
    page = open_page(table.people[WHITE])
    frames = Frames(page)
    page.goto(f"/matches/{table.match.public_id}/")
    match = Match.objects.select_related("white", "black").get(pk=table.match.pk)
    page.evaluate("""() => {
      window.shown = new Set();
      const note = () => window.shown.add(document.querySelector('#clock-white b').textContent);
      new MutationObserver(note).observe(document.querySelector('.stage'), {subtree: true, childList: true});
    }""")
    frames.send(str(table_html(match, "white")).replace('data-version="1"', 'data-version="9"'))
    expect(page.locator("#table")).to_have_attribute("data-version", "9")
    page.wait_for_function(TICK, arg=page.evaluate(CLOCK))
    assert "6:32" not in page.evaluate("[...window.shown]")  # the reserve before what has been used of it


def test_little_time_is_shown_by_more_than_colour_and_said_once(open_page: OpenPage, table: Table) -> None:
    page, frames = live_page(open_page, table, WHITE)
    page.evaluate(LISTEN)
    expect(page.locator("#clock-white")).to_have_class("clock is-running")
    assert "!" not in page.evaluate(MARK)
    tell(table, frames, left=31.5)
    expect(page.locator("#clock-white")).to_have_class("clock is-running is-low")
    assert "!" in page.evaluate(MARK)
    page.wait_for_function(TICK, arg=page.evaluate(CLOCK))
    assert page.evaluate("window.heard") == ["Ana: 30 seconds left."]


def test_a_lost_connection_makes_the_clocks_uncertain(open_page: OpenPage, table: Table) -> None:
    page, frames = live_page(open_page, table, WHITE)
    expect(page.locator(".uncertain")).to_be_hidden()
    assert "?" not in page.evaluate(MARK)
    frames.sockets[-1].close(code=1011)
    page.wait_for_function(f"() => {MARK}.includes('?')")
    page.wait_for_function(f"() => !{MARK}.includes('?')")


def test_a_frame_of_the_seats_leaves_a_draft_alone(open_page: OpenPage, table: Table) -> None:
    page = open_page(table.people[WHITE])
    frames = Frames(page)
    page.goto(f"/matches/{table.match.public_id}/")
    step(page, 8, "Play the 1")
    page.locator("#notation-text").fill("8/5 6/")
    frames.send(seats_frame(table).replace('data-black="here"', 'data-black="gone"'))
    expect(page.locator(".black .presence")).to_contain_text("has left")
    expect(page.locator(".headline")).to_have_text("Play the 1")
    expect(page.locator("#notation-text")).to_have_value("8/5 6/")


def test_who_is_away_comes_to_be_gone(open_page: OpenPage, table: Table) -> None:
    page, frames = live_page(open_page, table, BLACK)
    expect(page.locator(".white .presence .here")).to_have_css("display", "block")
    tell(table, frames, left=300, gone=12)
    expect(page.locator(".white .presence .away")).to_be_visible()
    expect(page.locator(".white .presence .gone")).to_be_visible()
    expect(page.locator(".white .presence .away")).to_be_hidden()
    expect(page.locator(".black .presence .gone")).to_be_hidden()


@pytest.mark.parametrize("seat", [WHITE, BLACK])
def test_a_flag_falls_because_a_browser_asks(open_page: OpenPage, table: Table, seat: Seat) -> None:
    page, frames = live_page(open_page, table, seat)
    watcher, watching = live_page(open_page, table, None)
    sent, watched = commands(page), commands(watcher)
    tell(table, frames, watching, left=1)
    for each in (page, watcher):
        expect(each.locator("#outcome")).to_contain_text("Time ran out")
    assert ["kind=flag" in body for body in sent] == [True]
    assert watched == []


def test_a_complete_draft_is_confirmed_at_zero(open_page: OpenPage, table: Table) -> None:
    page, frames = live_page(open_page, table, WHITE)
    step(page, 8, "Play the 1")
    step(page, 6, "Confirm 8/5 6/5")
    tell(table, frames, left=2)
    expect(page.locator("#table")).to_have_attribute("data-version", "2")
    assert list(Move.objects.order_by("version").values_list("kind", "text")) == [("roll", ""), ("play", "8/5 6/5")]


def test_an_incomplete_draft_is_not(open_page: OpenPage, table: Table) -> None:
    page, frames = live_page(open_page, table, WHITE)
    step(page, 8, "Play the 1")
    tell(table, frames, left=1)
    expect(page.locator("#outcome")).to_contain_text("Time ran out")


def test_a_claim_appears_when_its_time_has_come_and_wins(open_page: OpenPage, table: Table) -> None:
    bob, frames = live_page(open_page, table, BLACK)
    watcher, watching = live_page(open_page, table, None)
    tell(table, frames, watching, left=300, gone=55)
    claim = bob.get_by_role("button", name="Claim the win")
    expect(bob.locator("#claim")).to_contain_text(re.compile(r"Ana has left\. You can claim the win in 0:0\d, or"))
    expect(watcher.locator("#claim")).to_contain_text("Bob can claim the win")
    expect(claim).to_be_visible()
    expect(watcher.get_by_role("button", name="Claim the win")).to_be_hidden()
    claim.click()
    expect(bob.locator("#outcome")).to_contain_text("Ana was away: you claimed the win")
    expect(watcher.locator("#outcome")).to_contain_text("Ana was away: Bob claimed the win")
    expect(bob.locator("#claim")).to_be_hidden()


def test_without_scripts_the_clocks_stand_and_a_claim_that_is_due_is_there(open_page: OpenPage, table: Table) -> None:
    stands(table, left=300, gone=70)
    page = open_page(table.people[BLACK], path=f"/matches/{table.match.public_id}/", javascript=False)
    expect(page.locator("#clock-black")).to_have_text("Clock: 5:00+8")
    expect(page.locator("#claim")).to_contain_text("You can claim the win, or keep waiting.")
    page.get_by_role("button", name="Claim the win").click()
    expect(page.locator("#outcome")).to_contain_text("you claimed the win")


def test_a_match_is_called_off_from_the_menu(open_page: OpenPage, table: Table) -> None:
    ana, bob = seat_page(open_page, table, WHITE), seat_page(open_page, table, BLACK)
    bob.locator("#resign-menu summary").click()
    bob.get_by_role("button", name="Call the match off: nothing counts").click()
    expect(bob.locator("#outcome")).to_contain_text("You called it off")
    expect(ana.locator("#outcome")).to_contain_text("Bob called it off")
    ana.get_by_role("link", name="New match").click()
    expect(ana.get_by_label("Blitz")).to_be_checked()
    expect(ana.get_by_label("Points to win")).to_have_value("5")


def test_a_pace_that_was_chosen_runs_at_the_table_and_who_leaves_is_missed(open_page: OpenPage, dice: DiceFile) -> None:
    dice.script((3, 1))
    ana = open_page(make_user("Ana"), path="/matches/new/")
    ana.get_by_label("Blitz").check()
    ana.get_by_label("White").check()
    ana.get_by_role("button", name="Create the match").click()
    link = ana.get_by_label("Invitation: gives the seat").input_value()
    bob = open_page(make_user("Bob"), path=link)
    expect(bob.get_by_text("Blitz: 8 seconds a turn, then 5 minutes in all")).to_be_visible()
    bob.get_by_role("button", name="Take the seat and play").click()
    for page in (ana, bob):
        expect(page.locator("#clock-white")).to_have_class("clock is-running")
        expect(page.locator("#clock-white b")).to_have_text("5:00")
        expect(page.locator("#clock-white small")).to_have_text(
            re.compile(r"\+[456]\d")
        )  # the first decision of a game
    step(ana, 8, "Play the 1")
    step(ana, 6, "Confirm 8/5 6/5")
    ana.locator("#confirm").click()
    for page in (ana, bob):
        expect(page.locator("#clock-black")).to_have_class("clock is-running")
        expect(page.locator("#clock-white")).to_have_text("Clock: 5:00+8")
        expect(page.locator(".white .presence .here")).to_have_css("display", "block")
    ana.close()
    expect(bob.locator(".white .presence .away")).to_be_visible()
    expect(bob.locator("#claim")).to_have_count(0)  # it is not her turn


@pytest.mark.parametrize(("width", "height"), [(768, 1024), (768, 700), (768, 500), (1280, 900)])
def test_a_long_name_gives_way_to_the_word_for_who_is_away(open_page: OpenPage, width: int, height: int) -> None:
    """The whole word or, where there is no room for it beside a name, its mark alone."""
    names = ("W" * 30, "M" * 30)
    table = aside(lambda: begin_match(ScriptedDice(), opening=(3, 1), names=names, clock="blitz"))
    aside(lambda: stands(table, left=300, gone=5))
    page = open_page(table.people[BLACK], path=f"/matches/{table.match.public_id}/", width=width, height=height)
    expect(page.locator(".white .presence .away")).to_be_visible()
    room, words, mark = page.evaluate("""() => ['', ' .away', ' i'].map((part) => {
      const element = document.querySelector(`.white .presence${part}`);
      return part === ' .away' ? [element.clientWidth, element.scrollWidth] : element.getBoundingClientRect().width;
    })""")
    assert mark == 10
    assert words[0] in (1, words[1])
    assert room >= mark + (words[0] if words[0] > 1 else 0)
