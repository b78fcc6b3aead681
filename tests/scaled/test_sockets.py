"""The strict rules for sockets hold on the server of the scaled-out form, too, past nginx and through it."""

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from games.rules.game import Seat
from tests.live.serving import sees
from tests.live.test_serve import close_code
from tests.live.viewing import session_of
from tests.playing import Table
from tests.scaled.conftest import Site
from tests.scaled.site import NAME, Door

pytestmark = pytest.mark.django_db(transaction=True)
Begin = Callable[..., Table]


@pytest.fixture(params=["process", "nginx"])
def door(request: pytest.FixtureRequest, site: Site) -> Door:
    return site.webs[0].door if request.param == "process" else site.front


@pytest.fixture(autouse=True)
def no_complaint(site: Site) -> Iterator[None]:
    """Whatever a client does is no fault of ours: no error and no traceback in any log."""
    lengths = [len(web.log.read_text()) for web in site.webs]
    yield
    said = "".join(web.log.read_text()[length:] for web, length in zip(site.webs, lengths, strict=True))
    assert [line for line in said.splitlines() if "ERROR" in line or "Traceback" in line] == []


@pytest.mark.parametrize(
    ("data", "codes"),
    [
        ("roll", {1008}),
        ("", {1008}),
        (b"\x00\x01", {1008}),
        ([b"\xff\xfe"], {1008, 1007}),
        ([100 * "x"] * 40, {1008, 1009}),
        (["x"] * 5, {1008}),
        (100_000 * "x", {1009, 1006, None}),  # the connection may break while there is more to read
    ],
)
def test_data_closes_the_socket(
    door: Door, begin: Begin, data: str | bytes | list[str] | list[bytes], codes: set[int | None]
) -> None:
    table = begin()
    match, white = table.match.public_id, session_of(table.people[Seat.WHITE])
    with door.watch(match, seen=1) as viewer, door.watch(match, seen=1) as other:
        with suppress(ConnectionClosed):
            viewer.send(data)
        assert close_code(viewer) in codes
        assert door.post(match, white, kind="play", play="8/5 6/5", version=1) == 200
        sees(other, 2)


def test_text_that_is_no_utf8_closes_the_socket_quietly(door: Door, begin: Begin) -> None:
    with door.watch(begin().match.public_id, seen=1) as viewer:
        viewer.send(b"\xff\xfe", text=True)
        assert close_code(viewer) == 1007


def test_foreign_origins_are_refused(door: Door, begin: Begin) -> None:
    match = begin().match.public_id
    with door.watch(match) as viewer:
        sees(viewer, 1)
    for origin in ("https://evil.example", f"http://{NAME}", f"https://{NAME}:444", "http://[", "null", "x"):
        with pytest.raises(InvalidStatus) as refused, door.watch(match, origin=origin):
            pass
        assert refused.value.response.status_code == 403


def test_one_session_holds_ten_sockets_of_a_process(site: Site, begin: Begin) -> None:
    table = begin()
    match, white = table.match.public_id, session_of(table.people[Seat.WHITE])
    opened = [site.webs[0].door.watch(match, white) for _ in range(10)]
    for each in opened:
        each.__enter__()
    try:
        with pytest.raises(InvalidStatus), site.webs[0].door.watch(match, white):
            pass
        with site.webs[1].door.watch(match, white) as elsewhere:
            sees(elsewhere, 1)
    finally:
        for each in opened:
            each.__exit__(None, None, None)


def test_socket_is_closed_when_its_session_ends_at_another_process(site: Site, begin: Begin) -> None:
    table = begin()
    match, white = table.match.public_id, session_of(table.people[Seat.WHITE])
    with site.webs[0].door.watch(match, white) as viewer:
        sees(viewer, 1)
        assert site.webs[1].door.ask("POST", "/accounts/logout/", white)[0] == 302
        assert close_code(viewer) == 1008
