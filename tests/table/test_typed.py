"""What is typed at a table: parts of plays, taking back, and words that only tell something. White has to play 3-1."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from games.models import Move
from tests.dice import ScriptedDice
from tests.playing import Table
from tests.presenters.tables import Markup
from tests.table.test_requests import Desk, client_of

pytestmark = [pytest.mark.django_db, pytest.mark.data]


@pytest.fixture
def desk(begin: Callable[..., Table]) -> Desk:
    return Desk(begin(opening=(3, 1)))


def typed(desk: Desk, text: str, draft: str = "", **more: Any) -> tuple[int, dict[str, str | None], str]:
    """What White is answered: the status, the table's root, and the draft that goes with the next line."""
    response = desk.post(desk.white, text=text, draft=draft, **more)
    markup = Markup(response.content.decode())
    goes_with = ({**each} for _, each in markup.elements if each.get("form") == "notation")
    drafts = [each["value"] or "" for each in goes_with if each["name"] == "draft"]
    return response.status_code, markup.with_id("table"), "".join(drafts)


def moves_of(desk: Desk) -> list[str]:
    return [
        f"{move.kind} {move.text}".strip() for move in Move.objects.filter(game__match=desk.match).order_by("version")
    ]


def test_a_whole_play_typed_at_once_is_played(desk: Desk) -> None:
    status, table, _ = typed(desk, "8/5 6/5")
    assert (status, table["data-version"], moves_of(desk)[-1]) == (200, "2", "play 8/5 6/5")


def test_a_beginning_is_put_on_the_board_and_answered_with_what_is_left(desk: Desk) -> None:
    before = desk.stored()
    status, table, draft = typed(desk, "8/5")
    assert (status, table["data-say"], draft) == (200, "8/5. 1 left.", "8/5")
    assert desk.stored() == before


def test_the_next_step_goes_on_from_there_and_confirm_plays_it(desk: Desk) -> None:
    _, table, draft = typed(desk, "6/5", "8/5")
    assert (table["data-say"], draft) == ("8/5 6/5 is complete. Write confirm, or undo.", "8/5 6/5")
    assert "play 8/5 6/5" not in moves_of(desk)
    status, _, draft = typed(desk, "Confirm", draft)
    assert (status, draft, moves_of(desk)[-1]) == (200, "", "play 8/5 6/5")


def test_the_same_play_whole_again_is_played_whatever_is_on_the_board(desk: Desk) -> None:
    assert typed(desk, "24/20", "8/5")[0] == 200
    assert moves_of(desk)[-1] == "play 24/20"


def test_a_step_that_does_not_fit_the_dice_left_leaves_the_board_as_it_is(desk: Desk) -> None:
    before = desk.stored()
    status, table, draft = typed(desk, "13/10", "8/5")
    assert (status, draft, desk.stored()) == (422, "8/5", before)
    assert table["data-say"] == "13/10 does not fit the roll 3-1. Play the 1."


@pytest.mark.parametrize(
    ("word", "draft", "after", "said"),
    [
        ("undo", "8/5 6/5", "8/5", "8/5. 1 left."),
        ("UNDO", "8/5", "", "No step is on the board. Your turn: play 3-1."),
        ("start  over", "8/5 6/5", "", "No step is on the board. Your turn: play 3-1."),
    ],
)
def test_taking_back(desk: Desk, word: str, draft: str, after: str, said: str) -> None:
    status, table, left = typed(desk, word, draft)
    assert (status, left, table["data-say"]) == (200, after, said)


@pytest.mark.parametrize("word", ["undo", "start over", "confirm"])
def test_what_needs_a_draft_is_refused_without_one(desk: Desk, word: str) -> None:
    status, table, _ = typed(desk, word)
    assert status == 409
    assert (table["data-say"] or "").startswith("There is nothing to ")
    assert typed(desk, "confirm", "8/5")[0] == 409


