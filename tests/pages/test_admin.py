"""The admin site: everything can be looked up, nothing can be changed."""

import json
from collections.abc import Callable
from decimal import Decimal
from html import unescape

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import NoReverseMatch, reverse

from accounts.models import User
from games.models import Game, Match, Move, Rating, RatingBand, RatingChange
from games.rules.game import Seat
from tests.people import make_user
from tests.playing import Table

pytestmark = pytest.mark.django_db
MODELS = (User, Match, Game, Move, Rating, RatingChange, RatingBand)
Begin = Callable[..., Table]


@pytest.fixture
def staff() -> Client:
    """A browser of somebody who may do everything that can be allowed."""
    user = make_user("keeper")
    user.is_staff = user.is_superuser = True
    user.save()
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def table(begin: Begin) -> Table:
    """A rated match that is over, so that every list has rows."""
    table = begin(length=3, rated=True)
    table.do(Seat.BLACK, "resign", "match")
    RatingBand.objects.create(variant="backgammon", floor=1500, players=1)
    return table


def address(model: type, page: str, *arguments: object) -> str:
    options = model._meta  # type: ignore[attr-defined]
    return reverse(f"admin:{options.app_label}_{options.model_name}_{page}", args=arguments)


def test_the_registered_models_are_these() -> None:
    assert reverse("admin:index")  # reads config.urls, which takes one out, whichever test is the first
    assert set(admin.site._registry) == set(MODELS)


def test_empty_name_of_a_field_in_the_address_of_a_row_is_none(staff: Client, table: Table) -> None:
    for row, status in ((table.match.pk, 200), ("x", 302)):  # to the index, with a sentence
        for query in ("", "?_to_field="):
            assert staff.get(address(Match, "change", row) + query).status_code == status


@pytest.mark.parametrize("model", MODELS)
def test_rows_can_be_seen_and_not_added_changed_or_deleted(model: type, staff: Client, table: Table) -> None:
    rows = list(model.objects.values())  # type: ignore[attr-defined]
    pk = rows[0]["id"]
    assert staff.get(address(model, "changelist")).status_code == 200
    page = staff.get(address(model, "change", pk))
    assert page.status_code == 200
    assert 'name="_save"' not in page.content.decode()
    for url in (address(model, "add"), address(model, "delete", pk)):
        assert staff.get(url).status_code == 403
        assert staff.post(url, {"post": "yes"}).status_code == 403
    assert staff.post(address(model, "change", pk), {"version": "99", "username": "x"}).status_code == 403
    action = {"action": "delete_selected", "_selected_action": [str(pk)], "post": "yes"}
    staff.post(address(model, "changelist"), action)
    ignored = {"last_login"}  # not by the admin site
    assert [{key: row[key] for key in row if key not in ignored} for row in rows] == [
        {key: row[key] for key in row if key not in ignored}
        for row in model.objects.values()  # type: ignore[attr-defined]
    ]


@pytest.mark.parametrize("model", MODELS)
def test_the_admin_site_is_for_staff(model: type, staff: Client, table: Table) -> None:
    url = address(model, "changelist")
    assert staff.get(url).status_code == 200
    visitor = Client().get(url)
    assert visitor.status_code == 302
    assert "login" in visitor["Location"]
    player = Client()
    player.force_login(table.people[Seat.WHITE])
    assert player.get(url).status_code in (302, 403)


def test_the_log_in_of_the_admin_site_is_everybodys(staff: Client) -> None:
    response = Client().get("/admin/login/?next=/admin/")
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/")


def test_a_game_shows_its_raw_state(staff: Client, table: Table) -> None:
    game = table.match.games.get()
    body = unescape(staff.get(address(Game, "change", game.pk)).content.decode())
    shown = body.split("<pre>")[1].split("</pre>")[0]
    assert json.loads(shown) == game.state


def test_no_page_shows_a_secret(staff: Client, table: Table) -> None:
    person = table.people[Seat.WHITE]
    person.set_password("correct horse battery")
    person.save()
    assert table.match.invite_token not in staff.get(address(Match, "change", table.match.pk)).content.decode()
    body = staff.get(address(User, "change", person.pk)).content.decode()
    assert person.username in body
    assert person.password not in body
    assert "argon2" not in body


@pytest.mark.parametrize(
    ("model", "asked", "found"),
    [
        (User, "left", True),
        (User, "nobody-here", False),
        (Match, "left", True),
        (Match, "PUBLIC_ID", True),
        (Match, "A" * 16, False),
        (Game, "right", True),
        (Move, "PUBLIC_ID", True),
        (Move, "A" * 16, False),
        (Rating, "left", True),
        (Rating, "nobody-here", False),
        (RatingChange, "PUBLIC_ID", True),
    ],
)
def test_search_finds_by_name_and_id(model: type, asked: str, found: bool, staff: Client, table: Table) -> None:
    asked = asked.replace("PUBLIC_ID", table.match.public_id)
    body = staff.get(address(model, "changelist"), {"q": asked}).content.decode()
    assert ("field-" in body) is found


@pytest.mark.parametrize("asked", [{"q": "\0"}, {"p": "abc"}, {"p": str(10**20)}, {"o": "99"}, {"status__exact": "x"}])
def test_strange_questions_are_no_failure(asked: dict[str, str], staff: Client, table: Table) -> None:
    assert staff.get(address(Match, "changelist"), asked).status_code in (200, 302)


def test_a_list_costs_the_same_with_many_rows(staff: Client, begin: Begin, table: Table) -> None:
    def queries(model: type) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert staff.get(address(model, "changelist")).status_code == 200
        return len(captured)

    few = {model: queries(model) for model in MODELS}
    for number in range(12):
        more = begin(length=1, rated=True, names=(f"white{number}", f"black{number}"))
        more.do(Seat.BLACK, "resign", "match")
    RatingBand.objects.bulk_create(RatingBand(variant="x", floor=floor, players=1) for floor in range(12))
    assert Rating.objects.filter(rating__gt=Decimal(1500)).count() == 13
    assert {model: queries(model) for model in MODELS} == few


@pytest.mark.parametrize("name", ["auth_group", "account_emailaddress"])
def test_pages_that_could_change_something_are_gone(name: str) -> None:
    with pytest.raises(NoReverseMatch):
        reverse(f"admin:{name}_changelist")
