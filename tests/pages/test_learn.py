"""The lessons over HTTP: solved, missed and refused, with nothing but the address; and what they leave behind."""

import re
from html import unescape
from typing import NamedTuple

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.lessons import CHAPTERS, LESSONS
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import create_match
from tests.playing import NOON


class Answers(NamedTuple):
    """What is asked of a lesson's address: to solve it, to miss its task legally, and against the rules."""

    solved: dict[str, str]
    missed: dict[str, str]
    refused: dict[str, str]


def play(text: str) -> dict[str, str]:
    """What the button Confirm sends."""
    return {"version": "0", "kind": "play", "play": text}


ANSWERS = {
    "aim": Answers({"draft": "13/8"}, {"draft": "8/3"}, {"draft": "13/9"}),
    "roll": Answers(play("24/13"), play("24/18 13/8"), {"draft": "24/19"}),
    "hit": Answers(play("24/18*/14"), play("13/7 13/9"), {"draft": "24/21"}),
    "enter": Answers(play("bar/21 13/7*"), play("bar/21 8/2"), {"draft": "13/7"}),
    "doubles": Answers(play("8/5(2) 6/3(2)"), play("13/10(2) 6/3(2)"), play("8/5(2) 6/3")),
    "bear-off": Answers(play("5/off 3/off"), play("5/2 5/off"), {"draft": "4/off"}),
    "cube": Answers(
        {"version": "0", "kind": "take"}, {"version": "0", "kind": "drop"}, {"version": "0", "kind": "roll"}
    ),
    "gammon": Answers(play("2/off 1/off"), play("2/1/off"), {"draft": "2/1 2/1"}),
    "hand": Answers(play("hand/20 hand/22"), play("hand/20/17"), {"draft": "hand/19"}),
    "long-turn": Answers(
        {"version": "0", "kind": "choose", "number": "5"},
        {"version": "0", "kind": "choose", "number": "6"},
        {"version": "0", "kind": "choose", "number": "7"},
    ),
}
EACH = pytest.mark.parametrize("key", LESSONS)


def asked(key: str, query: dict[str, str] | None = None, **headers: str) -> tuple[int, str]:
    """The status and the page of a lesson. No test database: a query would be an error."""
    response = Client().get(f"/learn/{key}/", query or {}, headers=headers)
    return response.status_code, unescape(response.content.decode())


@EACH
def test_a_lesson_says_what_to_do_and_where_one_is(key: str) -> None:
    status, page = asked(key)
    lesson, number = LESSONS[key], list(LESSONS).index(key) + 1
    assert status == 200
    for words in (f"Lesson {number} of 10", lesson.title, lesson.text, lesson.task):
        assert words in page
    assert lesson.right not in page
    assert lesson.wrong not in page


@EACH
def test_the_intended_answer_solves_it_and_leads_on(key: str) -> None:
    status, page = asked(key, ANSWERS[key].solved)
    assert status == 200
    assert f"<b>Well done.</b> {LESSONS[key].right}" in page
    after = [*LESSONS, "done"][list(LESSONS).index(key) + 1]
    assert f'id="next" class="button primary" href="/learn/{after}/"' in page
    assert 'id="again"' not in page


@EACH
def test_another_legal_answer_gets_a_hint_and_another_try(key: str) -> None:
    status, page = asked(key, ANSWERS[key].missed)
    assert status == 200
    assert f"<b>Not quite.</b> {LESSONS[key].wrong}" in page
    assert f'id="again" class="button primary" href="/learn/{key}/"' in page
    assert 'id="next"' not in page


@EACH
def test_what_the_rules_forbid_is_refused_politely_and_the_lesson_goes_on(key: str) -> None:
    status, page = asked(key, ANSWERS[key].refused)
    assert status in (409, 422)
    assert re.search('<p class="notice error">[^<]+[.:]', page)
    for words in (LESSONS[key].right, LESSONS[key].wrong, 'id="next"', 'id="again"'):
        assert words not in page
    assert LESSONS[key].task in page
    assert asked(key)[1].count('form="draft-form"') == page.count('form="draft-form"')


def test_a_refusal_names_the_rule() -> None:
    assert "Your opponent holds point 19." in asked("roll", {"draft": "24/19"})[1]
    assert "Your checker on the bar must enter first." in asked("enter", {"draft": "13/7"})[1]
    assert "you have rolled and must play" in asked("hit", {"version": "0", "text": "double"})[1]