def test_a_word_that_only_tells_something_keeps_the_board_and_stores_nothing(desk: Desk) -> None:
    before = desk.stored()
    status, table, draft = typed(desk, "pips", "8/5")
    assert (status, draft, table["data-say"]) == (200, "8/5", "You: 164 pips. right: 167 pips.")
    assert desk.stored() == before


def test_a_wrong_word_names_what_is_possible_and_keeps_the_board(desk: Desk) -> None:
    status, table, draft = typed(desk, "helo", "8/5")
    assert (status, draft) == (422, "8/5")
    assert (table["data-say"] or "").startswith("“helo” is no word of this table. Now: a play such as 13/7 8/7, undo, ")


def test_a_draft_of_an_older_table_is_forgotten(desk: Desk) -> None:
    desk.post(desk.white, kind="play", play="8/5 6/5")
    status, table, draft = typed(desk, "pips", "8/5", version=1)
    assert (status, draft, table["data-say"]) == (200, "", "You: 163 pips. right: 167 pips.")


def test_not_even_where_it_would_fit_the_new_roll(desk: Desk, dice: ScriptedDice) -> None:
    desk.post(desk.white, kind="play", play="8/5 6/5")
    dice.script((6, 5), (3, 1))
    desk.post(desk.black, kind="roll")
    desk.post(desk.black, kind="play", play="24/13")
    desk.post(desk.white, kind="roll")
    assert typed(desk, "draft", "8/5")[2] == "8/5"
    assert typed(desk, "draft", "8/5", version=1)[2] == ""


def test_a_draft_that_was_tampered_with_is_dropped(desk: Desk) -> None:
    status, table, draft = typed(desk, "pips", "24/10")
    assert (status, draft, table["data-version"]) == (422, "", "1")


def test_the_address_follows_the_draft(desk: Desk) -> None:
    response = desk.post(desk.white, text="8/5")
    assert response["HX-Replace-Url"] == f"{desk.url}?v=1&draft=8%2F5"
    assert desk.post(desk.white, text="undo", draft="8/5")["HX-Replace-Url"] == desk.url
    led = desk.post(desk.white, text="24/23", lead="1")
    assert led["HX-Replace-Url"] == f"{desk.url}?v=1&draft=24%2F23&lead=1"


def test_without_javascript_an_answer_is_a_page_that_can_be_read_again(desk: Desk) -> None:
    response = desk.post(desk.white, htmx=False, text="13", draft="8/5")
    assert response.status_code == 303
    address = urlsplit(response["Location"])
    assert parse_qs(address.query) == {"v": ["1"], "draft": ["8/5"], "ask": ["13"]}
    page = desk.white.get(response["Location"]).content.decode()
    assert '<p class="notice">13 point, 5 of your checkers.</p>' in page


def test_who_watches_asks_by_a_form_of_his_own(desk: Desk) -> None:
    watching = Client()
    page = watching.get(desk.url).content.decode()
    assert 'name="ask"' in page
    assert 'name="text"' not in page
    answer = watching.get(f"{desk.url}?ask=6", headers={"HX-Request": "true"}).content.decode()
    assert Markup(answer).with_id("table")["data-say"] == "6 point, 5 white checkers."
    wrong = watching.get(f"{desk.url}?ask=roll", headers={"HX-Request": "true"})
    assert wrong.status_code == 422
    assert "“roll” is no word of this table. Write help for all words." in wrong.content.decode()


def test_who_watches_cannot_type_commands(desk: Desk) -> None:
    watching = client_of(None)
    for text in ("8/5", "pips", "confirm"):
        assert desk.post(watching, text=text, draft="8/5").status_code == 403


def test_the_other_player_has_no_draft(desk: Desk) -> None:
    for text, status in (("8/5", 409), ("undo", 409), ("pips", 200)):
        assert desk.post(desk.black, text=text, draft="8/5").status_code == status
