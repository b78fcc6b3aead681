"""A match that may take any turn, with servers that come and go: the rules, database, page and socket always agree.

The model is `games.rules` alone (tests/reliability/model.py); the system is the real server, HTTP and a table socket.
After every step the answer has the status that the model gives, and page, frame and stored rows show what it says.
`make stateful` takes many more and longer walks.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import hypothesis
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.commands import Command
from games.models import Game, Match, Move
from games.rules.game import Phase, Seat
from games.rules.match import MatchTerms
from games.rules.notation import format_play
from games.rules.snapshot import from_json
from games.rules.variants import VARIANTS, variant
from games.stored import match_score
from tests.browser.dice import DICE_FILE, DiceFile
from tests.live.serving import environment
from tests.live.viewing import session_of
from tests.people import make_user
from tests.reliability.killing import Web
from tests.reliability.model import DONE, Model
from tests.reliability.nursery import Nursery
from tests.reliability.sight import show, sight_of
from tests.reliability.site import Browser, Site
from tests.reliability.storm import wait_for
from tests.reliability.viewer import Viewer
from tests.reliability.wishes import Wish, asked_by, form_of
from tests.services import free_port

DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))
SEATS = st.sampled_from(list(Seat))
GAMES = [
    (key, options)
    for key, each in VARIANTS.items()
    for options in {(), *((option.key,) for question in each.questions for option in question.options)}
]
BARE = ["roll", "double", "take", "drop", "beaver", "accept", "refuse", "next", "leave", "flag", "claim", "abort"]
JUNK = st.one_of(
    st.sampled_from(BARE).map(Command),
    st.sampled_from(["lowest", "match", "1", "2", "3", "9"]).map(lambda level: Command("resign", level)),
    st.sampled_from(["24/18", "8/5 6/5", "bar/21", "13/7 13/8", "hand/20", "?"]).map(
        lambda text: Command("play", text)
    ),
    st.sampled_from("1670").map(lambda number: Command("choose", number)),
)


LONG_AFTER = datetime(2100, 1, 1, tzinfo=UTC)


@dataclass
class World:
    """What all walks share: a server that can be killed, its dice, and the people."""

    site: Site
    web: Web
    dice: DiceFile
    sessions: dict[str, str] = field(default_factory=dict)

    def tab(self, name: str) -> Browser:
        """A new tab of somebody; of a stranger without a session."""
        return Browser(self.site, self.sessions.get(name, ""))


world: World | None = None


class Walk(RuleBasedStateMachine):
    """One match of any terms."""

    def __init__(self) -> None:
        super().__init__()
        assert world
        self.world = world
        self.tabs = {Seat.WHITE: world.tab("white"), Seat.BLACK: world.tab("black"), None: world.tab("stranger")}
        self.done: list[tuple[int, Wish]] = []
        self.steps = 0
        self.viewer: Viewer | None = None

    @initialize(game=st.sampled_from(GAMES), length=st.sampled_from([0, 0, 1, 3]), data=st.data())
    def create_and_join(self, game: tuple[str, tuple[str, ...]], length: int, data: st.DataObject) -> None:
        """One makes a match over HTTP, the other joins; ties of the opening roll are rolled again."""
        key, answers = game
        rules = variant(key, answers)
        terms = MatchTerms(
            variant=key,
            options=rules.options,
            length=length,
            crawford=bool(length) and rules.has_cube,
            cube=rules.has_cube,
            max_beavers=2 if not length and rules.has_cube else 0,
            automatic_doubles=1 if not length and rules.has_cube else 0,
        )
        form: dict[str, object] = {"variant": key, "visibility": "public", "seat": "white", "crawford": "on"}
        form |= {"kind": "match", "length": length} if length else {"kind": "session"}
        form |= {"cube": "on", "max_beavers": 2 * (not length), "automatic_doubles": int(not length)}
        form |= {
            f"{key}-{question.key}": option.key
            for question in VARIANTS[key].questions
            for option in question.options
            if option.key in answers
        }
        form["pace"] = data.draw(st.sampled_from(["none", "days7"]), label="pace")
        self.match = self.tabs[Seat.WHITE].create(form)
        self.model = Model(terms)
        opening = self.script(data, opening=True)
        self.tabs[Seat.BLACK].join(self.match, {})
        self.model.begin_game(iter(opening).__next__)
        self.view = data.draw(st.sampled_from([Seat.WHITE, Seat.BLACK, None]), label="the socket's view")
        self.open_socket()
        self.look()

    # Steps

    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """Something that somebody may do."""
        wishes = possible(self.model)
        if wishes:
            self.give(data.draw(st.sampled_from(wishes), label="wish"), self.model.version, data, expected=DONE)

    @rule(seat=SEATS, command=JUNK, data=st.data())
    def try_anything(self, seat: Seat, command: Command, data: st.DataObject) -> None:
        """Any command of any seat: carried out if the rules say so."""
        self.give(Wish(seat, command), self.model.version, data)

    @precondition(lambda self: self.done)
    @rule(data=st.data())
    def retry(self, data: st.DataObject) -> None:
        """An earlier command once more, with its version: done, and nothing changes."""
        version, wish = data.draw(st.sampled_from(self.done), label="done")
        self.give(wish, version, data, expected=DONE)

    @rule(seat=SEATS, command=JUNK, back=st.integers(-2, 5), data=st.data())
    def from_another_page(self, seat: Seat, command: Command, back: int, data: st.DataObject) -> None:
        """A command made for an earlier version, or for one that is yet to come."""
        self.give(Wish(seat, command), max(0, self.model.version - back), data)

    @rule(data=st.data())
    def act_as_a_spectator(self, data: st.DataObject) -> None:
        """What a player may do, asked for by somebody who only watches."""
        for wish in possible(self.model)[:1]:
            op = self.tabs[None].command(
                self.match, self.model.version, asked_by(self.model, 0, wish), form_of(wish.command)
            )
            assert op.status == self.model.answer(None, self.model.version, wish.command, self.no_dice)
            self.look()

    @rule()
    def look(self) -> None:
        """Every view of the page shows what the rules say."""
        for tab in self.tabs.values():
            assert tab.look(self.match).seen == self.expected()

    @precondition(lambda self: self.steps % 10 == 9)
    @rule()
    def restart(self) -> None:
        """The server is killed; another one takes its place, and knows nothing but the database."""
        self.world.web.nursery.kill(self.world.web.pid)
        self.world.web.start_again(peacefully=True)
        wait_for([self.world.web])
        for tab in self.tabs.values():
            tab.close()
        self.open_socket()
        self.look()

    # What must hold

    @invariant()
    def everything_agrees(self) -> None:
        """Database and socket are where the model is."""
        self.steps += 1
        if self.viewer is None:
            return
        assert show(self.viewer.at(self.model.version)) == self.expected()
        match = Match.objects.get(public_id=self.match)
        assert (match.version, match.status, match.winner) == (
            self.model.version,
            self.model.status,
            self.model.winner or "",
        )
        assert match_score(match) == self.model.score
        assert from_json(Game.objects.filter(match=match).latest("number").state) == self.model.state
        assert Move.objects.filter(match=match).count() == self.model.version

    def give(self, wish: Wish, version: int, data: st.DataObject, expected: int | None = None) -> None:
        """Give a command with dice at hand for it; model and server take the same and answer alike."""
        before = self.model.version
        rolls = self.script(data, opening=wish.command.kind == "next")
        left = iter(rolls)
        asked = asked_by(self.model, before, wish)
        status = self.model.answer(wish.seat, version, wish.command, left.__next__)
        op = self.tabs[wish.seat].command(self.match, version, asked, form_of(wish.command))
        assert (op.status, len(self.world.dice.left())) == (status, len(list(left)))
        assert expected in (None, status)
        assert op.seen == self.expected()
        self.world.dice.clear()
        if status == DONE and self.model.version > before:
            self.done.append((version, wish))

    def script(self, data: st.DataObject, *, opening: bool) -> list[tuple[int, int]]:
        """Dice for the next command, in the server's script as well; an opening may begin with a tie."""
        rolls = [data.draw(DICE, label="dice")]
        if opening:
            rolls.append(data.draw(DICE.filter(lambda dice: dice[0] != dice[1]), label="opening"))
            if rolls[0][0] != rolls[0][1]:
                rolls.pop()
        self.world.dice.clear()
        self.world.dice.script(*rolls)
        return rolls

    def no_dice(self) -> tuple[int, int]:
        """For commands that must not roll."""
        raise AssertionError("dice were rolled")

    def expected(self) -> object:
        """What everybody must see."""
        assert self.model.state
        return sight_of(self.model.version, self.model.status, self.model.state)

    def open_socket(self) -> None:
        """A page of the view that has been drawn, just opened."""
        if self.viewer:
            self.viewer.close()
        name = self.view.value if self.view else "stranger"
        self.viewer = Viewer(self.world.site.ports[0], self.match, self.world.sessions.get(name, ""))

    def teardown(self) -> None:
        if self.viewer:
            self.viewer.close()
            # Its next game would begin a minute later, with dice that are scripted for another walk by then.
            Match.objects.filter(public_id=self.match, due_at__isnull=False).update(due_at=LONG_AFTER)
        for tab in self.tabs.values():
            tab.close()


