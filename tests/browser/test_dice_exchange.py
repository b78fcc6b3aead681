"""Browsers draw secrets of their own for the dice, note them, and exchange them without anybody doing anything."""

import json
from typing import Any

from playwright.sync_api import Page, Route, expect

from games.models import DiceExchange, Match
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import create_match
from tests.browser.aside import aside
from tests.browser.conftest import OpenPage
from tests.browser.dice import DiceFile
from tests.browser.exchanging import (
    CHANGED,
    MISSING,
    OPENING,
    REFUSED,
    committed,
    invite,
    note,
    status_is,
    stored,
    take_seat,
)
from tests.people import make_user
from tests.playing import NOON


def test_a_match_of_two_browsers_starts_by_itself(open_page: OpenPage, dice: DiceFile) -> None:
    dice.script(OPENING)
    host, friend = open_page(path="/"), open_page()
    friend.goto(invite(host))
    take_seat(friend)
    for page in (host, friend):
        status_is(page, "playing")
        expect(page.locator("#played")).not_to_contain_text("Server-drawn")
    match, told = Match.objects.get(), stored()
    sealed = {"root": told.root, "commitment": told.creator_commitment}
    assert note(friend, match) == {**sealed, "secret": told.joiner_secret}
    assert note(host, match) == {**sealed, "secret": told.creator_secret, "joiner": told.joiner_secret}
    assert (told.creator_by_server, told.joiner_by_server) == (False, False)
    assert len({told.joiner_secret, told.creator_secret, told.root}) == 3


def test_a_match_from_the_form_and_the_lobby(open_page: OpenPage, dice: DiceFile) -> None:
    dice.script(OPENING)
    host = open_page(path="/matches/new/?visibility=public")
    box = host.get_by_label("My browser adds its own secret to the dice")
    expect(box).to_be_checked()
    expect(box).to_have_accessible_description("Then nobody can choose the dice, not even who runs this server.")
    host.get_by_label("Points to win").fill("3")
    host.get_by_role("button", name="Create the match").click()
    match = committed(host)
    friend = open_page(path="/")
    friend.get_by_role("button", name="Join: Backgammon, 3-point match").click()
    for page in (host, friend):
        status_is(page, "playing")
    told = stored()
    assert (told.creator_by_server, told.joiner_by_server) == (False, False)
    assert (note(friend, match) or {})["secret"] == told.joiner_secret


def test_the_match_waits_for_a_creator_who_is_away(open_page: OpenPage, dice: DiceFile) -> None:
    dice.script(OPENING)
    host, friend, watcher = open_page(path="/"), open_page(), open_page()
    link = invite(host)
    name = host.locator(".account-name").inner_text()
    table = host.url
    host.goto("about:blank")
    friend.goto(link)
    take_seat(friend)
    waits = f"Waiting for {name}’s browser to reveal its secret"
    expect(friend.locator(".headline")).to_have_text(waits)
    watcher.goto(table)
    expect(watcher.locator(".headline")).to_have_text(waits)
    expect(watcher.locator("#call-off")).to_have_count(0)
    assert stored().creator_secret == ""
    host.goto("/")
    expect(host.locator("section:has(#own-title)")).to_contain_text("Open it to start")
    host.get_by_role("link", name="Resume").click()
    for page in (host, friend, watcher):
        status_is(page, "playing")
    expect(friend.locator("#status")).to_contain_text("Game 1.")


def elsewhere(page: Page, open_page: OpenPage) -> Page:
    """Another browser of the same person."""
    (session,) = [each for each in page.context.cookies() if each["name"] == "sessionid"]
    other = open_page()
    other.context.add_cookies(
        [{"name": "sessionid", "value": session["value"], "url": page.url.partition("/matches")[0]}]
    )
    return other


def test_another_browser_of_the_creator_says_where_the_secret_is(open_page: OpenPage, dice: DiceFile) -> None:
    dice.script(OPENING)
    host, friend = open_page(path="/"), open_page()
    link = invite(host)
    table = host.url
    other = elsewhere(host, open_page)
    other.goto(table)
    expect(other.locator("#call .detail")).to_contain_text(MISSING)
    host.goto("about:blank")
    friend.goto(link)
    take_seat(friend)
    status_is(other, "waiting")
    expect(other.locator("#call .detail")).to_contain_text(MISSING)
    expect(other.locator("#status")).to_contain_text(MISSING)
    assert note(other, Match.objects.get()) is None
    host.goto(table)
    for page in (host, other, friend):
        status_is(page, "playing")


def test_either_calls_it_off(open_page: OpenPage) -> None:
    host, friend = open_page(path="/"), open_page()
    link = invite(host)
    table = host.url
    host.evaluate("localStorage.clear()")
    friend.goto(link)
    take_seat(friend)
    expect(host.locator("#call .detail")).to_contain_text(MISSING)
    name = friend.locator(".account-name").inner_text()
    friend.get_by_role("button", name="Call it off").click()
    expect(friend.get_by_text("The match is called off.")).to_be_visible()
    expect(host.locator("#outcome")).to_contain_text(f"{name} called it off before it had begun.")
    expect(host.locator("#call-off")).to_have_count(0)
    friend.goto(table)
    expect(friend.locator("#outcome")).to_contain_text("You called it off")


def joined_while_away(host: Page, friend: Page) -> tuple[Match, str]:
    """A match whose creator has left its page before somebody joined; the address of that page."""
    link, table = invite(host), host.url
    host.goto("/")
    friend.goto(link)
    take_seat(friend)
    status_is(friend, "waiting")
    return Match.objects.get(), table


