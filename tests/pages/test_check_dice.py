"""The page on which the dice of a match are checked, as it is sent; tests/browser/test_check_dice.py checks on it."""

import gzip
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from config.bundles import bundle
from games.models import DiceExchange, Match
from tests.chained import BLACK, ENDINGS, WHITE, chained_table, finish, turns
from tests.playing import Table

pytestmark = [pytest.mark.django_db]
Begin = Callable[..., Table]


def page_of(match: Match) -> str:
    response = Client().get(f"/matches/{match.public_id}/dice/")
    assert response.status_code == 200
    return unescape(response.content.decode())


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def rows_of(page: str, game: int) -> list[list[str]]:
    """The cells of the table of a game."""
    table = page.split(f'id="game-{game}"')[1].split("<tbody>")[1].split("</tbody>")[0]
    return [[text_of(cell) for cell in re.findall(r"<td.*?</td>", row)] for row in table.split("</tr>")[:-1]]


def test_every_roll_stands_there_with_who_rolled_it(begin: Begin) -> None:
    table = begin(length=3, opening=[(2, 2), (3, 1)])
    table.do(WHITE, "play", "8/5 6/5")
    table.dice.script((6, 5))
    table.do(BLACK, "roll")
    table.do(BLACK, "play", "24/13")
    table.do(WHITE, "double")
    table.do(BLACK, "drop")
    assert rows_of(page_of(table.match), 1) == [
        ["1", "opening", "2 2", ""],
        ["2", "opening", "3 1", ""],
        ["3", "right", "6 5", ""],
    ]


def test_the_names_of_guests_and_everything_else_are_escaped() -> None:
    table = chained_table(names=("<b>Ana", "Bob"), length=3)
    ENDINGS["drop"][1](table)
    response = Client().get(f"/matches/{table.match.public_id}/dice/")
    assert "<b>Ana" not in response.content.decode()
    assert "&lt;b&gt;Ana" in response.content.decode()


@pytest.mark.parametrize("name", ENDINGS)
def test_however_a_game_ends_it_can_be_checked(name: str) -> None:
    terms, end = ENDINGS[name]
    table = chained_table(**terms)
    end(table)
    page = page_of(table.match)
    rolls = table.match.moves.filter(kind="roll").count()
    assert len(rows_of(page, 1)) == rolls
    assert f'data-games="1" data-rolls="{rolls}"' in page
    assert "check-dice.js" in page
    assert table.match.games.get().dice_secret in page


def test_before_a_game_is_over_the_page_says_what_will_be_there(match: Match) -> None:
    for page in (page_of(match), page_of(chained_table(length=3).match)):
        assert "There is nothing to check yet." in page
        assert "What is checked" in page
        assert "check-dice.js" not in page
        assert 'id="verdict"' not in page
        assert "Download the record" in page
    root = DiceExchange.objects.get(match=match).root
    assert root in page_of(match)  # fixed already, for anybody to note
    assert "not yet" in page_of(match)


def test_the_game_that_is_being_played_waits() -> None:
    table = chained_table(length=5)
    ENDINGS["drop"][1](table)
    table.do(WHITE, "next")
    turns(table, 4)
    page = page_of(table.match)
    assert 'id="game-1"' in page
    assert 'id="game-2"' not in page
    assert "The game that is being played can be checked when it is over" in page
    assert 'data-games="1"' in page


def test_a_match_without_these_dice_says_so(begin: Begin) -> None:
    table = begin(length=3)
    table.do(WHITE, "resign", "match")
    DiceExchange.objects.all().delete()
    page = page_of(table.match)
    assert "This match began before this server had dice that can be checked." in page
    assert "check-dice.js" not in page
    assert "check_dice.py" not in page
    assert rows_of(page, 1) == [["1", "opening", "3 1"]]


@pytest.mark.parametrize(
    ("creator", "joiner", "label", "said"),
    [
        (
            True,
            True,
            "Server-drawn secrets for White and Black",
            "In this match the server itself drew the secrets of both players.",
        ),
        (True, False, "Server-drawn secret for White", "In this match the server itself drew the secret of left."),
        (False, True, "Server-drawn secret for Black", "In this match the server itself drew the secret of right."),
        (False, False, "", ""),
    ],
)
def test_the_label_of_secrets_the_server_drew(creator: bool, joiner: bool, label: str, said: str) -> None:
    """White has made the match."""
    table = chained_table(length=3)
    ENDINGS["drop"][1](table)
    DiceExchange.objects.update(creator_by_server=creator, joiner_by_server=joiner)
    head, steps = page_of(table.match).split('id="verdict"')[0], page_of(table.match).split('class="steps"')[1]
    assert (f'<span class="badge">{label}</span>' in head) is bool(label)
    assert said in text_of(page_of(table.match))
    assert ("the server itself drew" in page_of(table.match)) is bool(said)
    assert steps.count("Server-drawn secret for White") == 2 * creator  # its commitment, and it
    assert steps.count("Server-drawn secret for Black") == joiner


