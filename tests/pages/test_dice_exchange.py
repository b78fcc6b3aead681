"""The exchange of secrets over HTTP: what pages hold for the script that draws them, and what its requests do."""

import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import DiceExchange, Match
from games.services.matches import create_match
from tests.dice import ScriptedDice
from tests.matches.exchanging import MINE, OTHER, TERMS, YOURS, commit, commitment_to, drawn_by_browser, join, stands
from tests.matches.test_around_exchange import WHITE
from tests.pages.conftest import LogIn
from tests.playing import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.data]
FRIENDLY = {"variant": "backgammon", "kind": "match", "length": "5", "seat": "black"}


@pytest.fixture
def match(host: User) -> Match:
    """Black's browser is to draw a secret."""
    return drawn_by_browser(host)


def url(match: Match, rest: str = "") -> str:
    return f"/matches/{match.public_id}/{rest}"


def say(client: Client, match: Match, **fields: str) -> int:
    return client.post(url(match, "dice/exchange/"), fields).status_code


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return unescape(response.content.decode())


def form(body: str, mark: str) -> dict[str, str]:
    """The data of the form whose tag has this in it."""
    (tag,) = re.findall(rf"<form[^>]*{mark}[^>]*>", body)
    return dict(re.findall(r'data-([a-z]+)="([^"]*)"', tag))


def test_a_whole_exchange(host: User, friend: User, log_in: LogIn, dice: ScriptedDice) -> None:
    ana, bob = log_in(host), log_in(friend)
    created = ana.post("/matches/new/", {**FRIENDLY, "visibility": "public", "browser_dice": "on"})
    match = Match.objects.get()
    assert created["Location"] == url(match)
    told = form(page(ana, url(match)), 'id="dice-exchange"')
    root = DiceExchange.objects.get().root
    assert (told["id"], told["seat"], told["root"], told["commitment"]) == (match.public_id, "black", root, "")
    assert say(ana, match, commitment=commitment_to(match, MINE)) == 204
    told = form(page(ana, url(match)), 'id="dice-exchange"')
    assert told["commitment"] == commitment_to(match, MINE)
    offered = form(page(bob, url(match, "join/")), 'method="post" data')
    assert offered == {"id": match.public_id, "root": root, "commitment": commitment_to(match, MINE)}
    assert bob.post(url(match, "join/"), {"secret": YOURS, "browser_dice": "on"}).status_code == 303
    assert stands(match) == ("waiting", 1, commitment_to(match, MINE), YOURS, "")
    frame = page(ana, url(match))
    assert f'form="dice-exchange" name="joiner" value="{YOURS}"' in frame
    dice.script((2, 6))
    assert say(ana, match, secret=MINE, joiner=YOURS) == 204
    assert stands(match) == ("playing", 2, commitment_to(match, MINE), YOURS, MINE)
    for client in (ana, bob):
        assert "dice-exchange" not in page(client, url(match))
        assert "Server-drawn" not in page(client, url(match))


def test_without_the_fields_the_server_draws_and_says_so(
    host: User, friend: User, log_in: LogIn, dice: ScriptedDice
) -> None:
    log_in(host).post("/matches/new/", FRIENDLY)
    match = Match.objects.get()
    assert "dice-exchange" not in page(log_in(host), url(match))
    link = url(match, f"join/{match.invite_token}/")
    assert "Server-drawn secret for Black" in page(log_in(friend), link)
    dice.script((2, 6))
    log_in(friend).post(link)
    assert stands(match)[:2] == ("playing", 1)
    for client in (log_in(host), log_in(friend), Client()):
        assert "Server-drawn secrets for White and Black" in page(client, url(match))


def test_fields_are_there_for_the_script_and_mean_nothing_without_it(match: Match, host: User, friend: User) -> None:
    """A field that is disabled is not sent; static/js/dice.js enables it."""
    commit(match, host)
    fields = re.compile(r'<input[^>]*name="(?:browser_dice|secret)"[^>]*>')
    expected = {"/": 2, "/matches/new/": 1, url(match, "join/"): 2}  # at home the form of a challenge has one as well
    for path, number in expected.items():
        body = page(Client(), path)
        found = fields.findall(body)
        assert len(found) == number
        assert all("disabled" in field for field in found)
        assert "bundle/dice.js" in body


