"""A table that waits for its creator's secret: what it says to whom, and what it holds for the creator's browser."""

from dataclasses import replace

import pytest

from games.presenters.lists import own_table_view
from games.presenters.secrets import drawn_note
from games.rules.clock import PACES, new_clock
from games.rules.game import Seat
from games.rules.match import Score
from games.selectors.lobby import OwnTable
from games.selectors.table import Player, Secrets
from tests.playing import NOON
from tests.presenters.tables import BLACK, FIVE_POINTS, VIEWS, WHITE, Markup, fragment, over_facts, shown, waiting_facts


def test_it_tells_each_whom_it_waits_for() -> None:
    told = [shown(waiting_facts(), view).call for view in VIEWS]
    waits = "Waiting for Ana’s browser to reveal its secret. The match starts by itself then."
    assert [call.say for call in told] == [
        "Bob has joined. Your browser reveals its secret for the dice. The match starts by itself then.",
        waits,
        waits,
    ]
    for call in told:
        assert call.say == f"{call.headline}. {call.detail}"
    assert [shown(waiting_facts(creator=BLACK), view).call.headline for view in VIEWS] == [
        "Waiting for Bob’s browser to reveal its secret",
        "Ana has joined",
        "Waiting for Bob’s browser to reveal its secret",
    ]


def test_players_can_call_it_off_and_the_creators_browser_is_told_the_joiners_secret() -> None:
    markup = [Markup(fragment(waiting_facts(), view)) for view in VIEWS]
    buttons = [any(each.get("form") == "call-off-form" for _, each in page.elements) for page in markup]
    assert buttons == [True, True, False]
    secrets = [[each["value"] for _, each in page.elements if each.get("form") == "dice-exchange"] for page in markup]
    assert secrets == [["cc" * 32], [], []]


@pytest.mark.parametrize(
    ("by_server", "words"),
    [
        ({WHITE}, "Server-drawn secret for White"),
        ({BLACK}, "Server-drawn secret for Black"),
        ({WHITE, BLACK}, "Server-drawn secrets for White and Black"),
        ((), ""),
    ],
)
def test_it_says_whose_secret_the_server_has_drawn(by_server: set[Seat], words: str) -> None:
    table = waiting_facts(secrets=Secrets(frozenset(by_server)))
    for view in VIEWS:
        assert shown(table, view).drawn == words
        assert ("Server-drawn" in fragment(table, view)) is (words != "")


def test_a_match_without_a_chain_says_so() -> None:
    assert drawn_note(None).startswith("These dice cannot be checked")
    assert "These dice cannot be checked" in fragment(over_facts(), "spectator")


def test_a_rematch_to_accept_comes_with_what_has_been_committed_to() -> None:
    fresh = Secrets(frozenset(), root="aa" * 32, commitment="bb" * 32)
    over = over_facts(status="over", winner=WHITE, rematch_by=WHITE, rematch_id="x" * 16, rematch_secrets=fresh)
    pages = [Markup(fragment(over, view)) for view in VIEWS]
    assert ["rematch" in page.ids for page in pages] == [False, True, False]
    told = pages[1].with_id("rematch")
    assert (told["data-id"], told["data-root"], told["data-commitment"]) == ("x" * 16, "aa" * 32, "bb" * 32)
    asks = over_facts(status="over", winner=WHITE)
    assert "data-root" not in Markup(fragment(asks, "white")).with_id("rematch")


@pytest.mark.parametrize(
    ("to_act", "turn", "is_yours"), [(WHITE, "Open it to start", True), (BLACK, "Waiting to start", False)]
)
def test_ones_own_table_says_whether_one_is_waited_for(to_act: Seat, turn: str, is_yours: bool) -> None:
    clock = new_clock(PACES["none"], 5)
    table = OwnTable("x" * 16, Player("Bob", is_guest=False), WHITE, FIVE_POINTS, Score(), clock, to_act, True)
    view = own_table_view(table, NOON)
    assert (view.turn, view.is_yours, view.opponent) == (turn, is_yours, "Bob")
    assert own_table_view(replace(table, is_waiting=False), NOON).turn in ("Your turn", "Their turn")
