"""Where a browser cannot draw a secret for the dice, or its player does not want it to, the server does and says so."""

from playwright.sync_api import expect

from games.models import Match
from tests.browser.conftest import OpenPage
from tests.browser.dice import DiceFile
from tests.browser.exchanging import OPENING, invite, note, status_is, stored, take_seat


def test_who_wishes_so_has_the_server_draw(open_page: OpenPage, dice: DiceFile) -> None:
    dice.script(OPENING)
    host = open_page(path="/matches/new/")
    host.get_by_label("My browser adds its own secret to the dice").uncheck()
    host.get_by_label("White", exact=True).check()
    host.get_by_role("button", name="Create the match").click()
    link = host.get_by_label("Invitation: gives the seat").input_value()
    expect(host.locator("#played")).to_contain_text("Server-drawn secret for White")
    friend = open_page(path=link)
    expect(friend.get_by_text("Server-drawn secret for White")).to_be_visible()
    friend.get_by_label("My browser adds its own secret to the dice").uncheck()
    take_seat(friend)
    for page in (host, friend):
        status_is(page, "playing")
        expect(page.get_by_text("Server-drawn secrets for White and Black")).to_be_visible()
        assert note(page, Match.objects.get()) is None


def test_without_scripts_the_server_draws(open_page: OpenPage, dice: DiceFile) -> None:
    dice.script(OPENING)
    host = open_page(path="/", javascript=False)
    host.get_by_role("button", name="Play a friend").click()
    friend = open_page(path=host.get_by_label("Invitation: gives the seat").input_value(), javascript=False)
    expect(friend.get_by_label("My browser adds its own secret to the dice")).to_be_hidden()
    take_seat(friend)
    status_is(friend, "playing")
    expect(friend.get_by_text("Server-drawn secrets for White and Black")).to_be_visible()


def test_a_browser_that_remembers_nothing_leaves_it_to_the_server(open_page: OpenPage, dice: DiceFile) -> None:
    dice.script(OPENING)
    host, friend = open_page(), open_page()
    for page in (host, friend):
        page.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('blocked') }})")
    host.goto("/")
    host.get_by_role("button", name="Play a friend").click()
    friend.goto(host.get_by_label("Invitation: gives the seat").input_value())
    take_seat(friend)
    status_is(friend, "playing")
    assert (stored().creator_by_server, stored().joiner_by_server) == (True, True)


def test_without_https_the_joiners_browser_draws_and_the_creators_does_not(open_page: OpenPage, dice: DiceFile) -> None:
    """A page by plain http from another machine has no crypto.subtle, which a commitment needs; a secret does not."""
    dice.script(OPENING)
    host, friend = open_page(), open_page()
    for page in (host, friend):
        page.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined})")
    host.goto("/matches/new/")
    expect(host.get_by_label("My browser adds its own secret to the dice")).to_be_hidden()
    host.get_by_label("Black", exact=True).check()
    host.get_by_role("button", name="Create the match").click()
    friend.goto(host.get_by_label("Invitation: gives the seat").input_value())
    expect(friend.get_by_label("My browser adds its own secret to the dice")).to_be_checked()
    take_seat(friend)
    for page in (host, friend):
        status_is(page, "playing")
        expect(page.locator("#played")).to_contain_text("Server-drawn secret for Black")
    assert (note(friend, Match.objects.get()) or {})["secret"] == stored().joiner_secret


def test_a_secret_is_not_told_for_other_seals_than_those_noted(open_page: OpenPage, dice: DiceFile) -> None:
    """A server that shows a joiner one thing now and another thing then learns nothing."""
    dice.script(OPENING)
    friend = open_page(path=invite(open_page(path="/")))
    drawn = {"secret": "5e" * 32, "root": "00" * 32, "commitment": stored().creator_commitment}
    key = f"dice:{Match.objects.get().public_id}"
    friend.evaluate("([key, noted]) => localStorage.setItem(key, JSON.stringify(noted))", [key, drawn])
    take_seat(friend)
    status_is(friend, "playing")
    assert stored().joiner_by_server
    assert stored().joiner_secret != drawn["secret"]