def test_a_draft_goes_on_as_at_a_table() -> None:
    page = asked("hit", {"draft": "24/18*"})[1]
    assert "Play the 4" in page
    assert LESSONS["hit"].text in page
    assert re.search('<button id="point-18"[^>]* value="24/18[*] 18/14"', page)
    assert re.search('<button id="undo" form="draft-form" name="draft" value=""', page)
    swapped = asked("hit", {"lead": "4"})[1]
    assert re.search('<button id="point-24"[^>]* value="24/20"', swapped)


def test_the_forms_ask_the_lesson_itself_and_post_nothing() -> None:
    page = asked("hit")[1]
    forms = re.findall(r'<form id="(?:draft-form|command|choose|notation)"[^>]*>', page)
    assert len(forms) == 4
    for form in forms:
        assert 'action="/learn/hit/" hx-get="/learn/hit/"' in form
        assert "post" not in form


def test_htmx_gets_the_table_alone() -> None:
    status, fragment = asked("hit", {"draft": "24/18*"}, hx_request="true")
    assert status == 200
    assert fragment.lstrip().startswith('<section id="table"')
    assert "<html" not in fragment


def test_an_answer_can_be_typed() -> None:
    assert "Well done." in asked("hit", {"version": "0", "text": "24/18 24/20"})[1]
    assert "Well done." in asked("cube", {"version": "0", "text": "take"})[1]


def test_what_is_no_lesson_is_not_found() -> None:
    assert asked("chess")[0] == 404


def test_the_list_has_an_anchor_for_every_lesson() -> None:
    page = unescape(Client().get("/learn/").content.decode())
    assert re.findall('<li id="([a-z-]+)"><a href="/learn/([a-z-]+)/"', page) == [(key, key) for key in LESSONS]
    assert 'href="/learn/#hit"' in asked("hit")[1]


def test_what_else_is_different_stands_beside_the_lessons_of_the_other_game() -> None:
    notes = CHAPTERS[1].notes
    assert len(notes) == 5
    for key in LESSONS:
        page = asked(key)[1]
        assert {note in page for note in notes} == {key in ("hand", "long-turn")}


def test_the_last_page_leads_to_a_game_and_has_the_rules() -> None:
    page = unescape(Client().get("/learn/done/").content.decode())
    assert 'href="/help/"' in page
    assert 'href="/matches/new/">Play a friend' in page
    assert 'href="/matches/new/?visibility=public">Play somebody' in page
    assert "The rules of Backgammon" in page
    assert "The rules of Acey-Deucey" in page


@pytest.mark.django_db
def test_lessons_ask_no_database_and_know_nobody_afterwards(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client = Client()
    with django_assert_num_queries(0):
        for address in ("/learn/", "/learn/done/", *(f"/learn/{key}/" for key in LESSONS)):
            assert client.get(address).status_code == 200
        for key, answers in ANSWERS.items():
            for query in answers:
                client.get(f"/learn/{key}/", query)
    assert "sessionid" not in client.cookies
    assert Session.objects.count() == 0


def test_a_lesson_is_only_looked_at() -> None:
    for address in ("/learn/", "/learn/hit/", "/learn/done/"):
        assert Client().post(address).status_code == 405


@pytest.mark.django_db
def test_newcomers_find_the_lessons(host: User) -> None:
    terms = MatchTerms("backgammon", 5)
    match = create_match(host, terms, rated=False, public=False, seat=Seat.WHITE, now=NOON)
    for address in ("/", f"/matches/{match.public_id}/join/{match.invite_token}/"):
        page, _, footer = Client().get(address).content.decode().partition("</main>")
        assert 'New to backgammon? <a href="/learn/">Learn in five minutes</a>' in " ".join(page.split())
        assert 'href="/learn/"' in footer


def test_the_box_answers_and_takes_parts_of_plays_as_at_a_table() -> None:
    asked_for = {"version": "0", "draft": "24/18*"}
    assert "On the bar: 1 of your opponent's checkers." in asked("hit", asked_for | {"text": "bar"})[1]
    assert 'data-draft="24/18* 24/20"' in asked("hit", asked_for | {"text": "24/20"})[1]
    assert "Well done." in asked("hit", {"version": "0", "draft": "24/18* 24/20", "text": "confirm"})[1]
    assert asked("hit", {"version": "0", "text": "confirm"})[0] == 409


def test_what_was_played_is_told_to_what_shows_its_way() -> None:
    step, whole = asked("aim", ANSWERS["aim"].solved)[1], asked("hit", ANSWERS["hit"].solved)[1]
    assert re.search('data-flights="white:point-13[.]4>point-8[.]3"', step)
    assert re.search('data-flights="white:point-24[^"]*>point-18[^"]* black:point-18[^"]*>bar-theirs', whole)
    assert 'data-sounds="step hit"' in whole
    assert 'class="roll is-past"' in whole
