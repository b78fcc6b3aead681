"""Requests to a table over HTTP: what is answered, and that what is refused changes nothing.

Every refusal comes with its twin: the same request, allowed, succeeds.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import quote_from_bytes

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Match, Move
from games.rules.game import Phase, Seat
from games.rules.match import MatchTerms
from games.rules.notation import format_play
from games.services.matches import create_match
from tests.people import make_user
from tests.playing import NOON, Table

pytestmark = [pytest.mark.django_db, pytest.mark.data]
WHITE, BLACK = Seat.WHITE, Seat.BLACK
Begin = Callable[..., Table]


def client_of(user: User | None) -> Client:
    client = Client(raise_request_exception=True)
    if user:
        client.force_login(user)
    return client


class Desk:
    """A table reached over HTTP."""

    before: list[object]  # what was stored when the test began

    def __init__(self, table: Table) -> None:
        self.table = table
        self.match = table.match
        self.url = f"/matches/{table.match.public_id}/"
        self.white, self.black = client_of(table.people[WHITE]), client_of(table.people[BLACK])

    def post(self, client: Client, *, htmx: bool = True, **fields: Any) -> Any:
        self.match.refresh_from_db()
        data = {"version": self.match.version, **fields}
        headers = {"HX-Request": "true"} if htmx else {}
        return client.post(f"{self.url}moves/", data, headers=headers)

    def stored(self) -> list[object]:
        rows: list[object] = [*Match.objects.filter(pk=self.match.pk).values()]
        return rows + [*Game.objects.filter(match=self.match).values(), *Move.objects.filter(match=self.match).values()]


@pytest.fixture
def desk(begin: Begin) -> Desk:
    """White to play 3-1."""
    return Desk(begin(opening=(3, 1)))


def refuses(desk: Desk, response: Any, status: int, words: str = "") -> str:
    """The answer has this status, the fresh table and a sentence; nothing has changed since `desk.before`."""
    body: str = response.content.decode()
    assert response.status_code == status, body
    assert f'data-version="{desk.match.version}"' in body
    assert 'class="notice' in body
    assert words in body
    assert desk.stored() == desk.before
    return body


@pytest.fixture(autouse=True)
def before(desk: Desk) -> None:
    desk.before = desk.stored()


def test_a_play_is_answered_with_the_new_table(desk: Desk) -> None:
    response = desk.post(desk.white, kind="play", play="8/5 6/5")
    assert response.status_code == 200
    assert response.content.decode().lstrip().startswith("<section")
    assert 'data-version="2"' in response.content.decode()


def test_without_javascript_a_command_leads_back_to_the_table(desk: Desk) -> None:
    response = desk.post(desk.white, htmx=False, kind="play", play="8/5 6/5")
    assert (response.status_code, response["Location"]) == (303, desk.url)
    assert 'data-version="2"' in desk.white.get(desk.url).content.decode()


def test_without_javascript_a_refusal_is_the_whole_page(desk: Desk) -> None:
    response = desk.post(desk.white, htmx=False, kind="play", play="8/4 6/5")
    assert "<html" in refuses(desk, response, 422)


@pytest.mark.parametrize("fields", [{"kind": "fly"}, {"kind": "next\x00"}, {"kind": "x" * 500}, {"kind": ""}, {}])
def test_unknown_kinds(desk: Desk, fields: dict[str, Any]) -> None:
    refuses(desk, desk.post(desk.white, **fields), 400)
    assert desk.post(desk.white, kind="play", play="8/5 6/5").status_code == 200


@pytest.mark.parametrize(
    "play",
    ["8/4 6/5", "8/5", "", "hello", "8/5 6/5 6/5", "13/7 8/7", "8/5* 6/5", "99/5", "٨/٥", "bar/22", "<b>8/5</b>"],
)
def test_malformed_and_illegal_plays(desk: Desk, play: str) -> None:
    body = refuses(desk, desk.post(desk.white, kind="play", play=play), 422)
    assert "<b>8/5" not in body
    assert desk.post(desk.white, kind="play", play="8/5 6/5").status_code == 200


def test_oversized_fields(desk: Desk) -> None:
    refuses(desk, desk.post(desk.white, kind="play", play="8/5 " * 1000), 400)
    refuses(desk, desk.post(desk.white, text="8/5 " * 1000), 400)
    refuses(desk, desk.post(desk.white, kind="resign", level="1" * 100), 400)


def test_an_oversized_request(desk: Desk) -> None:
    response = desk.white.post(f"{desk.url}moves/", {"version": 1, "kind": "play", "play": "8" * 200_000})
    assert response.status_code in (400, 413)
    assert desk.stored() == desk.before


@pytest.mark.parametrize("version", ["", "x", "-1", "1.5", "9" * 40, "1\x00"])
def test_malformed_versions(desk: Desk, version: str) -> None:
    refuses(desk, desk.post(desk.white, version=version, kind="play", play="8/5 6/5"), 400)


def test_invalid_utf8(desk: Desk) -> None:
    for field in (b"kind", b"play", b"text", b"version"):
        body = b"version=1&" + field + b"=" + quote_from_bytes(b"\xff\xfe\x80").encode()
        response = desk.white.post(
            f"{desk.url}moves/", body, content_type="application/x-www-form-urlencoded", headers={"HX-Request": "true"}
        )
        assert response.status_code in (400, 422)
        assert desk.stored() == desk.before
    raw = b"version=1&kind=play&play=\xff"
    response = desk.white.post(f"{desk.url}moves/", raw, content_type="application/x-www-form-urlencoded")
    assert response.status_code in (400, 422)
    assert desk.white.get(f"{desk.url}?draft=%ff%fe").status_code == 422
    assert desk.white.get("/matches/%ff%fe/").status_code == 404


def test_the_wrong_seat(desk: Desk) -> None:
    refuses(desk, desk.post(desk.black, kind="play", play="8/5 6/5"), 409)
    assert desk.post(desk.white, kind="play", play="8/5 6/5").status_code == 200


@pytest.mark.parametrize("kind", ["play", "roll", "double", "take", "resign", "next", "leave"])
def test_who_has_no_seat(desk: Desk, kind: str) -> None:
    for client in (client_of(None), client_of(make_user("third")), client_of(make_user("fourth", is_guest=True))):
        refuses(desk, desk.post(client, kind=kind, play="8/5 6/5", level="1"), 403)
    assert desk.post(desk.white, kind="play", play="8/5 6/5").status_code == 200


@pytest.mark.parametrize(
    "kind", ["roll", "double", "take", "drop", "beaver", "accept", "refuse", "next", "leave", "choose"]
)
def test_the_wrong_phase(desk: Desk, kind: str) -> None:
    refuses(desk, desk.post(desk.white, kind=kind, number="3"), 409)


def test_resignation_levels(desk: Desk) -> None:
    for level in ("0", "4", "x", "", "12"):
        assert desk.post(desk.white, kind="resign", level=level).status_code in (409, 422)
        assert desk.stored() == desk.before
    assert desk.post(desk.white, kind="resign", level="1").status_code == 200


def test_a_stale_version(desk: Desk) -> None:
    assert desk.post(desk.white, kind="play", play="8/5 6/5").status_code == 200
    desk.before = desk.stored()
    desk.match.refresh_from_db()
    refuses(desk, desk.post(desk.white, version=1, kind="play", play="24/20"), 409, "moved on")
    refuses(desk, desk.post(desk.black, version=0, kind="roll"), 409, "moved on")
    refuses(desk, desk.post(desk.black, version=77, kind="roll"), 409, "moved on")


def test_a_repeated_command_is_answered_like_the_first(desk: Desk) -> None:
    first = desk.post(desk.white, kind="play", play="8/5 6/5")
    again = desk.post(desk.white, version=1, kind="play", play="6/5 8/5")
    assert (again.status_code, again.content) == (200, first.content)


def test_a_finished_match(desk: Desk) -> None:
    assert desk.post(desk.white, kind="resign", level="match").status_code == 200
    desk.before = desk.stored()
    desk.match.refresh_from_db()
    for kind in ("roll", "play", "next", "resign", "double"):
        refuses(desk, desk.post(desk.black, kind=kind, play="8/5 6/5", level="1"), 409)


def test_an_open_match_has_nothing_to_play(begin: Begin) -> None:
    host = make_user("host")
    match = create_match(host, MatchTerms("backgammon", 3), rated=False, public=False, seat=WHITE, now=NOON)
    response = client_of(host).post(
        f"/matches/{match.public_id}/moves/", {"version": 0, "kind": "roll"}, headers={"HX-Request": "true"}
    )
    assert response.status_code == 409
    assert Match.objects.get(pk=match.pk).version == 0


def test_unknown_matches(desk: Desk) -> None:
    for path in (
        "/matches/AAAAAAAAAAAAAAAA/",
        "/matches/AAAAAAAAAAAAAAAA/moves/",
        "/matches/x/",
        "/matches/" + "a" * 999,
    ):
        assert desk.white.get(path).status_code in (404, 405)
        assert desk.white.post(path, {"version": 1, "kind": "roll"}).status_code in (404, 405)


def test_other_methods(desk: Desk) -> None:
    assert desk.white.get(f"{desk.url}moves/").status_code == 405
    assert desk.white.post(desk.url).status_code == 405
    assert desk.white.delete(desk.url).status_code == 405
    assert desk.stored() == desk.before


def test_a_command_needs_its_csrf_token(desk: Desk) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(desk.table.people[WHITE])
    fields = {"version": 1, "kind": "play", "play": "8/5 6/5"}
    assert client.post(f"{desk.url}moves/", fields).status_code == 403
    assert desk.stored() == desk.before
    client.get(desk.url)
    token = client.cookies["csrftoken"].value
    assert client.post(f"{desk.url}moves/", {**fields, "csrfmiddlewaretoken": token}).status_code == 303


@pytest.mark.parametrize("draft", ["8/5", "6/5", "8/5 6/5", "8/5/4", ""])
def test_drafts_are_shown_and_store_nothing(desk: Desk, draft: str) -> None:
    response = desk.white.get(desk.url, {"draft": draft, "lead": "1"})
    assert response.status_code == 200
    assert desk.stored() == desk.before


@pytest.mark.parametrize(
    "draft", ["8/2", "8/4", "hello", "8/5 6/5 6/5", "99/98", "bar/20", "8/5*", "8/5" * 400, "\x00"]
)
def test_malformed_drafts(desk: Desk, draft: str) -> None:
    refuses(desk, desk.white.get(desk.url, {"draft": draft}, headers={"HX-Request": "true"}), 422)


def test_a_draft_of_somebody_else_is_the_plain_table(desk: Desk) -> None:
    """A link with a draft in it shows others nothing but the table."""
    assert desk.black.get(desk.url, {"draft": "8/5"}).status_code == 200
    assert client_of(None).get(desk.url, {"draft": "8/5"}).status_code == 200


def test_the_notation_box_takes_plays_and_words(desk: Desk) -> None:
    refuses(desk, desk.post(desk.white, text="rool"), 422)
    assert desk.post(desk.white, text="8-5, 6-5".replace(",", "")).status_code == 200
    desk.table.dice.script((6, 5))
    assert desk.post(desk.black, text=" Roll ").status_code == 200
    assert desk.post(desk.black, text="24/13").status_code == 200
    assert desk.post(desk.white, text="double").status_code == 200
    assert desk.post(desk.black, text="TAKE").status_code == 200
    assert desk.post(desk.white, text="resign gammon").status_code == 200
    assert desk.post(desk.black, text="refuse").status_code == 200
    kinds = [move.kind for move in Move.objects.order_by("version")]
    assert kinds == ["roll", "play", "roll", "play", "double", "take", "resign", "refuse"]


def test_the_queries_of_a_table_page_do_not_grow(desk: Desk, django_assert_max_num_queries: Callable[..., Any]) -> None:
    """Session, user, match, newest game, its moves, results, the version again, seats, time: whatever was played."""
    table = desk.table
    counts = []
    for turn in range(30):
        if turn in (0, 29):
            with django_assert_max_num_queries(10) as captured:
                assert desk.white.get(desk.url).status_code == 200
            counts.append(len(captured))
        state = table.state
        seat = state.to_act
        assert seat
        if state.phase == Phase.TO_PLAY:
            table.do(seat, "play", format_play(next(iter(state.legal()))))
        else:
            table.dice.script((2, 1))
            table.do(seat, "roll")
    assert counts[0] == counts[1]


def test_a_draft_of_a_roll_that_was_played_since_is_dropped(desk: Desk) -> None:
    """The back button may bring it up again: the table as it stands is shown, and nothing is complained of."""
    shown = desk.white.get(desk.url, {"draft": "8/5", "v": "1"}).content.decode()
    assert 'value="8/5 6/5"' in shown
    desk.table.do(WHITE, "play", "24/20")
    desk.table.dice.script((2, 1), (6, 6))
    desk.table.do(BLACK, "roll")
    desk.table.do(BLACK, "play", "13/11 24/23")
    desk.table.do(WHITE, "roll")
    assert desk.white.get(desk.url, {"draft": "8/5"}).status_code == 422  # no beginning of a play of 6-6
    response = desk.white.get(desk.url, {"draft": "8/5", "v": "1"})
    assert response.status_code == 200
    assert 'class="notice' not in response.content.decode()