def test_the_form_remembers_a_wish_for_the_servers_dice(host: User, log_in: LogIn) -> None:
    box = re.compile(r'<input[^>]*id="id_browser_dice"[^>]*>')
    assert "checked" in box.findall(page(log_in(host), "/matches/new/"))[0]
    for extra, checked in (({"browser_dice": "on"}, True), ({}, False)):
        again = log_in(host).post("/matches/new/", {**FRIENDLY, "length": "99", **extra})
        assert again.status_code == 422
        assert ("checked" in box.findall(again.content.decode())[0]) is checked


def test_who_comes_before_the_commitment_is_asked_to_look_again(
    match: Match, host: User, friend: User, log_in: LogIn
) -> None:
    bob, visitor = log_in(friend), Client()
    for client in (bob, visitor):
        body = page(client, url(match, "join/"))
        assert "browser has not committed to its secret" in body
        assert "Take the seat" not in body
        refused = client.post(url(match, "join/"), {"secret": YOURS})
        assert refused.status_code == 409
        assert "Try again in a moment" in refused.content.decode()
    assert User.objects.count() == 2  # nobody has become a guest for that
    commit(match, host)
    assert "Take the seat" in page(visitor, url(match, "join/"))
    assert bob.post(url(match, "join/"), {"secret": YOURS}).status_code == 303


def test_the_lobby_shows_what_can_be_joined(match: Match, host: User, friend: User, log_in: LogIn) -> None:
    assert match.public_id not in page(log_in(friend), "/")
    commit(match, host)
    told = form(page(log_in(friend), "/"), f'action="{url(match, "join/")}"')
    assert told["commitment"] == commitment_to(match, MINE)
    log_in(friend).post(url(match, "join/"), {"secret": YOURS})
    assert match.public_id not in page(Client(), "/")
    assert match.public_id not in page(Client(), "/watch/")
    assert "Open it to start" in page(log_in(host), "/")
    waits = page(log_in(friend), "/")
    assert "Waiting to start" in waits
    assert "Against <bdi>host</bdi>" in waits


BAD = ["", "x", "0" * 63, "0" * 65, "G" * 64, "A" * 64, "é" * 64, "0" * 64 + "\n", " " + "0" * 63]


@pytest.mark.parametrize("value", BAD)
def test_what_is_no_secret_is_refused(
    value: str, match: Match, host: User, friend: User, log_in: LogIn, dice: ScriptedDice
) -> None:
    ana, bob = log_in(host), log_in(friend)
    assert say(ana, match) == 400
    assert say(ana, match, commitment=value) == 400
    assert say(ana, match, commitment=commitment_to(match, MINE)) == 204
    assert bob.post(url(match, "join/"), {"secret": value}).status_code == 400
    assert bob.post(url(match, "join/"), {"secret": YOURS}).status_code == 303
    assert say(ana, match, secret=value) == 400
    assert say(ana, match, secret=OTHER) == 400
    dice.script((2, 6))
    assert say(ana, match, secret=MINE) == 204


def test_only_the_creator_is_heard(match: Match, host: User, friend: User, log_in: LogIn, dice: ScriptedDice) -> None:
    ana, bob, visitor = log_in(host), log_in(friend), Client()
    assert [say(each, match, commitment=commitment_to(match, MINE)) for each in (bob, visitor, ana)] == [403, 403, 204]
    join(match, friend, dice)
    dice.script((2, 6))
    assert [say(each, match, secret=MINE) for each in (bob, visitor, ana)] == [403, 403, 204]
    assert "dice-exchange" not in page(bob, url(match))
    assert ana.get(url(match, "dice/exchange/")).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(host)
    assert say(strict, match, secret=MINE) == 403


