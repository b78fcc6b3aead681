"""Acey-Deucey over HTTP: entering, naming a double and resigning, by buttons and by the notation box."""

from typing import Any

import pytest
from django.test import Client

from games.models import Move
from games.rules.game import Phase
from tests.playing import Table
from tests.table.test_requests import WHITE, Begin, Desk, refuses

pytestmark = [pytest.mark.django_db, pytest.mark.data]


def desk_of(table: Table) -> Desk:
    desk = Desk(table)
    desk.before = desk.stored()
    return desk


@pytest.fixture
def desk(begin: Begin) -> Desk:
    """White is to name a double."""
    table = begin(variant="acey-deucey", options=("count",), length=5, opening=(5, 2))
    table.dice.script((1, 2))
    table.do(WHITE, "roll")
    table.do(WHITE, "play", "hand/24 hand/23")
    return desk_of(table)


@pytest.mark.parametrize(
    "fields",
    [{"kind": "choose", "number": "3"}, {"text": "choose 3"}, {"text": "Choose 3-3"}, {"text": "3-3"}, {"text": "33"}],
    ids=str,
)
def test_a_double_is_named(desk: Desk, fields: dict[str, Any]) -> None:
    assert desk.post(desk.white, **fields).status_code == 200
    assert (desk.table.state.phase, desk.table.state.dice) == (Phase.TO_PLAY, (3, 3))
    move = Move.objects.latest("version")
    assert (move.kind, move.text, move.die1) == ("choose", "3", None)


@pytest.mark.parametrize("text", ["h/22(4)", "hand/22(4)", "H-22 h/22 hand/22 h/22"])
def test_entering_is_written_with_the_hand(desk: Desk, text: str) -> None:
    desk.post(desk.white, text="choose 3")
    assert desk.post(desk.white, text=text).status_code == 200
    assert Move.objects.latest("version").text == "hand/22(4)"


@pytest.mark.parametrize("number", ["", "0", "7", "x", "²"])
def test_no_such_double(desk: Desk, number: str) -> None:
    refuses(desk, desk.post(desk.white, kind="choose", number=number), 422)
    assert desk.post(desk.white, kind="choose", number="6").status_code == 200


def test_a_double_is_named_by_the_player_on_roll(desk: Desk) -> None:
    refuses(desk, desk.post(desk.black, kind="choose", number="3"), 409, "opponent&#39;s turn")
    refuses(desk, desk.post(Client(), kind="choose", number="3"), 403)
    assert desk.post(desk.white, kind="choose", number="3").status_code == 200


def test_a_double_is_named_once_and_only_when_asked(desk: Desk) -> None:
    refuses(desk, desk.post(desk.white, kind="roll"), 409, "choose the double")
    version = desk.match.version
    for _ in range(2):
        assert desk.post(desk.white, kind="choose", number="3", version=version).status_code == 200
    desk.match.refresh_from_db()
    desk.before = desk.stored()
    refuses(desk, desk.post(desk.white, kind="choose", number="4"), 409, "you have rolled")


def test_resigning_without_a_level_costs_what_there_is_to_lose(desk: Desk) -> None:
    """AD-16: all fifteen checkers are left."""
    refuses(desk, desk.post(desk.white, text="resign 1"), 409, "level you can lose: 15")
    assert desk.post(desk.white, text="resign").status_code == 200
    desk.match.refresh_from_db()
    assert (desk.match.status, desk.match.black_score) == ("over", 15)
