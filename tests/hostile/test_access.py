"""Who may do what: every address and socket, asked by everybody, equals the table in tests/hostile/access.tsv."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import resolve

from games.models import Match
from games.routing import websocket_urlpatterns
from tests.hostile.routes import routes
from tests.hostile.world import PASSWORD, ROLES, STATES, UNKNOWN_ID, UNKNOWN_TOKEN, VISIBILITIES, World, build_world
from tests.live.viewing import PATIENCE, communicator
from tests.matches.exchanging import MINE

TABLE = Path(__file__).with_name("access.tsv")
# A public key that a browser might have.
POINT = "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"
# Each would succeed for somebody.
FORMS: dict[str, dict[str, str]] = {
    "/matches/{match}/moves/": {"version": "1", "kind": "play", "play": "8/5 6/5"},
    "/matches/{match}/dice/exchange/": {"secret": MINE},
    "/matches/new/": {"kind": "match", "length": "3"},
    "/accounts/signup/": {"username": "newcomer", "password1": PASSWORD, "password2": PASSWORD},
    "/accounts/login/": {"login": "the-opponent", "password": PASSWORD},
    "/accounts/reauthenticate/": {"password": PASSWORD},
    "/accounts/push/": {"endpoint": "https://push.apple.com/x", "p256dh": POINT, "auth": "A" * 22},
    "/accounts/turn-mail/": {"on": "1"},
    "/accounts/email/": {"email": "somebody@example.org", "action_add": ""},
    "/accounts/password/change/": {
        "oldpassword": PASSWORD,
        "password1": "four loud geese",
        "password2": "four loud geese",
    },
    "/accounts/password/reset/": {"email": "somebody@example.org"},
}


class Row(NamedTuple):
    """A line of the table for one match, and what it says for each role."""

    route: str
    method: str
    address: str
    state: str
    visibility: str
    cells: tuple[str, ...]


def lines() -> list[list[str]]:
    """The lines of the table, without its heads."""
    text = [line for line in TABLE.read_text().splitlines() if not line.startswith("#")]
    return [line.split("\t") for line in text[1:]]


def rows(*, sockets: bool) -> Iterator[Row]:
    """The table, with a line for every match that one of it is about."""
    for route, ask, states, visibilities, *cells in lines():
        method, _, address = ask.partition(" ")
        if (method == "WS") is sockets:
            all_of_them = product(
                STATES if states == "*" else states.split(","),
                VISIBILITIES if visibilities == "*" else visibilities.split(","),
            )
            for state, visibility in all_of_them:
                yield Row(route, method, address, state, visibility, tuple(cells))


def address_for(row: Row, role: str, match: Match | None) -> str:
    """The address as this person knows it: a stranger has to guess what is by link only."""
    public_id = match.public_id if match and (role, row.visibility) != ("stranger", "link") else UNKNOWN_ID
    token = match.invite_token if match else ""
    some = Match.objects.order_by("pk").values_list("pk", flat=True)[0]
    return row.address.format(match=public_id, token=token, wrong=UNKNOWN_TOKEN, row=some)


def answer_to(client: Client, row: Row, address: str) -> str:
    """What a cell should say. Nothing stays of the request."""
    cache.clear()
    session = client.cookies["sessionid"].value if "sessionid" in client.cookies else None
    place = transaction.savepoint()
    try:
        response = client.get(address) if row.method == "GET" else client.post(address, FORMS.get(row.address, {}))
    finally:
        transaction.savepoint_rollback(place)
        client.cookies.clear()
        if session:
            client.cookies["sessionid"] = session
    if not 300 <= response.status_code < 400:
        return str(response.status_code)
    return f"{response.status_code} {resolve(urlsplit(response['Location']).path).url_name}"


@pytest.mark.django_db
def test_every_request_of_everybody_is_answered_as_the_table_says() -> None:
    world = build_world()
    clients = {role: world.browser(role) for role in ROLES}
    wrong = []
    for row in rows(sockets=False):
        match = world.matches.get((row.state, row.visibility))
        for role, expected in zip(ROLES, row.cells, strict=True):
            found = answer_to(clients[role], row, address_for(row, role, match))
            if found != expected:
                wrong.append(f"{row.method} {row.address} ({row.state} {row.visibility}) {role}: {expected} != {found}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.django_db(transaction=True)
def test_every_socket_of_everybody_shows_what_the_table_says() -> None:
    world = build_world()
    wrong = async_to_sync(sockets_that_differ)(
        [
            (
                row,
                role,
                expected,
                address_for(row, role, world.matches.get((row.state, row.visibility))),
                sessions[role],
            )
            for sessions in [{role: world.session(role) for role in ROLES}]
            for row in rows(sockets=True)
            for role, expected in zip(ROLES, row.cells, strict=True)
        ]
    )
    assert not wrong, "\n".join(wrong)


async def sockets_that_differ(cells: list[tuple[Row, str, str, str, str]]) -> list[str]:
    """Open every socket, and name those that do not show what they should."""
    wrong = []
    for row, role, expected, address, session in cells:
        socket = communicator("", path=address, session=session)
        accepted, _ = await socket.connect(timeout=PATIENCE)
        found = "refused"
        if accepted:
            frame = await socket.receive_from(timeout=PATIENCE)
            while 'id="table"' not in frame:
                frame = await socket.receive_from(timeout=PATIENCE)
            found = next(view for view in ("white", "black", "spectator") if f'data-view="{view}"' in frame)
        await socket.disconnect(timeout=PATIENCE)
        if found != expected:
            wrong.append(f"{row.address} ({row.state} {row.visibility}) {role}: {expected} != {found}")
    await asyncio.sleep(0)
    return wrong


def test_every_address_is_in_the_table() -> None:
    """Whoever adds one writes down there who may ask for it."""
    assert set(routes()) == {line[0] for line in lines()} - {"socket"}


def test_every_kind_of_match_is_in_the_table_once_for_each_question() -> None:
    asked = Counter(row[:5] for row in chain(rows(sockets=False), rows(sockets=True)) if "{match}" in row.address)
    kinds = set(product(STATES, VISIBILITIES))
    for question in {row[:3] for row in asked}:
        assert {row[3:] for row in asked if row[:3] == question} == kinds, question
    assert set(asked.values()) == {1}


def test_every_socket_is_in_the_table() -> None:
    asked = [row.address.format(match=UNKNOWN_ID).removeprefix("/") for row in rows(sockets=True)]
    found = {next(pattern for pattern in websocket_urlpatterns if pattern.resolve(path)) for path in asked}
    assert found == set(websocket_urlpatterns)


@pytest.mark.django_db
def test_forms_are_taken_only_where_the_table_says_so() -> None:
    """Everywhere else a form is refused, or answered like a look, whoever sends it."""
    world = build_world()
    with_forms = {route for route, ask, *_ in lines() if ask.startswith("POST ")}
    taken = []
    for row in rows(sockets=False):
        match = world.matches.get((row.state, row.visibility))
        for role, looks in zip(ROLES, row.cells, strict=True) if row.route not in with_forms else ():
            found = answer_to(world.browser(role), row._replace(method="POST"), address_for(row, role, match))
            if found not in ("405", looks):
                taken.append(f"{row.address} {role}: {found}")
    assert not taken, "\n".join(taken)


@pytest.mark.django_db
def test_matches_by_link_only_are_shown_to_nobody_else() -> None:
    world: World = build_world()
    hidden = [match for (_, visibility), match in world.matches.items() if visibility == "link"]
    listed = [world.matches["open", "public"], world.matches["playing", "public"]]
    for role in ROLES:
        browser = world.browser(role)
        pages = [browser.get(page).content.decode() for page in ("/", "/watch/", "/@the-seat/", "/leaderboards/")]
        said = "".join(pages)
        assert all(match.public_id in said for match in listed), role
        if role not in ("seat", "opponent"):
            assert not any(match.public_id in said for match in hidden), role
        if role != "staff":
            assert not any(match.invite_token in said for match in world.matches.values()), role
