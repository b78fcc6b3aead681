"""Whole matches in real browsers: two players and a spectator agree at every version."""

from itertools import cycle

from playwright.sync_api import expect

from games.models import Game, Rating
from games.rules.game import Phase, Seat
from games.rules.match import MatchTerms
from games.selectors.integrity import faults_of
from tests.browser.conftest import OpenPage
from tests.browser.dice import DiceFile
from tests.browser.hands import Mouse, Notation
from tests.browser.sitting import Sitting, challenge
from tests.people import make_user

WHITE, BLACK = Seat.WHITE, Seat.BLACK
# With these rolls and the plays of `homeward`, White wins a gammon in 37 moves (counted by hand from the record).
WHITE_ROLLS = [(5, 5), (6, 6)]
BLACK_ROLLS = [(2, 1)]
TAPPED = 12  # commands


def play_out(sitting: Sitting) -> None:
    """Play the game to its end with the scripted rolls: taps at first, then typed, which takes fewer requests."""
    rolls, hands = {WHITE: cycle(WHITE_ROLLS), BLACK: cycle(BLACK_ROLLS)}, sitting.hands
    begun = sitting.checked
    while (state := sitting.state).phase != Phase.OVER:
        if sitting.checked == begun + TAPPED:
            sitting.hands = {seat: Notation(hand.page) for seat, hand in hands.items()}
        seat = state.to_act
        assert seat
        if state.phase == Phase.TO_ROLL:
            sitting.press(seat, "roll", next(rolls[seat]))
        else:
            sitting.play(seat)
    sitting.hands = hands


def test_a_five_point_match_in_two_browsers_with_a_third_watching(open_page: OpenPage, dice: DiceFile) -> None:
    match = challenge(MatchTerms("backgammon", 5))
    friend = make_user("Friend")
    Rating.objects.create(user=match.creator, variant="backgammon", experience=45)  # 5 short of being listed
    path = f"/matches/{match.public_id}/"
    white = open_page(match.creator, path=path)
    dice.script((4, 4), (6, 5))
    black = open_page(friend, path=f"{path}join/{match.invite_token}/", width=390, height=844, touch=True)
    black.locator("main form button").click()
    watching = open_page(path=path)
    sitting = Sitting(match, dice, {WHITE: Mouse(white), BLACK: Mouse(black)}, [watching])
    sitting.moved()

    # Game 1: the double is taken, and the doubler gives up a single game at 2.
    sitting.play(WHITE)
    sitting.press(BLACK, "double")
    sitting.press(WHITE, "take")
    sitting.press(BLACK, "roll", (2, 1))
    sitting.play(BLACK)
    assert sitting.state.cube.owner == WHITE
    expect(white.locator("#double")).to_be_visible()
    sitting.press(WHITE, "roll", (4, 3))
    sitting.play(WHITE)
    sitting.resign(BLACK, "1")
    sitting.press(WHITE, "accept")
    assert (match.white_score, match.black_score) == (2, 0)

    # Game 2: the double is dropped.
    sitting.press(BLACK, "next", (6, 5))
    sitting.play(WHITE)
    sitting.press(BLACK, "double")
    sitting.press(WHITE, "drop")
    assert (match.white_score, match.black_score) == (2, 1)

    # Game 3: played to the last checker, a gammon.
    sitting.press(WHITE, "next", (6, 5))
    play_out(sitting)
    assert Game.objects.get(match=match, number=3).multiplier == 2
    assert (match.white_score, match.black_score) == (4, 1)

    # Game 4: the Crawford game, without the cube.
    sitting.press(BLACK, "next", (6, 5))
    sitting.play(WHITE)
    for page in (white, black, watching):
        assert "Crawford" in page.locator("#table-title").inner_text()
        expect(page.locator("#cube")).to_have_count(0)
    expect(black.locator("#roll")).to_be_visible()
    expect(black.locator("#double")).to_have_count(0)
    sitting.press(BLACK, "roll", (2, 1))
    sitting.play(BLACK)
    sitting.resign(WHITE, "1")
    sitting.press(BLACK, "accept")
    assert (match.white_score, match.black_score) == (4, 2)

    # Game 5: the cube is back, and dead for the leader.
    sitting.press(WHITE, "next", (6, 5))
    sitting.play(WHITE)
    sitting.press(BLACK, "double")
    sitting.press(WHITE, "take")
    sitting.press(BLACK, "roll", (2, 1))
    sitting.play(BLACK)
    expect(white.locator("#roll")).to_be_visible()
    expect(white.locator("#double")).to_have_count(0)
    sitting.press(WHITE, "roll", (3, 1))
    sitting.play(WHITE)
    sitting.resign(BLACK, "1")
    sitting.press(WHITE, "accept")

    assert (match.status, match.winner, match.white_score) == ("over", "white", 6)
    assert sitting.checked == match.version - 1  # every one; the tie and the opening roll came together
    assert list(faults_of(match)) == []
    for page in (white, black, watching):
        assert "Host" in page.locator("#outcome").inner_text()
    for page in (watching,):
        expect(page.locator("#table button[form=command], #command, #answer")).to_have_count(0)
    leaders = open_page(match.creator, path="/leaderboards/backgammon/")
    assert "Host" in leaders.locator("main table").inner_text()
