"""The table page with scripts on: freshness, focus, speech, keyboard, trouble and sizes."""

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, Request, WebSocketRoute, expect

from games.fragments import table_html
from games.models import Match
from games.rules.game import Seat
from tests.browser.conftest import OpenPage
from tests.browser.dice import DiceFile
from tests.playing import Table

WHITE, BLACK = Seat.WHITE, Seat.BLACK
SOCKET = re.compile(r"/ws/matches/")
LISTEN = """() => {
  window.heard = [];
  const status = document.getElementById('status');
  new MutationObserver(() => window.heard.push(status.textContent)).observe(status, {childList: true});
}"""


def seat_page(open_page: OpenPage, table: Table, seat: Seat, **looks: int) -> Page:
    return open_page(table.people[seat], path=f"/matches/{table.match.public_id}/", **looks)  # type: ignore[arg-type]


def focused(page: Page) -> str:
    name: str = page.evaluate("document.activeElement.id")
    return name


def step(page: Page, point: int, headline: str) -> None:
    page.locator(f"#point-{point}").click()
    expect(page.locator(".headline")).to_have_text(headline)


def play_opening(page: Page) -> None:
    """Ana makes her five point with the 3-1."""
    step(page, 8, "Play the 1")
    step(page, 6, "Confirm 8/5 6/5")
    page.locator("#confirm").click()
    expect(page.locator("#table")).to_have_attribute("data-version", "2")


