"""Creating a match: what is asked for is what is stored, and what makes no sense is refused with a reason."""

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts.models import User
from games.forms import FRIENDLY, CreateMatchForm
from games.models import Match
from games.rules.game import Seat
from games.rules.variants import VARIANTS
from tests.pages.conftest import LogIn
from tests.people import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.data]
URL = "/matches/new/"
MATCH = {"kind": "match", "length": "5", "crawford": "on", "cube": "on", "visibility": "link", "seat": "white"}
SESSION = {"kind": "session", "cube": "on", "visibility": "link", "seat": "white"}


def test_one_click_makes_a_guest_and_a_match_by_link_only() -> None:
    client = Client()
    page = client.get("/").content.decode()
    for name, value in FRIENDLY.items():
        assert f'<input type="hidden" name="{name}" value="{value}">' in page
    assert re.search(
        f'<form method="post" action="{URL}">.*?<button class="primary big">Play a friend</button>', page, re.S
    )
    response = client.post(URL, FRIENDLY)
    match = Match.objects.get()
    assert (response.status_code, response["Location"]) == (303, f"/matches/{match.public_id}/")
    assert match.creator.is_guest
    assert match.creator in (match.white, match.black)
    assert (match.status, match.visibility, match.rated) == ("open", "link", False)
    assert (match.variant, match.length, match.crawford, match.cube) == ("backgammon", 5, True, True)
    assert (match.jacoby, match.max_beavers, match.automatic_doubles) == (False, 0, 0)


def test_one_click_shows_the_invitation_to_send(host: User, log_in: LogIn) -> None:
    page = log_in(host).post(URL, FRIENDLY, follow=True).content.decode()
    match = Match.objects.get()
    assert match.creator == host
    assert f'value="http://testserver/matches/{match.public_id}/join/{match.invite_token}/"' in page
    assert "The invitation link as a QR code" in page


def test_a_registered_user_creates_what_the_form_says(host: User, log_in: LogIn) -> None:
    log_in(host).post(URL, MATCH | {"length": "25", "rated": "on", "visibility": "public", "seat": "black"})
    match = Match.objects.get()
    assert (match.creator, match.white, match.black) == (host, None, host)
    assert (match.length, match.rated, match.visibility) == (25, True, "public")


def test_a_session_keeps_its_own_rules_and_drops_those_of_matches() -> None:
    asked = {"crawford": "on", "length": "nonsense", "jacoby": "on", "max_beavers": "2", "automatic_doubles": "1"}
    Client().post(URL, SESSION | asked)
    match = Match.objects.get()
    assert (match.length, match.crawford) == (0, False)
    assert (match.jacoby, match.max_beavers, match.automatic_doubles) == (True, 2, 1)


def test_a_match_drops_the_rules_of_sessions() -> None:
    Client().post(URL, MATCH | {"jacoby": "on", "max_beavers": "1", "automatic_doubles": "2"})
    match = Match.objects.get()
    assert (match.jacoby, match.max_beavers, match.automatic_doubles) == (False, 0, 0)


def test_jacoby_without_a_cube_is_left_out() -> None:
    Client().post(URL, {"kind": "session", "jacoby": "on"})
    assert Match.objects.get().jacoby is False


ACEY_DEUCEY = MATCH | {"variant": "acey-deucey"}


@pytest.mark.parametrize(
    ("asked", "options"),
    [
        ({}, ""),
        ({"acey-deucey-tradition": "seed", "acey-deucey-scoring": "one-point"}, ""),
        ({"acey-deucey-tradition": "european"}, "european"),
        ({"acey-deucey-tradition": "seed", "acey-deucey-scoring": "count"}, "count"),
        ({"acey-deucey-tradition": "european", "acey-deucey-scoring": "count"}, "european count"),
    ],
)
def test_acey_deucey_with_its_options(asked: dict[str, str], options: str) -> None:
    Client().post(URL, ACEY_DEUCEY | asked)
    match = Match.objects.get()
    assert (match.variant, match.options, match.length) == ("acey-deucey", options, 5)


def test_a_game_without_a_cube_drops_what_belongs_to_it() -> None:
    """Also what would be refused in backgammon: it means nothing here."""
    asked = {"jacoby": "on", "max_beavers": "2", "automatic_doubles": "3", "length": "nonsense", "cube": ""}
    session = ACEY_DEUCEY | {"kind": "session"}
    for junk in ({}, {"max_beavers": "9", "automatic_doubles": "x"}):
        Client().post(URL, session | asked | junk)
        match = Match.objects.get()
        assert (match.length, match.cube, match.crawford, match.jacoby) == (0, False, False, False)
        assert (match.max_beavers, match.automatic_doubles) == (0, 0)
        match.delete()
    Client().post(URL, ACEY_DEUCEY | {"cube": "on", "crawford": "on"})
    match = Match.objects.get()
    assert (match.cube, match.crawford) == (False, False)


