"""The pages around the table as people use them: one click, a link, a friend; and how they fit a screen."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Match
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import create_match
from tests.browser.conftest import OpenPage
from tests.browser.dice import DiceFile
from tests.people import make_user
from tests.playing import NOON


def test_one_click_a_copied_link_and_a_friend_sits_down(open_page: OpenPage, dice: DiceFile) -> None:
    dice.script((3, 1))
    host = open_page(path="/")
    host.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.get_by_role("button", name="Play a friend").click()
    host.get_by_role("button", name="Copy the invitation").click()
    expect(host.locator("#invitation .said").first).to_have_text("Copied.")
    link: str = host.evaluate("navigator.clipboard.readText()")

    friend = open_page(path=link, javascript=False, width=360, touch=True)
    expect(friend.get_by_role("heading", level=1)).to_contain_text("invites you to Backgammon")
    friend.get_by_role("button", name="Take the seat and play").click()
    expect(friend.locator("#table")).to_have_attribute("data-status", "playing")
    expect(host.locator("#table")).to_have_attribute("data-status", "playing")
    expect(host.locator("#invitation")).to_be_hidden()
    assert Match.objects.get().length == 5


def test_the_watch_link_shows_no_invitation(open_page: OpenPage) -> None:
    host = open_page(path="/")
    host.get_by_role("button", name="Play a friend").click()
    watch_link = host.get_by_label("For spectators").input_value()
    watcher = open_page(path=watch_link)
    expect(watcher.locator("#table")).to_have_attribute("data-view", "spectator")
    expect(watcher.locator("#invitation")).to_have_count(0)


def test_without_scripts_the_links_can_still_be_selected(open_page: OpenPage) -> None:
    host = open_page(path="/", javascript=False)
    host.get_by_role("button", name="Play a friend").click()
    expect(host.get_by_label("Invitation: gives the seat")).to_be_visible()
    expect(host.get_by_role("button", name="Copy the invitation")).to_be_hidden()


def test_the_form_shows_what_means_something_for_the_kind_chosen(open_page: OpenPage) -> None:
    page = open_page(make_user("host"), path="/matches/new/", javascript=False)

    def shown() -> list[bool]:
        labels = ("Points to win", "Crawford rule", "Rated", "Jacoby rule", "Beavers")
        return [page.get_by_label(label, exact=True).is_visible() for label in labels]

    assert shown() == [True, True, True, False, False]
    page.get_by_label("Session").check()
    assert shown() == [False, False, False, True, True]
    page.get_by_label("Doubling cube").uncheck()
    assert shown() == [False, False, False, False, False]


def test_the_form_shows_the_questions_of_the_game_chosen(open_page: OpenPage) -> None:
    page = open_page(make_user("host"), path="/matches/new/", javascript=False)

    def shown() -> list[bool]:
        return [
            page.get_by_label(label, exact=True).is_visible()
            for label in ("Doubling cube", "Crawford rule", "Seed rules")
        ]

    assert shown() == [True, True, False]
    page.get_by_label("Acey-Deucey").check()
    assert shown() == [False, False, True]
    page.get_by_label("1 point for each checker").check()
    page.get_by_role("button", name="Create the match").click()
    match = Match.objects.get()
    assert (match.variant, match.options, match.cube) == ("acey-deucey", "count", False)


def test_boards_of_the_lobby_follow_the_games_while_somebody_can_see_them(open_page: OpenPage, dice: DiceFile) -> None:
    dice.script((3, 1))
    page = open_page()
    page.clock.install()
    page.goto("/watch/")
    expect(page.get_by_text("No public match is being played")).to_be_visible()
    host, terms = make_user("host"), MatchTerms("backgammon", 3)
    match = create_match(host, terms, rated=False, public=True, seat=Seat.WHITE, now=NOON)
    friend = open_page(make_user("friend"), path=f"/matches/{match.public_id}/join/", javascript=False)
    friend.get_by_role("button", name="Take the seat and play").click()
    expect(friend.locator("#table")).to_have_attribute("data-status", "playing")
    page.evaluate("Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true})")
    page.clock.fast_forward(60_000)
    page.wait_for_load_state("networkidle")
    expect(page.locator(".live-board")).to_have_count(0)
    page.evaluate("Object.defineProperty(document, 'visibilityState', {value: 'visible'})")
    page.clock.fast_forward(10_000)
    board = page.get_by_role("img", name="The board of host and friend: level in pips")
    expect(board).to_be_visible()
    expect(board).to_have_js_property("naturalWidth", 600)


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    wider: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wider


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_no_page_scrolls_sideways(width: int, open_page: OpenPage) -> None:
    user = make_user("a-name-of-20-letters")
    match = create_match(
        make_user("another-name-of-20-l"),
        MatchTerms("backgammon", 0, jacoby=True, max_beavers=2, automatic_doubles=3),
        rated=False,
        public=True,
        seat=Seat.WHITE,
        now=NOON,
    )
    page = open_page(user, width=width)
    invitation, acey_deucey = f"/matches/{match.public_id}/join/", "/matches/new/?variant=acey-deucey"
    for path in ("/", "/watch/", "/leaderboards/", "/matches/new/", acey_deucey, invitation, "/nothing"):
        page.goto(path)
        for summary in page.locator("summary").all():
            summary.click()
        assert overflow(page) == 0, path
