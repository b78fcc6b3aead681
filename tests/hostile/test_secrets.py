"""What dice are made of leaves the server nowhere before its time: all that it says to anybody is searched for it."""

import json
import logging
from base64 import b64encode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import pytest
from django.contrib import admin
from django.core.cache import cache
from django.db import connection
from django_tasks_db.models import DBTaskResult

from games.models import Match
from games.nudges import nudge_mail, pending, push_payload
from tests.hostile.needles import Said, all_hidden, found, hidden
from tests.hostile.routes import TARGETS
from tests.hostile.test_access import FORMS
from tests.hostile.world import World, build_world

pytestmark = [pytest.mark.django_db]
SECRET, ANOTHER = sha256(b"a secret").digest(), sha256(b"another").digest()
SENDERS = ("seat", "opponent", "staff")
READERS = ("seat", "opponent", "visitor", "staff")


@pytest.mark.parametrize(
    "spelt",
    [
        SECRET,
        SECRET.hex().encode(),
        SECRET.hex().upper().encode(),
        b64encode(SECRET),
        urlsafe_b64encode(SECRET),
        repr(SECRET).encode(),
        json.dumps(list(SECRET)).encode(),
        str(int.from_bytes(SECRET, "big")).encode(),
        str(int.from_bytes(SECRET, "little")).encode(),
        SECRET.hex().encode()[:40],
    ],
    ids=["raw", "hex", "HEX", "base64", "base64url", "repr", "list", "big", "little", "part"],
)
def test_a_secret_is_found_however_it_is_written(spelt: bytes) -> None:
    assert found([("a page", b"<p>" + spelt + b"</p>\n")], [("it", SECRET)])
    assert not found([("a page", b"<p>" + spelt + b"</p>\n")], [("another", ANOTHER)])


class Ear:
    """Hears what the server says."""

    def __init__(self) -> None:
        self.said: list[Said] = []

    def answer(self, what: str, response: Any) -> None:
        """An answer with its headers and cookies."""
        body = b"".join(response.streaming_content) if response.streaming else response.content
        head = f"{response.headers} {response.cookies}".encode()
        self.said.append((f"{what} ({response.status_code})", head + b"\n" + body))

    def tells(self) -> list[str]:
        """What it should not have said, of what was not public until now."""
        return found(self.said, all_hidden())


def ask(ear: Ear, world: World, role: str, path: str, form: dict[str, Any] | None = None) -> None:
    """One request, of somebody who may have changed his password by the one before."""
    if role in world.people:
        world.people[role].refresh_from_db()
    client = world.browser(role)
    response = client.get(path) if form is None else client.post(path, form)
    ear.answer(f"{'GET' if form is None else 'POST'} {path} for {role}", response)


@pytest.fixture
def world() -> World:
    cache.clear()
    return build_world()


def test_no_page_tells_anybody(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """Every address of the site for everybody, with questions and with forms, and whatever is logged meanwhile."""
    ear, names = Ear(), dict(world.names())
    with caplog.at_level(logging.DEBUG):
        for target in TARGETS.values():
            for path in (path.format_map(names) for path in target.paths):
                for role in READERS:
                    ask(ear, world, role, path)
                question = "&".join(f"{name}=1" for name in target.query)
                ask(ear, world, "staff", f"{path}?{question}")
        assert ear.tells() == []
        for target in TARGETS.values():
            for path in target.paths:
                fields = FORMS.get(path.replace("playing_public", "match"), dict.fromkeys(target.fields, "1"))
                for role in SENDERS:
                    ask(ear, world, role, path.format_map(names), fields)
        for _ in range(21):  # one too many for an hour
            ask(ear, world, "spectator", "/matches/new/", FORMS["/matches/new/"])
    assert {int(where.rpartition("(")[2][:3]) for where, _ in ear.said} >= {200, 302, 303, 400, 403, 404, 405, 409, 429}
    ear.said.append(("the log", caplog.text.encode()))
    assert ear.tells() == []


def test_the_admin_site_does_not_know_of_them(world: World) -> None:
    """Every list, row and history of the admin site, searches, and questions across relations."""
    ear = Ear()
    told = {model._meta.model_name for model in admin.site._registry}
    assert "match" in told
    assert "dicesecret" not in told
    match = world.matches["playing", "public"]
    secret = next(secret.hex() for what, secret in hidden(match) if what.startswith("link"))
    for model in admin.site._registry:
        place = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        ask(ear, world, "staff", place)
        ask(ear, world, "staff", f"{place}?q={match.public_id}")
        for row in model._default_manager.all()[:40]:
            ask(ear, world, "staff", f"{place}{row.pk}/change/")
            ask(ear, world, "staff", f"{place}{row.pk}/history/")
    for name in ("dicesecret__seed", "%2B__seed", "exchange__match__dicesecret__seed", "diceexchange__root", "secret"):
        for value in (secret[:1], "0"):
            path = f"/admin/games/match/?{name}__startswith={value}"
            ask(ear, world, "staff", path)
            assert ear.said[-1][0].endswith(("(302)", "(400)")), ear.said[-1]
    ask(ear, world, "staff", "/admin/games/dicesecret/")
    assert ear.said[-1][0].endswith("(404)")
    assert ear.tells() == []


def test_it_is_stored_in_one_table_and_told_in_no_message(world: World) -> None:
    """Sessions, the queue of tasks and every other table; mails and push messages about a turn."""
    ear = Ear()
    client = world.browser("seat")
    match = world.matches["playing", "public"]
    Match.objects.update(black_left_at=match.created_at)
    client.post(f"/matches/{match.public_id}/moves/", {"version": "1", "kind": "play", "play": "8/5 6/5"})
    match.refresh_from_db()
    assert match.version == 2
    nudge = pending(match.pk, "black", 2)
    assert nudge
    ear.said += [("the mail", repr(nudge_mail(nudge, is_reminder=False)).encode())]
    ear.said += [("the push message", repr(push_payload(nudge)).encode())]
    rows = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608
            rows[table] = repr(cursor.fetchall()).encode()
    assert "black" in rows[DBTaskResult._meta.db_table].decode()
    assert found([("its own table", rows.pop("games_dicesecret"))], hidden(match))
    ear.said += list(rows.items())
    assert ear.tells() == []