def test_a_game_drops_the_options_of_another() -> None:
    Client().post(URL, MATCH | {"variant": "backgammon", "acey-deucey-scoring": "count"})
    Client().post(URL, MATCH | {"acey-deucey-scoring": "nonsense"})
    assert [(match.variant, match.options) for match in Match.objects.all()] == [("backgammon", "")] * 2


def test_an_option_that_is_none_is_refused_with_a_reason() -> None:
    client = Client()
    for name in ("acey-deucey-scoring", "acey-deucey-tradition"):
        response = client.post(URL, ACEY_DEUCEY | {name: "x" * 1000})
        assert response.status_code == 422
        assert "Choose one of the answers of the list" in response.content.decode()
    assert not Match.objects.exists()
    assert client.post(URL, ACEY_DEUCEY).status_code == 303


def test_the_form_offers_every_game_and_its_questions() -> None:
    page = unescape(Client().get(URL).content.decode())
    for variant in VARIANTS.values():
        assert f'name="variant" value="{variant.key}"' in page
        assert variant.summary in page
        for question in variant.questions:
            for option in question.options:
                assert f'name="{variant.key}-{question.key}" value="{option.key}"' in page
    assert 'value="backgammon" id="id_variant_0" checked' in page
    chosen = Client().get(f"{URL}?variant=acey-deucey&acey-deucey-scoring=count").content.decode()
    assert 'value="acey-deucey" id="id_variant_1" checked' in chosen
    assert 'name="acey-deucey-scoring" value="count" id="id_acey-deucey-scoring_1" checked' in chosen


@pytest.mark.parametrize(
    ("asked", "clock"),
    [
        ({}, "none"),
        ({"pace": ""}, "none"),
        ({"rated": "on"}, "standard"),
        ({"rated": "on", "pace": ""}, "standard"),
        ({"rated": "on", "pace": "none"}, "none"),
        ({"rated": "on", "pace": "days7"}, "days7"),
        ({"pace": "blitz"}, "blitz"),
    ],
)
def test_the_pace_is_what_was_chosen_or_else_what_is_usual(
    host: User, log_in: LogIn, asked: dict[str, str], clock: str
) -> None:
    log_in(host).post(URL, MATCH | asked)
    assert Match.objects.get().clock == clock


def test_the_form_says_what_each_pace_means() -> None:
    page = " ".join(re.sub("<[^>]*>", " ", unescape(Client().get(URL).content.decode())).split())
    for words in (
        "As usual A rated match has the standard clock, any other none.",
        "No clock Nobody is hurried.",
        "Blitz 8 seconds a turn, then 1 minute for each point",
        "Slow 15 seconds a turn, then 4 minutes for each point",
        "Three days a decision You need not be there at the same time.",
    ):
        assert words in page
    assert 'name="pace" value="" id="id_pace_0" checked' in Client().get(URL).content.decode()
    assert 'value="days3" id="id_pace_6" checked' in Client().get(f"{URL}?pace=days3").content.decode()


def test_a_drawn_seat_is_either() -> None:
    form = CreateMatchForm(MATCH | {"seat": "drawn"}, viewer=AnonymousUser())
    assert form.is_valid()
    assert {form.draw_seat() for _ in range(60)} == {Seat.WHITE, Seat.BLACK}


