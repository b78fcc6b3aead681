"""Tables for presenter tests: facts without a database, and what a view of them shows."""

from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

from games.markup import draw
from games.presenters.table import TableView, table_view
from games.rules import game
from games.rules.clock import PACES, new_clock
from games.rules.game import GameState, Phase, Reason, Seat, Terms
from games.rules.history import Entry, replay
from games.rules.match import MatchTerms, Score
from games.rules.plays import Draft
from games.rules.position import position
from games.selectors.table import GameResult, Player, Secrets, TableFacts

WHITE, BLACK = Seat.WHITE, Seat.BLACK
VIEWS = ("white", "black", "spectator")
FIVE_POINTS = MatchTerms("backgammon", 5)
AWAY = Terms(away=(3, 4))
SESSION = MatchTerms("backgammon", 0, jacoby=True, max_beavers=2)


def facts(state: GameState | None, record: tuple[Entry, ...] | list[Entry] = (), **changes: Any) -> TableFacts:
    """Ana (White) leads Bob 2-1 in a five-point match, in game 3, unless `changes` say otherwise."""
    table = TableFacts(
        public_id="k3mw9x2hq4AbCdEf",
        version=17,
        terms=FIVE_POINTS,
        score=Score(2, 1),
        status="playing",
        rated=True,
        public=True,
        creator=WHITE,
        players={WHITE: Player("Ana", is_guest=False), BLACK: Player("Bob", is_guest=False)},
        game_number=3,
        state=state,
        record=tuple(record),
        results=(GameResult(1, WHITE, Reason.DROP, 1, 2), GameResult(2, BLACK, Reason.BEAROFF, 1, 1)),
        clock=new_clock(PACES["none"], FIVE_POINTS.length),
        winner=None,
        rating_changes={},
        rematch_by=None,
        rematch_id=None,
    )
    return replace(table, **changes)


def open_facts(**changes: Any) -> TableFacts:
    """Ana waits for somebody to take Black's seat."""
    players = {WHITE: Player("Ana", is_guest=False), BLACK: None}
    table = facts(None, status="open", players=players, game_number=0, results=(), score=Score())
    return replace(table, **changes)


def waiting_facts(**changes: Any) -> TableFacts:
    """Bob has taken Black's seat; Ana's browser has a secret to reveal, the server has drawn Bob's."""
    secrets = Secrets(frozenset({BLACK}), root="aa" * 32, commitment="bb" * 32, of_joiner="cc" * 32)
    table = facts(None, status="waiting", game_number=0, results=(), score=Score(), secrets=secrets)
    return replace(table, **changes)


def over_facts(points: int = 2, **changes: Any) -> TableFacts:
    """Ana has just won game 3 with `points` points, which make a gammon when there are two."""
    ended = at("", "24:1 6:14", Phase.TO_ROLL, WHITE).won(WHITE, Reason.BEAROFF, points)
    results = (*facts(None).results, GameResult(3, WHITE, Reason.BEAROFF, points, points))
    record = [roll(WHITE, 2, 1), play(WHITE, "1/off(2)")]
    return replace(facts(ended, record, score=Score(2 + points, 1), results=results), **changes)


def at(mine: str, theirs: str, phase: Phase, seat: Seat, dice: tuple[int, int] | None = None, **more: Any) -> GameState:
    """A moment in the middle of a game; `mine` are White's checkers."""
    state = game.new_game(more.pop("terms", AWAY))
    stands = position(mine, theirs)
    return replace(state, position=stands, phase=phase, on_roll=seat, dice=dice, first_turn=False, **more)


def started(*dice: tuple[int, int], terms: Terms = AWAY) -> TableFacts:
    """A game after its opening roll or rolls."""
    record = [Entry("roll", None, each) for each in dice]
    return facts(replay(terms, record), record)


def went_on(table: TableFacts, *entries: Entry) -> TableFacts:
    """The table after these further moves."""
    record = (*table.record, *entries)
    assert table.state
    return replace(table, state=replay(table.state.terms, record), record=record)


def roll(seat: Seat | None, *dice: int) -> Entry:
    return Entry("roll", seat, (dice[0], dice[1]))


def play(seat: Seat, text: str) -> Entry:
    return Entry("play", seat, None, text)


def does(seat: Seat, kind: str, text: str = "") -> Entry:
    return Entry(kind, seat, None, text)


class Markup(HTMLParser):
    """The elements of a fragment: tag and attributes, in order; and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def with_id(self, name: str) -> dict[str, str | None]:
        """The attributes of the one element with this id."""
        (found,) = [attributes for _, attributes in self.elements if attributes.get("id") == name]
        return found

    @property
    def ids(self) -> list[str]:
        return [attributes["id"] or "" for _, attributes in self.elements if "id" in attributes]

    @property
    def controls(self) -> set[str]:
        """The ids of what can be pressed: buttons that send something, and links."""
        return {
            attributes["id"] or ""
            for tag, attributes in self.elements
            if "id" in attributes
            and "hidden" not in attributes
            and (tag == "a" or (tag == "button" and "form" in attributes))
        }


def shown(table: TableFacts, view: str, draft: Draft | None = None, notice: str = "") -> TableView:
    return table_view(table, view, draft, notice)


def fragment(table: TableFacts, view: str, draft: Draft | None = None, notice: str = "") -> str:
    return draw("table", shown(table, view, draft, notice))


def controls(table: TableFacts, view: str, draft: Draft | None = None) -> set[str]:
    """What this view can press, by id."""
    return Markup(fragment(table, view, draft)).controls


def points_of(view: TableView) -> dict[str, str]:
    """The accessible name of every point and of the bar, by id."""
    places = [place for quadrant in view.board.quadrants for place in quadrant.points]
    return {place.id: place.label for place in [*places, view.board.bar]}