def possible(model: Model) -> list[Wish]:
    """What somebody may do now; of many plays a few."""
    state = model.state
    if state is None or model.is_over:
        return []
    seat = state.to_act
    if seat is None:
        return [Wish(Seat.WHITE, Command("next")), Wish(Seat.BLACK, Command("next"))] + (
            [] if model.terms.length else [Wish(Seat.BLACK, Command("leave"))]
        )
    if state.phase == Phase.DOUBLED:
        kinds = ["take", "drop", *(["beaver"] if state.can_beaver(seat) else [])]
        return [Wish(seat, Command(kind)) for kind in kinds]
    if state.phase == Phase.RESIGNING:
        return [Wish(seat, Command("accept")), Wish(seat, Command("refuse"))]
    resigned = [Wish(seat, Command("resign", str(level))) for level in state.resign_levels(seat)[:1]]
    if state.phase == Phase.TO_CHOOSE:
        return [Wish(seat, Command("choose", str(number))) for number in range(1, 7)] + resigned
    if state.phase == Phase.TO_ROLL:
        doubles = [Wish(seat, Command("double"))] if state.can_double(seat) else []
        return [Wish(seat, Command("roll"))] * 3 + doubles + resigned
    legal = state.legal()
    plays = [format_play(legal.play_for(result)) for result in list(legal.results)[:8]]
    return [Wish(seat, Command("play", text)) for text in plays]


@pytest.fixture
def a_world(transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A server on the test's database, whose dice are scripted."""
    sessions = {name: session_of(make_user(name)) for name in ("white", "black")}
    dice = DiceFile(tmp_path / "dice")
    place = environment(
        tmp_path, DJANGO_SETTINGS_MODULE="tests.reliability.scripted_settings", **{DICE_FILE: str(dice.path)}
    )
    site = Site(ports=[free_port()])
    nursery = Nursery(tmp_path / "log", look_seconds=16, environment=place)
    web = Web(site, nursery, site.ports[0], seed=0)
    wait_for([web])
    yield World(site, web, dice, sessions)
    nursery.close()
    complaints = [line for line in (tmp_path / "log").read_text().splitlines() if "Error" in line]
    assert complaints == []


@pytest.mark.data
def test_rules_database_page_and_socket_agree(a_world: World, walks: tuple[int, int]) -> None:
    global world
    world = a_world
    examples, steps = walks
    # A walk that fails is told as it is: to make it shorter would take the real server an hour.
    generate = (hypothesis.Phase.generate,)
    run_state_machine_as_test(
        Walk, settings=settings(max_examples=examples, stateful_step_count=steps, phases=generate)
    )