class Frames:
    """The page's socket, with frames of the test's own slipped in."""

    def __init__(self, page: Page) -> None:
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket(SOCKET, self.connect)

    def connect(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.connect_to_server()

    def send(self, frame: str) -> None:
        self.sockets[-1].send(frame)


class SeatsOfTheTest(Frames):
    """A page's socket on which only the test says who is at the table and whose clock runs."""

    def connect(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            others, _, _ = str(message).partition('<div id="seats"')
            if others:
                socket.send(others)

        server.on_message(pass_on)


def test_a_frame_that_is_not_newer_leaves_a_draft_alone(open_page: OpenPage, table: Table) -> None:
    page = open_page(table.people[WHITE])
    frames = Frames(page)
    page.goto(f"/matches/{table.match.public_id}/")
    match = Match.objects.select_related("white", "black").get(pk=table.match.pk)
    frame = str(table_html(match, "white"))
    step(page, 8, "Play the 1")
    for old in ('data-version="1"', 'data-version="0"'):
        frames.send(frame.replace('data-version="1"', old))
    frames.send('<span id="watchers" hx-swap-oob="outerMorph">7 watching</span>')
    expect(page.locator("#watchers")).to_have_text("7 watching")  # so the frames before it have been dealt with
    expect(page.locator(".headline")).to_have_text("Play the 1")
    frames.send(frame.replace('data-version="1"', 'data-version="2"'))
    expect(page.locator(".headline")).to_have_text("Your turn: play 3-1")


def test_seats_beside_a_table_that_was_answered_already_are_shown(open_page: OpenPage, table: Table) -> None:
    page = open_page(table.people[WHITE])
    frames = SeatsOfTheTest(page)
    page.goto(f"/matches/{table.match.public_id}/")
    match = Match.objects.select_related("white", "black").get(pk=table.match.pk)
    frame, seats = str(table_html(match, "white")), page.locator("#seats")
    expect(page.locator("#watchers")).not_to_be_empty()
    step(page, 8, "Play the 1")
    frames.send(frame + told_seats(1, "black"))
    expect(seats).to_have_attribute("data-running", "black")
    expect(page.locator(".headline")).to_have_text("Play the 1")
    frames.send(frame.replace('data-version="1"', 'data-version="3"') + told_seats(3, "white"))
    expect(seats).to_have_attribute("data-running", "white")
    # Older than what is shown: the seats beside an old table are no better than that, nor are those that come alone.
    frames.send(frame.replace('data-version="1"', 'data-version="2"') + told_seats(2, "black"))
    frames.send(told_seats(2, "black"))
    frames.send('<span id="watchers" hx-swap-oob="outerMorph">7 watching</span>')
    expect(page.locator("#watchers")).to_have_text("7 watching")
    expect(seats).to_have_attribute("data-running", "white")
    expect(page.locator("#table")).to_have_attribute("data-version", "3")


def told_seats(version: int, running: str) -> str:
    """The element that says whose clock runs."""
    return f'<div id="seats" hx-swap-oob="outerMorph" data-version="{version}" data-running="{running}"></div>'


def test_an_answer_that_comes_after_a_newer_frame_is_refused(open_page: OpenPage, table: Table) -> None:
    page = open_page(table.people[WHITE])
    frames = Frames(page)
    page.goto(f"/matches/{table.match.public_id}/")
    match = Match.objects.select_related("white", "black").get(pk=table.match.pk)
    newer = str(table_html(match, "white")).replace('data-version="1"', 'data-version="9"')
    frames.send(newer)
    expect(page.locator("#table")).to_have_attribute("data-version", "9")
    with page.expect_response(re.compile("draft=")):
        page.locator("#point-8").click()
    expect(page.locator(".is-busy")).to_have_count(0)  # so the answer has been dealt with
    expect(page.locator("#table")).to_have_attribute("data-version", "9")
    expect(page.locator(".headline")).to_have_text("Your turn: play 3-1")


def test_the_focus_stays_on_its_element_when_the_opponent_moves(open_page: OpenPage, table: Table) -> None:
    ana, bob = seat_page(open_page, table, WHITE), seat_page(open_page, table, BLACK)
    bob.locator("#board").focus()
    bob.keyboard.press("ArrowUp")
    bob.keyboard.press("ArrowLeft")
    assert focused(bob) == "point-2"
    bob.evaluate("document.activeElement.marked = true")
    play_opening(ana)
    expect(bob.locator("#roll")).to_be_visible()
    assert focused(bob) == "point-2"
    assert bob.evaluate("document.activeElement.marked")


def test_the_focus_moves_on_with_ones_own_steps(open_page: OpenPage, table: Table, dice: DiceFile) -> None:
    ana = seat_page(open_page, table, WHITE)
    ana.locator("#point-8").focus()
    ana.keyboard.press("Enter")
    expect(ana.locator(".headline")).to_have_text("Play the 1")
    assert focused(ana) == "point-8"  # 8/7 is possible with the 1, so the point can still be pressed
    ana.locator("#point-6").focus()
    ana.keyboard.press("Enter")
    expect(ana.locator(".headline")).to_have_text("Confirm 8/5 6/5")
    assert focused(ana) == "confirm"
    ana.keyboard.press("Enter")
    expect(ana.locator("#table")).to_have_attribute("data-version", "2")
    assert focused(ana) == "board"


def test_tab_goes_through_points_dice_confirm_undo_and_notation(open_page: OpenPage, table: Table) -> None:
    ana = seat_page(open_page, table, WHITE)

    def stops() -> list[str]:
        ana.evaluate("document.getElementById('main').focus()")
        found = []
        while focused(ana) != "notation-text":
            ana.keyboard.press("Tab")
            found.append(focused(ana))
        return found

    order = ["point-13", "point-24", "point-8", "point-6", "dice", "notation-text"]
    assert [name for name in stops() if name in order] == order
    step(ana, 8, "Play the 1")
    step(ana, 6, "Confirm 8/5 6/5")
    assert [name for name in stops() if name] == ["board", "confirm", "undo", "start-over", "record", "notation-text"]


def test_letters_press_buttons_only_while_the_board_has_the_focus(
    open_page: OpenPage, table: Table, dice: DiceFile
) -> None:
    dice.script((6, 5))
    ana, bob = seat_page(open_page, table, WHITE), seat_page(open_page, table, BLACK)
    play_opening(ana)
    expect(bob.locator("#roll")).to_be_visible()
    bob.locator("#notation-text").focus()
    bob.keyboard.type("r")
    expect(bob.locator("#notation-text")).to_have_value("r")
    bob.locator("#board").focus()
    bob.keyboard.press("p")
    expect(bob.locator("#status")).to_have_text("You: 167 pips. Ana: 163 pips.")
    assert dice.left()
    bob.keyboard.press("r")
    expect(bob.locator(".headline")).to_have_text("Your turn: play 6-5")
    bob.keyboard.press("s")
    expect(bob.locator("#dice")).to_have_attribute("aria-label", "Dice 5 and 6. Play the 6 first.")
    step(bob, 13, "Play the 6")
    bob.keyboard.press("Escape")
    expect(bob.locator("#dice")).to_have_attribute("aria-label", "Dice 5 and 6. Play the 6 first.")


def test_every_change_is_said_once(open_page: OpenPage, table: Table, dice: DiceFile) -> None:
    dice.script((6, 4))
    ana, bob = seat_page(open_page, table, WHITE), seat_page(open_page, table, BLACK)
    for page in (ana, bob):
        expect(page.locator("#status")).to_be_empty()
        page.evaluate(LISTEN)
    play_opening(ana)
    bob.locator("#roll").click()
    expect(bob.locator(".headline")).to_have_text("Your turn: play 6-4")
    box = bob.locator("#notation-text")
    for text, shown in (("24/19", ".notice"), ("24/14", "#table[data-version='4']")):
        box.fill(text)
        box.press("Enter")
        expect(bob.locator(shown)).to_be_visible()
    expect(box).to_have_value("")
    expect(ana.locator("#roll")).to_be_visible()
    assert ana.evaluate("heard") == [
        "8/5. 1 left.",
        "6/5. Confirm 8/5 6/5.",
        "You played 8/5 6/5. Waiting for Bob to roll or double.",
        "Bob rolled 6-4.",
        "Bob played 24/14. Your turn: roll or double.",
    ]
    assert bob.evaluate("heard") == [
        "Ana played 8/5 6/5. Your turn: roll or double.",
        "You rolled 6-4. Your turn: play.",
        "24/19 does not fit the roll 6-4. Your turn: play 6-4.",
        "You played 24/14. Waiting for Ana to roll or double.",
    ]


def test_a_fast_second_tap_cancels_the_first(open_page: OpenPage, table: Table) -> None:
    page = seat_page(open_page, table, WHITE)
    page.route(re.compile("draft=24"), lambda route: None)  # an answer that never comes
    cancelled: list[str] = []

    def note(request: Request) -> None:
        cancelled.extend(parse_qs(urlsplit(request.url).query)["draft"])

    page.on("requestfailed", note)
    page.locator("#point-24").click()
    step(page, 8, "Play the 1")
    expect(page.locator(".detail")).to_have_text("8/5")
    assert cancelled == ["24/21"]


def test_a_lost_connection_is_shown_and_made_again(open_page: OpenPage, table: Table) -> None:
    page = open_page(table.people[BLACK])
    frames = Frames(page)
    page.goto(f"/matches/{table.match.public_id}/")
    expect(page.locator("#watchers")).not_to_be_empty()
    expect(page.locator(".lost")).to_be_hidden()
    frames.sockets[-1].close(code=1011)
    expect(page.locator(".lost")).to_be_visible()
    expect(page.locator(".lost")).to_be_hidden()
    play_opening(seat_page(open_page, table, WHITE))
    expect(page.locator("#roll")).to_be_visible()
    assert len(frames.sockets) == 2


def test_a_command_that_does_not_get_through_is_told_and_the_table_fetched_again(
    open_page: OpenPage, table: Table
) -> None:
    page = seat_page(open_page, table, WHITE)
    step(page, 8, "Play the 1")
    step(page, 6, "Confirm 8/5 6/5")
    page.route("**/moves/", lambda route: route.fulfill(status=503, body="<h1>Too busy</h1>"))
    page.locator("#confirm").click()
    expect(page.locator(".failed")).to_be_visible()
    expect(page.locator(".failed")).to_be_hidden()
    expect(page.locator("#confirm")).to_be_visible()
    page.unroute("**/moves/")
    page.locator("#confirm").click()
    expect(page.locator("#table")).to_have_attribute("data-version", "2")


def test_the_socket_opens_with_every_page(open_page: OpenPage, table: Table) -> None:
    page = open_page()
    for _ in range(10):
        with page.expect_websocket() as opened:
            page.goto(f"/matches/{table.match.public_id}/")
        assert SOCKET.search(opened.value.url)
