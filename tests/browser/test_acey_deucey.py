"""Acey-Deucey in real browsers: hands, long turns and lost rests, by every way to play; nothing moves, all is said."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Match
from games.rules.game import Phase, Seat
from games.rules.match import MatchTerms
from games.rules.position import HAND
from games.selectors.integrity import faults_of
from tests.browser.conftest import OpenPage
from tests.browser.dice import DiceFile
from tests.browser.hands import Hand, Keyboard, Mouse, NoScript, Notation
from tests.browser.sitting import Sitting, challenge
from tests.browser.watching import stored
from tests.people import make_user

WHITE, BLACK = Seat.WHITE, Seat.BLACK
ACEY = (2, 1)
ACEY_DEUCEY = MatchTerms("acey-deucey", 3)
DOUBLES = "#doubles button"
LISTEN = """() => {
  window.heard = [];
  const status = document.getElementById('status');
  new MutationObserver(() => window.heard.push(status.textContent)).observe(status, {childList: true});
}"""
PLACES = """() => ['board', 'actions', 'call', 'hand', 'hand-theirs'].map((name) => {
  const { left, top, width, height } = document.getElementById(name).getBoundingClientRect();
  return { left, top: top + scrollY, width, height };
})"""


def take_seats(
    open_page: OpenPage, dice: DiceFile, hand: type[Hand] = Mouse, **looks: object
) -> tuple[Sitting, Page, Page]:
    """Host, White, has won the opening roll; the pages of both players."""
    match, live = challenge(ACEY_DEUCEY), hand is not NoScript
    path = f"/matches/{match.public_id}/"
    white = open_page(match.creator, path=path, javascript=live, **looks)  # type: ignore[arg-type]
    dice.script((6, 5))
    black = open_page(make_user("Friend"), path=f"{path}join/", javascript=live, **looks)  # type: ignore[arg-type]
    black.locator("main form button").click()
    sitting = Sitting(match, dice, {WHITE: hand(white), BLACK: hand(black)}, [], live=live)  # type: ignore[call-arg]
    sitting.moved()
    return sitting, white, black


def acey(sitting: Sitting, seat: Seat, number: int) -> None:
    """A 1-2 and the double after it, each brought homeward."""
    sitting.press(seat, "roll", ACEY)
    sitting.play(seat)
    sitting.choose(seat, number)
    sitting.play(seat)


def test_a_match_to_three_points_in_two_browsers_with_a_third_watching(open_page: OpenPage, dice: DiceFile) -> None:
    sitting, white, black = take_seats(open_page, dice)
    match = sitting.match
    watching = open_page(path=f"/matches/{match.public_id}/", width=360, height=740)
    sitting.watching.append(watching)
    everybody = (white, black, watching)

    # A chain: 1-2, a double, and the roll after it is a 1-2 again.
    for text, number in (("hand/24 hand/23", 6), ("24/23 19/17", 5)):
        sitting.press(WHITE, "roll", ACEY)
        sitting.play(WHITE, text)
        for page in (black, watching):
            expect(page.locator("#trail .now")).to_contain_text("a double")
            expect(page.locator(DOUBLES)).to_have_count(0)
        sitting.choose(WHITE, number)
        sitting.play(WHITE)
    sitting.press(WHITE, "roll", (4, 3))
    for page in everybody:
        expect(page.locator("#trail")).to_contain_text("1 and 2 again")
    sitting.play(WHITE)
    chain = "hand/23 hand/24; chosen 6-6: hand/19(4); then 2-1: 24/23 19/17; chosen 5-5: hand/20(4); then 4-3: "
    for page in everybody:
        expect(page.locator("#record li").first).to_contain_text(chain)

    # Hits while both have checkers in hand: what is on the bar enters first.
    sitting.press(BLACK, "roll", (6, 5))
    sitting.play(BLACK, "hand/19 hand/20")
    sitting.press(WHITE, "roll", (6, 5))
    sitting.play(WHITE, "17/6*")
    sitting.press(BLACK, "roll", (6, 4))
    expect(black.locator("#bar")).to_have_attribute("name", "draft")
    expect(black.locator("#hand")).to_have_attribute("aria-disabled", "true")
    sitting.play(BLACK, "bar/21 hand/19*")
    white_hand = sitting.state.position.mine[26]
    assert (sitting.state.position.mine[25], white_hand) == (1, 3)

    # White comes home by one chain, typing; two of Black's three are hit on the way.
    sitting.hands[WHITE] = Notation(white)
    for _ in range(8):
        acey(sitting, WHITE, 6)
    sitting.press(WHITE, "roll", (4, 3))
    sitting.play(WHITE)

    # A lost rest: Black may choose a double that cannot be played, and everybody sees what that costs.
    sitting.press(BLACK, "roll", ACEY)
    sitting.play(BLACK)
    names = [button.get_attribute("aria-label") or "" for button in black.locator(DOUBLES).all()]
    assert [name.partition(", ")[2] for name in names] == [
        *["can be played completely"] * 4,
        *["none of it can be played; the rest of the turn would be lost"] * 2,
    ]
    expect(black.locator(".warning")).to_be_visible()
    sitting.choose(BLACK, 6)
    assert sitting.state.lost
    for page in everybody:
        expect(page.locator(".detail")).to_contain_text("No 6 could be played, so the extra roll is lost.")
        expect(page.locator("#record li").first).to_contain_text("chosen 6-6: no play; rest lost")

    # The last checker leaves with the 1 of a 1-2: the game ends there, and no double is chosen.
    for _ in range(5):
        acey(sitting, WHITE, 6)
    sitting.press(WHITE, "roll", ACEY)
    sitting.play(WHITE)
    assert sitting.state.phase == Phase.OVER
    assert (match.white_score, match.black_score) == (1, 0)
    for page in everybody:
        expect(page.locator("#outcome .title")).to_contain_text("the game: 1 point.")

    # Black gives up the other two games.
    for score in (2, 3):
        sitting.press(WHITE, "next", (5, 6))
        sitting.resign(BLACK, "1")
        assert (match.white_score, match.black_score) == (score, 0)
    assert (match.status, match.winner, Game.objects.filter(match=match).count()) == ("over", "white", 3)
    assert sitting.checked == match.version
    assert list(faults_of(match)) == []
    expect(watching.locator("#table button[form], #notation[method=post], #choose")).to_have_count(0)


@pytest.mark.parametrize("hand", [Mouse, Keyboard, Notation, NoScript])
def test_a_long_turn_by_every_hand_ends_in_the_same_position(
    hand: type[Mouse | Keyboard | Notation | NoScript], open_page: OpenPage, dice: DiceFile
) -> None:
    sitting, white, _ = take_seats(open_page, dice, hand)
    sitting.press(WHITE, "roll", ACEY)
    sitting.play(WHITE, "hand/24 hand/23")
    sitting.choose(WHITE, 5)
    sitting.play(WHITE, "hand/20(3) 24/19")
    sitting.press(WHITE, "roll", (4, 3))
    sitting.play(WHITE, "hand/22/18")
    expect(white.locator("#call")).to_contain_text("Waiting for Friend to roll")
    white_checkers = {("white", 18, 1), ("white", 19, 1), ("white", 20, 3), ("white", 23, 1), ("white", HAND, 9)}
    assert stored(sitting.match, sitting.state).checkers == white_checkers | {("black", HAND, 15)}


def test_every_part_of_a_turn_is_said_once_to_everybody(open_page: OpenPage, dice: DiceFile) -> None:
    sitting, white, black = take_seats(open_page, dice)
    watching = open_page(path=f"/matches/{sitting.match.public_id}/")
    sitting.watching.append(watching)
    expect(watching.locator("#watchers")).to_have_text("1 watching")
    for page in (white, black, watching):
        page.evaluate(LISTEN)
    sitting.hands[WHITE] = Notation(white)
    sitting.press(WHITE, "roll", ACEY)
    sitting.play(WHITE, "hand/24 hand/23")
    sitting.choose(WHITE, 5)
    sitting.play(WHITE, "hand/20(4)")
    sitting.press(WHITE, "roll", (4, 3))
    assert white.evaluate("heard") == [
        "You rolled 2-1. Your turn: play.",
        "You played hand/23 hand/24. Your turn: choose a double.",
        "You chose 5-5. Your turn: play.",
        "You played hand/20(4). Your turn: roll again.",
        "You rolled again: 4-3. Your turn: play.",
    ]
    assert watching.evaluate("heard") == [
        "Host rolled 2-1.",
        "Host played hand/23 hand/24. Host to choose a double.",
        "Host chose 5-5.",
        "Host played hand/20(4). Host to roll again.",
        "Host rolled again: 4-3.",
    ]
    assert len(black.evaluate("heard")) == 5


def test_the_keyboard_comes_to_the_doubles_and_a_key_held_down_chooses_none(
    open_page: OpenPage, dice: DiceFile
) -> None:
    sitting, white, _ = take_seats(open_page, dice)
    sitting.press(WHITE, "roll", ACEY)
    white.locator("#board").focus()
    for left in ("14", "13"):
        white.locator("#hand").focus()
        white.keyboard.press("h")
        expect(white.locator("#hand b")).to_have_text(left)
    white.locator("#confirm").focus()
    white.keyboard.down("Enter")
    expect(white.locator("#doubles")).to_be_focused()
    white.keyboard.down("Enter")  # still held: the same key again
    white.keyboard.up("Enter")
    white.keyboard.press("Tab")
    expect(white.locator("#choose-1")).to_be_focused()
    assert Match.objects.get().version == sitting.match.version + 1
    white.keyboard.press("Enter")
    expect(white.locator(".headline")).to_have_text("Your turn: play 1-1")


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_nothing_moves_from_part_to_part_and_targets_are_large_enough(
    open_page: OpenPage, dice: DiceFile, width: int
) -> None:
    sitting, white, black = take_seats(open_page, dice, width=width, height=800)
    watching = open_page(path=f"/matches/{sitting.match.public_id}/", width=width, height=800)
    sitting.watching.append(watching)
    before = {page: page.evaluate(PLACES) for page in (white, black)}
    before_watching = watching.evaluate("document.querySelector('#board').getBoundingClientRect().top")

    def nothing_has_moved() -> None:
        for page, places in before.items():
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(PLACES) == places
        top = watching.evaluate("document.querySelector('#board').getBoundingClientRect().top")
        assert top == before_watching

    sitting.press(WHITE, "roll", ACEY)
    nothing_has_moved()
    white.locator("#hand").click()
    expect(white.locator("#hand b")).to_have_text("14")
    nothing_has_moved()
    white.locator("#hand").click()
    expect(white.locator("#confirm")).to_have_attribute("value", "play")
    nothing_has_moved()
    white.locator("#confirm").click()
    sitting.moved()
    nothing_has_moved()
    for target in ("#hand", *(f"#choose-{number}" for number in range(1, 7))):
        box = white.locator(target).bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 24
    sitting.choose(WHITE, 5)
    nothing_has_moved()
    sitting.play(WHITE)
    nothing_has_moved()
    sitting.press(WHITE, "roll", (4, 3))
    nothing_has_moved()
    sitting.play(WHITE)
    nothing_has_moved()


def test_the_rules_in_force_stand_on_the_page_of_every_variant(open_page: OpenPage, dice: DiceFile) -> None:
    _, white, _ = take_seats(open_page, dice)
    white.get_by_text("The rules of this match").click()
    rules = white.locator("#rules")
    expect(rules).to_contain_text("name any double")
    expect(rules).to_contain_text("A win is 1 point.")
    other = challenge(MatchTerms("backgammon", 3), "Other")
    watching = open_page(path=f"/matches/{other.public_id}/", javascript=False)
    watching.get_by_text("The rules of this match").click()
    expect(watching.locator("#rules")).to_contain_text("gammon")
    expect(watching.locator("#hand")).to_have_count(0)