@pytest.mark.parametrize("caller", ["host", "friend"])
def test_either_calls_it_off_by_a_button(
    caller: str, match: Match, host: User, friend: User, log_in: LogIn, dice: ScriptedDice
) -> None:
    commit(match, host)
    join(match, friend, dice)
    clients = {"host": log_in(host), "friend": log_in(friend)}
    for client in clients.values():
        assert '<button id="call-off" form="call-off-form">' in page(client, url(match))
        assert f'id="call-off-form" method="post" action="{url(match, "cancel/")}"' in page(client, url(match))
    assert "call-off" not in page(Client(), url(match))
    home = clients[caller].post(url(match, "cancel/"), follow=True).content.decode()
    assert "The match is called off." in home
    told = {name: page(client, url(match)) for name, client in clients.items()}
    assert "You called it off before it had begun." in told.pop(caller)
    assert f"{caller} called it off before it had begun." in next(iter(told.values()))
    assert f"{caller} called it off before it had begun." in page(Client(), url(match))


def test_a_page_without_scripts_looks_again_soon(
    match: Match, host: User, friend: User, log_in: LogIn, dice: ScriptedDice
) -> None:
    commit(match, host)
    assert '<meta http-equiv="refresh" content="10">' in page(log_in(host), url(match))
    join(match, friend, dice)
    for client in (log_in(host), log_in(friend), Client()):
        assert '<meta http-equiv="refresh" content="2">' in page(client, url(match))


def test_a_link_to_a_match_that_waits_says_that_it_has_not_begun(
    match: Match, host: User, friend: User, dice: ScriptedDice
) -> None:
    commit(match, host)
    join(match, friend, dice)
    assert "It has not begun yet." in page(Client(), url(match))


def test_a_rematch_over_http(host: User, friend: User, log_in: LogIn, dice: ScriptedDice) -> None:
    dice.script((3, 1), (6, 2))
    match = create_match(host, TERMS, rated=False, public=True, seat=WHITE, now=NOON)
    join(match, friend, dice)
    ana, bob = log_in(host), log_in(friend)
    ana.post(url(match, "moves/"), {"version": "1", "kind": "resign", "level": "match"})
    asked = ana.post(url(match, "rematch/"), {"browser_dice": "on"})
    new = Match.objects.get(rematch_of=match)
    assert asked["Location"] == url(new)
    assert "would like a rematch" not in page(bob, url(match))
    assert bob.post(url(match, "rematch/"), {"browser_dice": "on", "secret": YOURS}).status_code == 409
    say(ana, new, commitment=commitment_to(new, MINE, "white"))
    body = page(bob, url(match))
    assert "host would like a rematch" in body
    (button,) = re.findall(r'<button id="rematch"[^>]*>', body)
    root = DiceExchange.objects.get(match=new).root
    for words in (new.public_id, f'data-root="{root}"', f'data-commitment="{commitment_to(new, MINE, "white")}"'):
        assert words in button
    assert bob.post(url(match, "rematch/"), {"browser_dice": "on"}).status_code == 409
    assert bob.post(url(match, "rematch/"), {"browser_dice": "on", "secret": YOURS})["Location"] == url(new)
    assert stands(new)[0] == "waiting"
    assert say(ana, new, secret=MINE) == 204
    assert stands(new) == ("playing", 2, commitment_to(new, MINE, "white"), YOURS, MINE)


def statements(client: Client, path: str, **fields: str) -> list[Any]:
    with CaptureQueriesContext(connection) as captured:
        response = client.post(path, fields) if fields else client.get(path)
    assert response.status_code in (200, 204)
    return captured.captured_queries


def test_the_lobby_costs_no_more_for_what_browsers_draw(host: User, friend: User, log_in: LogIn) -> None:
    bob = log_in(friend)
    bob.get("/")
    empty = len(statements(bob, "/"))
    for _ in range(3):
        drawn = drawn_by_browser(host)
        commit(drawn, host)
    assert page(bob, "/").count('/join/"') == 3
    assert len(statements(bob, "/")) == empty