def test_times_are_utc_whatever_the_hosts_clock_shows(settings: Settings) -> None:
    settings.TIME_ZONE = "Asia/Tokyo"
    assert page_of(chained_table(length=3).match).count("2026-01-01 12:00:00 UTC") == 4


def test_of_a_long_session_the_newest_games_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.presenters.check.GAMES_SHOWN", 2)
    table = chained_table(length=0)
    for _ in range(3):
        ENDINGS["drop"][1](table)
        table.do(WHITE, "next")
    page = page_of(table.match)
    assert 'id="game-1"' not in page
    assert 'id="game-2"' in page
    assert 'id="game-3"' in page
    assert "1 earlier game is checked as well; its rolls are in the record." in page
    assert 'data-games="3"' in page


def test_it_takes_as_many_queries_for_five_games_as_for_one() -> None:
    table = chained_table(length=0)
    ENDINGS["drop"][1](table)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            page_of(table.match)
        assert not any("dicesecret" in query["sql"].lower() for query in captured.captured_queries)
        return len(captured)

    before = queries()
    for _ in range(4):
        table.do(WHITE, "next")
        ENDINGS["drop"][1](table)
    assert queries() == before == 4


def test_nobody_is_told_of_a_match_he_cannot_name(match: Match) -> None:
    assert Client().get("/matches/AAAAAAAAAAAAAAAA/dice/").status_code == 404
    assert Client().post(f"/matches/{match.public_id}/dice/").status_code == 405


def test_the_table_leads_there_once_a_game_is_over() -> None:
    table = chained_table(length=5)
    link = f'href="/matches/{table.match.public_id}/dice/"'

    def links() -> int:
        return Client().get(f"/matches/{table.match.public_id}/").content.decode().count(link)

    assert links() == 0
    ENDINGS["drop"][1](table)
    assert links() == 2  # the card on the board, and the list of games
    table.do(WHITE, "next")
    assert links() == 1
    finish(table)
    assert links() == 2


def test_the_card_of_a_match_that_is_over_leads_there() -> None:
    for name in ("forfeit", "leave", "abort"):
        terms, end = ENDINGS[name]
        table = chained_table(names=(f"{name} one", f"{name} two"), **terms)
        end(table)
        page = Client().get(f"/matches/{table.match.public_id}/").content.decode()
        card = page.split('id="outcome"')[1].split("</div>")[0]
        assert f'href="/matches/{table.match.public_id}/dice/"' in card, name


def test_profiles_lead_there_once_a_game_is_over() -> None:
    table = chained_table(length=5)
    link = f'href="/matches/{table.match.public_id}/dice/"'

    def profile() -> str:
        return Client().get("/@left/").content.decode()

    assert link not in profile()
    ENDINGS["drop"][1](table)
    assert link in profile()
    table.do(WHITE, "next")
    table.do(BLACK, "resign", "match")
    assert link in profile()


def verdicts(page: str) -> dict[str, Any]:
    found = re.findall(r'<template id="say-(\w+)" data-state="(\w+)">(.*?)</template>', page)
    return {name: (state, text_of(text)) for name, state, text in found}


def test_each_verdict_says_no_more_than_was_looked_at() -> None:
    """Only a browser that gave a secret may hear that nobody could choose."""
    table = chained_table(length=3)
    ENDINGS["drop"][1](table)
    said = verdicts(page_of(table.match))
    rolls = table.match.moves.filter(kind="roll").count()
    assert {name for name, (state, _) in said.items() if state == "good"} == {"own"}
    assert "nobody, not even this server, could choose the dice or change them" in said["own"][1]
    assert "This does not prove that nobody knew them in advance." in said["own"][1]
    for name in ("own", "none", "one", "server"):
        assert f"({rolls} in 1 game)" in said[name][1]
        assert ("nobody" in said[name][1]) is (name == "own")
    for name, (state, text) in said.items():
        assert ("Download the record" in text) is (state == "bad"), name


def test_the_script_has_a_template_for_whatever_it_says() -> None:
    table = chained_table(length=3)
    ENDINGS["drop"][1](table)
    script = bundle("bundle/check-dice.js")
    names = set(verdicts(page_of(table.match)))
    reasons = {name for name in names if re.search(rf"""["'`]{name}["'`]""", script)}
    assert reasons == names
    refused = set(re.findall(r"""(?:,|Refused\()["'`]([a-z]+)["'`]""", script)) - {"raw", "sign"}
    assert refused <= names


def test_the_script_is_small() -> None:
    assert len(gzip.compress(bundle("bundle/check-dice.js").encode())) < 3 * 1024
