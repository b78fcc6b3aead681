"""Preferences: of registered people in their account, of everybody else in a cookie, and on <html> of every page."""

import json
import re
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from accounts.preferences import VALUES, Preferences, read_preferences, to_store
from accounts.preferences_form import SECTIONS
from tests.accounts.people import log_in, play_as_guest, sign_up, whoever
from tests.playing import Table

SETTINGS = "/settings/"
DEFAULT = {
    "theme": "wood",
    "scheme": "auto",
    "home": "right",
    "numbers": "on",
    "pips": "on",
    "motion": "normal",
    "sound": "on",
    "input": "tap",
    "auto-roll": "off",
    "forced": "never",
    "bear-off": "plain",
    "confirm-cube": "off",
    "zen": "off",
}


def shown(client: Client, path: str = "/watch/") -> dict[str, str]:
    """What a page says on <html>."""
    page = client.get(path).content.decode()
    root = re.search(r"<html [^>]*>", page)
    assert root
    return dict(re.findall(r'data-([a-z-]+)="([^"]*)"', root[0]))


def choose(client: Client, **values: str) -> Any:
    """Send the settings form with these choices."""
    return client.post(SETTINGS, values)


@pytest.fixture
def visitor(db: None, client: Client) -> Client:
    """Somebody without a session."""
    return client


def test_pages_show_the_defaults(visitor: Client) -> None:
    assert shown(visitor) == DEFAULT


def test_every_value_of_every_preference_can_be_chosen(visitor: Client) -> None:
    for name, values in VALUES.items():
        for value in values:
            assert choose(visitor, **{name: value}).status_code == 302
            assert shown(visitor)[name.replace("_", "-")] == value
        assert choose(visitor, **{name: "another"}).status_code == 422
        assert shown(visitor)[name.replace("_", "-")] == values[-1]


def test_settings_page_explains_every_preference() -> None:
    sections = list(SECTIONS.values())
    assert sorted(name for section in sections for name in section) == sorted(VALUES)
    for section in sections:
        for name, (label, meaning, words) in section.items():
            assert label
            assert meaning
            assert set(words) == set(VALUES[name])


def test_settings_page_has_the_present_choice_checked(visitor: Client) -> None:
    choose(visitor, theme="contrast")
    page = visitor.get(SETTINGS).content.decode()
    checked = re.findall(r'<input type="radio" name="(\w+)" value="(\w+)"[^>]* checked', page)
    assert dict(checked) == {name.replace("-", "_"): value for name, value in (DEFAULT | {"theme": "contrast"}).items()}


def test_visitor_keeps_preferences_in_a_cookie_alone(visitor: Client, settings: Settings) -> None:
    settings.HTTPS = True
    cookie = choose(visitor, theme="flat", scheme="dark").cookies["preferences"]
    assert json.loads(cookie.value) == {"theme": "flat", "scheme": "dark"}
    flags = {name: cookie[name] for name in ("secure", "httponly", "samesite", "max-age", "path")}
    assert flags == {"secure": True, "httponly": True, "samesite": "Lax", "max-age": 31536000, "path": "/"}
    assert list(visitor.cookies) == ["preferences", "messages"]
    assert shown(visitor) == DEFAULT | {"theme": "flat", "scheme": "dark"}


def test_one_choice_leaves_the_others(visitor: Client) -> None:
    choose(visitor, theme="flat", zen="on")
    choose(visitor, zen="off")
    assert shown(visitor) == DEFAULT | {"theme": "flat"}


@pytest.mark.parametrize(
    "value",
    [
        "",
        "x",
        "[]",
        "null",
        "1e999",
        '"theme"',
        "[" * 400,
        '{"theme":"flat"',
        '{"theme":["flat"],"scheme":{"dark":1},"zen":true,"motion":null}',
        '{"theme":"\\" onload=alert(1)","scheme":"<script>","Theme":"flat","__class__":"x"}',
        '{"theme":"flat","x":"' + "y" * 500 + '"}',
        "\\377\\000",
    ],
)
def test_cookie_that_is_none_is_ignored(visitor: Client, value: str) -> None:
    cookies: SimpleCookie = SimpleCookie()
    cookies["preferences"] = value
    visitor.cookies = cookies
    assert shown(visitor) == DEFAULT
    visitor.cookies["preferences"] = '{"theme":"flat"}'
    assert shown(visitor) == DEFAULT | {"theme": "flat"}


def test_cookie_keeps_the_good_part_of_what_it_holds(visitor: Client) -> None:
    visitor.cookies["preferences"] = '{"theme":"flat","scheme":"pink","sound":"off","nothing":"on"}'
    assert shown(visitor) == DEFAULT | {"theme": "flat", "sound": "off"}