def changed(match: Match, **fields: str) -> None:
    aside(lambda: DiceExchange.objects.filter(match=match).update(**fields))


def test_a_creators_browser_tells_nothing_to_a_server_that_has_changed_its_mind(open_page: OpenPage) -> None:
    """Another root than it was shown at first would mean dice that were chosen knowing its secret."""
    host, friend = open_page(path="/"), open_page()
    match, table = joined_while_away(host, friend)
    changed(match, root="00" * 32)
    host.goto(table)
    expect(host.locator("#call .detail")).to_contain_text(CHANGED)
    assert stored().creator_secret == ""
    status_is(host, "waiting")


def test_a_joiners_secret_that_is_swapped_is_noticed(open_page: OpenPage) -> None:
    """The first one that was shown is noted before anything is revealed, and no other is answered."""
    host, friend = open_page(path="/"), open_page()
    match, table = joined_while_away(host, friend)
    shown = {**(note(host, match) or {}), "joiner": "00" * 32}
    host.evaluate("([key, value]) => localStorage.setItem(key, value)", [f"dice:{match.public_id}", json.dumps(shown)])
    host.goto(table)
    expect(host.locator("#call .detail")).to_contain_text(CHANGED)
    assert stored().creator_secret == ""
    assert note(host, match) == shown


def test_a_refusal_is_told_to_the_creator(open_page: OpenPage) -> None:
    """Who has been logged out meanwhile would wait for nothing."""
    host, friend = open_page(path="/"), open_page()
    link = invite(host)
    host.route("**/dice/exchange/", lambda route: route.fulfill(status=403))
    friend.goto(link)
    take_seat(friend)
    status_is(host, "waiting")
    expect(host.locator("#call .detail")).to_contain_text(REFUSED)
    expect(host.locator("#status")).to_contain_text(REFUSED)
    status_is(friend, "waiting")


def test_what_is_lost_on_the_way_is_sent_again(open_page: OpenPage, dice: DiceFile) -> None:
    dice.script(OPENING)
    host, friend = open_page(), open_page()
    lost: list[str] = []

    def fails_twice(route: Route) -> None:
        """Once before it reaches the server, once after."""
        lost.append(route.request.url)
        if len(lost) % 3 == 1:
            route.abort()
        elif len(lost) % 3 == 2:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    host.context.route("**/dice/exchange/", fails_twice)
    host.goto("/")
    friend.goto(invite(host))
    take_seat(friend)
    for page in (host, friend):
        status_is(page, "playing")
    assert len(lost) >= 5


def test_two_pages_of_the_creator_have_one_secret(open_page: OpenPage, dice: DiceFile) -> None:
    dice.script(OPENING)
    user = make_user("host")
    terms = MatchTerms("backgammon", 5)
    match = aside(
        lambda: create_match(user, terms, rated=False, public=True, seat=Seat.WHITE, now=NOON, server_draws=False)
    )
    first = open_page(user)
    second = first.context.new_page()
    for page in (first, second):
        page.evaluate("0")
    path = f"/matches/{match.public_id}/"
    first.goto(path, wait_until="commit")
    second.goto(path)
    committed(first)
    committed(second)
    friend = open_page(path=f"{path}join/")
    take_seat(friend)
    for page in (first, second, friend):
        status_is(page, "playing")
    assert (note(first, match) or {})["secret"] == stored().creator_secret


def test_a_second_page_of_the_creator_waits_for_the_first(open_page: OpenPage) -> None:
    """At the same moment each would draw a secret and note over the other's."""
    user, terms = make_user("host"), MatchTerms("backgammon", 5)
    match = aside(
        lambda: create_match(user, terms, rated=False, public=True, seat=Seat.WHITE, now=NOON, server_draws=False)
    )
    first, held = open_page(user), list[Route]()
    second = first.context.new_page()
    first.route("**/dice/exchange/", lambda route: held.append(route))
    with first.expect_request("**/dice/exchange/"):
        first.goto(f"/matches/{match.public_id}/")
    second.goto(f"/matches/{match.public_id}/")
    second.wait_for_function("() => navigator.locks.query().then(({ pending }) => pending.length === 1)")
    assert stored().creator_commitment == ""
    held.pop().continue_()
    committed(first)
    committed(second)


def play_out(page: Page) -> None:
    """Give the match up."""
    page.locator("#resign-menu summary").click()
    page.wait_for_function("() => document.getElementById('resign-match').getAnimations().length === 0")
    page.locator("#resign-match").click()


def test_a_rematch_of_two_browsers(open_page: OpenPage, dice: DiceFile) -> None:
    dice.script(OPENING, (6, 2))
    host, friend = open_page(path="/"), open_page()
    friend.goto(invite(host))
    take_seat(friend)
    status_is(friend, "playing")
    status_is(host, "playing")
    play_out(host)
    status_is(friend, "over")
    status_is(host, "over")
    friend.get_by_role("button", name="Rematch").click()
    status_is(friend, "open")
    old = Match.objects.earliest("created_at")
    host.get_by_role("button", name="Accept the rematch").click()
    for page in (host, friend):
        status_is(page, "playing")
    new, told = Match.objects.get(rematch_of=old), stored()
    assert (told.creator_by_server, told.joiner_by_server) == (False, False)
    committed_to = {"root": told.root, "commitment": told.creator_commitment}
    assert note(host, new) == {**committed_to, "secret": told.joiner_secret}
    assert note(friend, new) == {**committed_to, "secret": told.creator_secret, "joiner": told.joiner_secret}
    expected: Any = {note(host, old)["secret"], note(friend, old)["secret"]}  # type: ignore[index]
    assert not expected & {told.joiner_secret, told.creator_secret}