@pytest.mark.parametrize(
    ("base", "asked", "sentence"),
    [
        (MATCH, {"length": "0"}, "whole number of points from 1 to 25"),
        (MATCH, {"length": "26"}, "whole number of points from 1 to 25"),
        (MATCH, {"length": "-5"}, "whole number of points from 1 to 25"),
        (MATCH, {"length": "five"}, "whole number of points from 1 to 25"),
        (MATCH, {"length": "5.5"}, "whole number of points from 1 to 25"),
        (MATCH, {"length": "9" * 5000}, "whole number of points from 1 to 25"),
        (MATCH, {"length": "5\0"}, "whole number of points from 1 to 25"),
        (MATCH, {"length": ""}, "Say how many points win the match"),
        (MATCH, {"kind": ""}, "Choose a match or a session"),
        (MATCH, {"kind": "tournament"}, "Choose a match or a session"),
        (MATCH, {"kind": "match\0"}, "Choose a match or a session"),
        (MATCH, {"variant": "chess"}, "Choose one of the games of the list"),
        (MATCH, {"pace": "bullet"}, "Choose one of the clocks of the list"),
        (MATCH, {"visibility": "secret"}, "Choose who may join and watch"),
        (MATCH, {"seat": "x" * 10000}, "Choose White, Black, or the lot"),
        (MATCH, {"rated": "on"}, "Rated matches need an account"),
        (SESSION, {"rated": "on"}, "A session has no end that could be rated"),
        (SESSION, {"max_beavers": "9"}, "Choose one of the answers of the list"),
        (SESSION, {"automatic_doubles": "99"}, "Choose one of the answers of the list"),
        (SESSION, {"cube": "", "max_beavers": "1"}, "This needs the doubling cube"),
        (SESSION, {"cube": "", "automatic_doubles": "1"}, "This needs the doubling cube"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_reason(
    base: dict[str, str], asked: dict[str, str], sentence: str
) -> None:
    client = Client()
    response = client.post(URL, base | asked)
    body = response.content.decode()
    assert response.status_code == 422
    assert sentence in body
    assert 'class="errorlist"' in body
    assert len(body) < 20_000, "what was refused is repeated on the page"
    assert not Match.objects.exists()
    assert not User.objects.exists(), "a refused form makes no guest"
    assert client.post(URL, base).status_code == 303


def test_a_rated_match_needs_more_than_a_guest(host: User, log_in: LogIn) -> None:
    guest = make_user("Guest-Owl-1000", is_guest=True)
    response = log_in(guest).post(URL, MATCH | {"rated": "on"})
    assert response.status_code == 422
    assert "Rated matches need an account" in response.content.decode()
    assert log_in(host).post(URL, MATCH | {"rated": "on"}).status_code == 303


def test_the_form_offers_rating_only_to_who_can_be_rated(host: User, log_in: LogIn) -> None:
    assert 'name="rated"' in log_in(host).get(URL).content.decode()
    visitors = Client().get(URL).content.decode()
    assert 'name="rated"' not in visitors
    assert "/accounts/signup/?next=/matches/new/" in visitors.replace("%2F", "/")


def test_the_form_can_be_opened_with_a_choice_made() -> None:
    listed = '<input type="radio" name="visibility" value="public" id="id_visibility_1" checked>'
    assert listed not in Client().get(URL).content.decode()
    assert listed in Client().get(f"{URL}?visibility=public").content.decode()
    assert Client().get(f"{URL}?visibility=%ff%00&length=x&kind=").status_code == 200


def test_creating_is_limited_for_each_user_politely(host: User, friend: User, log_in: LogIn) -> None:
    client = log_in(host)
    answers = [client.post(URL, MATCH) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [303] * 20 + [429]
    assert "A little slower, please" in answers[-1].content.decode()
    assert Match.objects.count() == 20
    assert log_in(friend).post(URL, MATCH).status_code == 303


def test_a_form_without_its_csrf_token_gets_a_page_that_says_what_to_do() -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post(URL, MATCH)
    assert response.status_code == 403
    assert "Please try that once more" in response.content.decode()
    assert not Match.objects.exists()
    client.get(URL)
    token = client.cookies["csrftoken"].value
    assert client.post(URL, MATCH | {"csrfmiddlewaretoken": token}).status_code == 303


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b"kind=%ff%fe&length=\xff", "application/x-www-form-urlencoded", 422),
        (b"kind=match&length=5&x=" + b"y" * 70_000, "application/x-www-form-urlencoded", 400),
        (b"&".join(b"f%d=1" % number for number in range(200)), "application/x-www-form-urlencoded", 400),
        (b"kind=match", "application/x-www-form-urlencoded; charset=utf-7", 422),
        (
            b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--',
            "multipart/form-data; boundary=x; charset=base64",
            422,
        ),
        (b"{}", "application/json", 422),
        (b"--x\r\nnonsense", "multipart/form-data; boundary=x", 422),
        (b"x", "multipart/form-data", 400),
        (b"--x\r\n", "multipart/form-data; boundary=" + "é" * 3, 400),
    ],
)
def test_a_body_that_is_no_form_is_refused(body: bytes, content_type: str, status: int) -> None:
    response = Client().generic("POST", URL, body, content_type=content_type)
    assert response.status_code == status
    assert "Barpoint" in response.content.decode()
    assert not Match.objects.exists()


def test_other_methods_get_a_page_and_the_allowed_ones() -> None:
    for method in ("put", "delete", "patch"):
        response: Any = getattr(Client(), method)(URL)
        assert (response.status_code, response["Allow"]) == (405, "GET, POST")
        assert "Nothing has been changed" in response.content.decode()
    assert Client().head(URL).status_code == 200
