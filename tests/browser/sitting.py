"""A match on the server with a hand at each seat: after every command all pages must agree with the database."""

from datetime import UTC, datetime

from playwright.sync_api import Page

from games.models import Game, Match
from games.rules.game import GameState, Seat
from games.rules.match import MatchTerms
from games.rules.notation import format_play, read_play
from games.rules.plays import Play
from games.rules.position import BAR, HAND
from games.rules.snapshot import from_json
from games.services.matches import create_match
from tests.browser.dice import DiceFile
from tests.browser.hands import Hand
from tests.browser.watching import seen_on, stored
from tests.people import make_user

# Looked at in every frame; `expect` would look again after a tenth of a second, then after a quarter.
SHOWN = "version => document.querySelector('#table')?.dataset.version === version"


def challenge(terms: MatchTerms, host: str = "Host") -> Match:
    """A rated match that the host, who is White, has offered to everybody."""
    return create_match(make_user(host), terms, rated=True, public=True, seat=Seat.WHITE, now=datetime.now(UTC))


def homeward(state: GameState) -> Play:
    """The play that brings the rearmost checkers farthest, and of several such the one that hits."""
    return min(
        state.legal(),
        key=lambda play: (
            sum(min(place, BAR) ** 2 * count for place, count in enumerate(play.result.mine[: HAND + 1])),
            play.result.theirs[BAR],
            format_play(play),
        ),
    )


class Sitting:
    """A match on the server with a hand at each seat, and pages that watch."""

    def __init__(
        self, match: Match, dice: DiceFile, hands: dict[Seat, Hand], watching: list[Page], *, live: bool = True
    ) -> None:
        self.match, self.dice, self.hands, self.watching, self.live = match, dice, hands, watching, live
        self.checked = 0

    @property
    def state(self) -> GameState:
        return from_json(Game.objects.filter(match=self.match).latest("number").state)

    def moved(self) -> None:
        """After a command: everybody shows the new version, and the same as the database."""
        version = str(self.wait_for_version(self.match.version + 1))
        pages = [*(hand.page for hand in self.hands.values()), *self.watching]
        for page in pages:
            if not self.live:
                if page.locator("#table").get_attribute("data-version") != version:
                    page.reload()
                page.wait_for_load_state()
            page.wait_for_function(SHOWN, arg=version)
        expected = stored(self.match, self.state)
        for page in pages:
            assert seen_on(page) == expected
        self.checked += 1

    def wait_for_version(self, version: int) -> int:
        """The stored version, once it is at least this."""
        page = next(iter(self.hands.values())).page
        for _ in range(200):
            self.match.refresh_from_db()
            if self.match.version >= version:
                return self.match.version
            page.wait_for_timeout(25)
        raise AssertionError(f"the match never reached version {version}: {page.locator('#call').inner_text()}")

    def press(self, seat: Seat, button: str, *rolls: tuple[int, int]) -> None:
        self.dice.script(*rolls)
        self.hands[seat].press(button)
        self.moved()

    def resign(self, seat: Seat, level: str) -> None:
        self.hands[seat].resign(level)
        self.moved()

    def choose(self, seat: Seat, number: int) -> None:
        self.hands[seat].choose(number)
        self.moved()

    def play(self, seat: Seat, text: str = "") -> None:
        """Play `text`, in notation, or else what brings the rearmost checkers farthest."""
        state = self.state
        play = homeward(state)
        if text:
            play = read_play(state.variant, state.seen_by(seat), state.dice_to_play(seat), text)
        self.hands[seat].play(play)
        self.moved()