def test_account_keeps_preferences_in_its_row(client: Client, zoe: User) -> None:
    client.force_login(zoe)
    assert "preferences" not in choose(client, theme="contrast", auto_roll="on").cookies
    zoe.refresh_from_db()
    assert zoe.preferences == {"theme": "contrast", "auto_roll": "on"}
    elsewhere = Client()
    elsewhere.cookies["preferences"] = '{"theme":"flat","zen":"on"}'
    assert shown(elsewhere) == DEFAULT | {"theme": "flat", "zen": "on"}
    log_in(elsewhere, "Zoë")
    assert shown(elsewhere) == DEFAULT | {"theme": "contrast", "auto-roll": "on"}


def test_row_with_anything_in_it_is_read(client: Client, zoe: User) -> None:
    rubbish: list[object] = [[], "flat", None, {"theme": 7}, {"theme": "none such"}]
    for stored in rubbish:
        assert read_preferences(stored) == Preferences()
    User.objects.update(preferences=["flat"])
    client.force_login(zoe)
    assert shown(client) == DEFAULT
    choose(client, theme="flat")
    assert shown(client) == DEFAULT | {"theme": "flat"}


def test_guest_keeps_preferences_through_sign_up(client: Client, db: None) -> None:
    choose(client, theme="flat", home="left")  # as a visitor
    play_as_guest(client)
    assert shown(client) == DEFAULT | {"theme": "flat", "home": "left"}
    assert client.cookies["preferences"].value
    choose(client, scheme="dark")
    assert whoever(client).preferences == {}
    sign_up(client, "zoe")
    assert whoever(client).preferences == {"theme": "flat", "home": "left", "scheme": "dark"}
    assert not client.cookies["preferences"].value
    assert shown(client) == DEFAULT | {"theme": "flat", "home": "left", "scheme": "dark"}


def test_sign_up_that_is_refused_leaves_the_cookie(client: Client, zoe: User) -> None:
    choose(client, theme="flat")
    sign_up(client, "ZOE")
    assert shown(client) == DEFAULT | {"theme": "flat"}


def test_saving_leads_back_with_a_word(visitor: Client) -> None:
    response = visitor.post(SETTINGS, {"theme": "flat", "next": "/watch/"}, follow=True)
    assert response.redirect_chain == [("/watch/", 302)]
    assert "Your settings are saved." in response.content.decode()
    assert choose(visitor)["Location"] == SETTINGS
    assert visitor.post(SETTINGS, {"next": "https://evil.example/"})["Location"] == SETTINGS


def test_script_is_answered_without_a_page_and_without_a_word(visitor: Client) -> None:
    response = visitor.post(SETTINGS, {"sound": "off", "next": "/watch/"}, headers={"hx-request": "true"})
    assert (response.status_code, response.content) == (204, b"")
    assert shown(visitor) == DEFAULT | {"sound": "off"}
    assert "saved" not in visitor.get("/watch/").content.decode()


def test_menu_at_the_table_changes_one_preference_and_leads_back(visitor: Client, begin: Callable[..., Table]) -> None:
    address = f"/matches/{begin().match.public_id}/"
    choose(visitor, scheme="dark", sound="off")
    page = visitor.get(address).content.decode()
    menu = page[page.index('<details id="menu"') : page.index("</details>", page.index('<details id="menu"'))]
    assert menu not in page[page.index('<section id="table"') : page.index("</section>")]
    buttons = re.findall(r'<button(?: id="\w+")? name="(\w+)" value="(\w+)" aria-pressed="(\w+)"', menu)
    assert [tuple(button) for button in buttons] == [
        ("theme", "wood", "true"),
        ("theme", "flat", "false"),
        ("theme", "contrast", "false"),
        ("scheme", "auto", "false"),
        ("scheme", "light", "false"),
        ("scheme", "dark", "true"),
        ("sound", "on", "false"),
        ("zen", "on", "false"),
    ]
    back = re.search(r'name="next" value="([^"]*)"', menu)
    assert back
    assert visitor.post(SETTINGS, {"next": back[1], "sound": "on"})["Location"] == address
    assert shown(visitor, address) == DEFAULT | {"scheme": "dark"}


def test_preferences_cost_no_query(
    client: Client, zoe: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(zoe)
    client.get(SETTINGS)
    with django_assert_num_queries(1):  # who asks
        client.get(SETTINGS)
    with django_assert_num_queries(0):
        Client().get(SETTINGS)


def test_what_is_stored_is_what_differs() -> None:
    assert to_store(Preferences()) == {}
    assert to_store(Preferences(theme="flat", zen="on")) == {"theme": "flat", "zen": "on"}
    assert read_preferences(to_store(Preferences(theme="flat", zen="on"))) == Preferences(theme="flat", zen="on")
