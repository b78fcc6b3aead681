"""Forms from elsewhere and pages that only look: refused or without effect, and nothing is said about it in the log."""

import logging
import re
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from tests.hostile.digest import changed, digests
from tests.hostile.test_access import FORMS, Row, address_for, rows
from tests.hostile.world import World, build_world

TOKEN, ANOTHER = "a" * 32, "b" * 32
HERE, ELSEWHERE = "http://testserver", "http://evil.example"
# What a page elsewhere can do, or somebody with a token of his own: cookie, token, headers.
FORGED: dict[str, tuple[str, str, dict[str, str]]] = {
    "no token": (TOKEN, "", {}),
    "no cookie": ("", TOKEN, {}),
    "a wrong token": (TOKEN, ANOTHER, {}),
    "a token that is none": (TOKEN, "x", {}),
    "somebody else's token": (TOKEN, "masked", {}),
    "a foreign origin": (TOKEN, TOKEN, {"origin": ELSEWHERE}),
    "an origin that is none": (TOKEN, TOKEN, {"origin": "null"}),
    "an origin with another port": (TOKEN, TOKEN, {"origin": f"{HERE}:81"}),
    "a malformed origin": (TOKEN, TOKEN, {"origin": "http://["}),
}
FORGED_BY_HTTPS: dict[str, tuple[str, str, dict[str, str]]] = {
    "no referrer": (TOKEN, TOKEN, {}),
    "a foreign referrer": (TOKEN, TOKEN, {"referer": f"{ELSEWHERE}/"}),
    "a referrer by http": (TOKEN, TOKEN, {"referer": f"{HERE}/"}),
    "a malformed referrer": (TOKEN, TOKEN, {"referer": "http://["}),
}
# A mail program presses the button of a mail by itself: its link is secret, and takes no token (RFC 8058).
WITHOUT_TOKEN = "/accounts/turn-mail/x/"


@pytest.fixture
def world(transactional_db: None) -> World:
    """The site, and a log in which nothing may be said."""
    cache.clear()
    return build_world()


def forms(world: World) -> Iterator[tuple[str, dict[str, str]]]:
    """Every address that takes a form, and a form that would succeed for somebody."""
    posts = {row.address: row for row in rows(sockets=False) if row.method == "POST" and row.address != WITHOUT_TOKEN}
    for row in posts.values():
        yield address(row, world), FORMS.get(row.address, {})


def address(row: Row, world: World) -> str:
    """The address of a row, for somebody who knows it."""
    return address_for(row, "seat", world.matches.get((row.state, row.visibility)))


def test_forged_forms_are_refused_quietly(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    clients = [strict(world, role) for role in ("seat", "guest", "visitor", "staff")]
    before = digests()
    count = 0
    for path, form in forms(world):
        for number, (what, (cookie, token, headers)) in enumerate((FORGED | FORGED_BY_HTTPS).items()):
            client = clients[(count + number) % len(clients)]
            client.cookies["csrftoken"] = cookie
            if token == "masked":
                token = Client().get("/").cookies["csrftoken"].value
            response = client.post(
                path, {**form, "csrfmiddlewaretoken": token}, headers=headers, secure=what in FORGED_BY_HTTPS
            )
            assert response.status_code == 403, (path, what)
            assert "Nothing has been changed" in response.content.decode(), (path, what)
        count += 1
    assert count > 15
    assert changed(before, digests()) == []
    assert caplog.records == []


def test_the_same_form_with_the_right_token_is_taken(world: World) -> None:
    client = strict(world, "seat")
    client.cookies["csrftoken"] = TOKEN
    path = f"/matches/{world.matches['playing', 'link'].public_id}/moves/"
    form = FORMS["/matches/{match}/moves/"]
    assert client.post(path, {**form, "csrfmiddlewaretoken": TOKEN}, headers={"origin": HERE}).status_code == 303


def strict(world: World, role: str) -> Client:
    """A browser whose forms need their token."""
    client = world.browser(role)
    client.handler.enforce_csrf_checks = True
    return client


def links(base: str, body: str) -> set[str]:
    """The addresses on this site that a page leads to; of those that differ in their query alone the shortest."""
    found = re.findall(r'(?:href|src|hx-get)="(/[^"#]*|\?[^"#]*)', body)
    whole = sorted((base + link if link.startswith("?") else link.replace("&amp;", "&") for link in found), key=len)
    one_of_each = {link.partition("?")[0]: link for link in reversed(whole)}
    return {link for link in one_of_each.values() if not link.startswith(("/static/", "/admin/"))}


def test_looking_at_everything_twice_changes_nothing(world: World) -> None:
    """All links that can be followed from the home page, and every address of the table."""
    known = {address(row, world) for row in rows(sockets=False)}
    clients = [world.browser(role) for role in ("seat", "guest", "visitor", "staff")]
    before = digests()
    for client in clients:
        todo, seen = {"/", *known}, set[str]()
        while todo:
            path = todo.pop()
            seen.add(path.partition("?")[0])
            first, second = client.get(path), client.get(path)
            assert first.status_code == second.status_code < 500, path
            if "html" in first.get("Content-Type", ""):
                found = links(path.partition("?")[0], first.content.decode())
                todo |= {link for link in found if link.partition("?")[0] not in seen and link not in todo}
    assert changed(before, digests()) == []
