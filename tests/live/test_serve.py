"""The real server, `manage.py serve`, as an operator and as clients meet it."""

import signal
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from games.rules.game import Seat
from tests.hostile.raw import Line
from tests.live.serving import Server, environment, sees, serving, start
from tests.live.viewing import PATIENCE
from tests.playing import Table

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]
Begin = Callable[..., Table]


def test_move_reaches_players_and_spectators(server: Server, begin: Begin) -> None:
    table = begin()
    match, white, black = table.match.public_id, table.people[Seat.WHITE], table.people[Seat.BLACK]
    with (
        server.watch(match, white, seen=1) as near,
        server.watch(match, black, seen=1) as far,
        server.watch(match, seen=1) as third,
    ):
        assert server.post(match, white, kind="play", play="8/5 6/5", version=1) == 200
        for viewer in (near, far, third):
            sees(viewer, 2)


def test_the_head_of_a_large_answer_has_no_body_behind_it(server: Server, begin: Begin) -> None:
    """What comes next on the connection is the next answer."""
    path = f"/matches/{begin().match.public_id}/board.png"
    client = HTTPConnection("localhost", server.port, timeout=PATIENCE)
    client.request("GET", path)
    size = len(client.getresponse().read())
    assert size > 2**16  # more than goes out at once
    for _ in range(2):
        client.request("HEAD", path)
        answer = client.getresponse()
        assert (answer.status, answer.headers["content-length"], answer.read()) == (200, str(size), b"")
    client.request("GET", "/healthz")
    assert client.getresponse().status == 200
    client.close()


@pytest.fixture
def slow_server(transactional_db: None, tmp_path: Path) -> Iterator[Server]:
    """A server whose dice wait for the test (tests/live/slow_settings.py)."""
    settings = {"DJANGO_SETTINGS_MODULE": "tests.live.slow_settings", "SLOW_DICE": str(tmp_path)}
    with serving(environment(tmp_path, **settings)) as server:
        yield server


def appears(file: Path) -> None:
    """Wait for a file."""
    deadline = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_line_break_of_unicode_in_the_type_of_a_form_is_refused_with_an_answer(server: Server) -> None:
    """Also where the request has come before the one before it is answered."""
    look = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    form = b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain%s;a=b\r\nContent-Length: 1\r\n\r\nx"
    for sent, statuses in (
        (form % b"", [403]),  # it has no token
        (form % b"\x85", [400]),
        (look + form % b"\x85" + look, [200, 400, 200]),
    ):
        line = Line(server.port)
        line.send(sent)
        answers = [line.answer(patience=PATIENCE) for _ in statuses]
        line.close()
        assert [answer and answer.status for answer in answers] == statuses


def test_connection_that_ends_with_its_answer_is_closed(server: Server) -> None:
    for kept in (False, True):
        line = Line(server.port)
        line.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n%s\r\n" % (b"" if kept else b"Connection: close\r\n"))
        answer = line.answer()
        assert answer
        assert answer.status == 200
        assert line.is_closed(0.5 if kept else PATIENCE) is not kept
        line.close()


def test_client_that_hangs_up_loses_no_push(slow_server: Server, begin: Begin, tmp_path: Path) -> None:
    table = begin()
    match, black = table.match.public_id, table.people[Seat.BLACK]
    table.do(Seat.WHITE, "play", "8/5 6/5")
    with slow_server.watch(match, seen=2) as viewer:
        with slow_server.posting(match, black, kind="roll", version=2):
            appears(tmp_path / "asked")
        time.sleep(0.5)  # the server learns of the hang-up while it carries the command out
        (tmp_path / "go").touch()
        sees(viewer, 3)
        time.sleep(1.5)  # daphne looks every second whether anything has failed, and complains of it


def test_stop_waits_for_the_answer_that_is_being_made(slow_server: Server, begin: Begin, tmp_path: Path) -> None:
    table = begin()
    match, black = table.match.public_id, table.people[Seat.BLACK]
    table.do(Seat.WHITE, "play", "8/5 6/5")
    with slow_server.watch(match, seen=2), ThreadPoolExecutor(1) as pool:
        answer = pool.submit(slow_server.post, match, black, kind="roll", version=2)
        appears(tmp_path / "asked")
        slow_server.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        (tmp_path / "go").touch()
        assert answer.result(PATIENCE) == 200
        slow_server.ends_well()


def test_interrupt_stops_cleanly_with_sockets_open(transactional_db: None, begin: Begin, tmp_path: Path) -> None:
    match = begin().match.public_id
    with serving(environment(tmp_path)) as server, server.watch(match) as viewer:
        sees(viewer, 1)
        server.process.send_signal(signal.SIGINT)
        server.ends_well()


def close_code(viewer: ClientConnection) -> int | None:
    """Read until the server closes the socket."""
    try:
        while True:
            viewer.recv(PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


@pytest.mark.parametrize(
    ("data", "codes"),
    [
        ("roll", {1008}),
        ("", {1008}),
        (b"\x00\x01", {1008}),
        ([3000 * "x"] * 400, {1008, None}),  # the connection may break while there is more to read
        (1_000_000 * "x", {1008, None}),
    ],
)
def test_data_closes_the_socket(
    server: Server, begin: Begin, data: str | bytes | list[str], codes: set[int | None]
) -> None:
    table = begin()
    match, white = table.match.public_id, table.people[Seat.WHITE]
    with server.watch(match, seen=1) as viewer, server.watch(match, seen=1) as other:
        with suppress(ConnectionClosed):
            viewer.send(data)
        assert close_code(viewer) in codes
        assert server.post(match, white, kind="play", play="8/5 6/5", version=1) == 200
        sees(other, 2)


def test_foreign_and_malformed_origins_are_refused_without_a_word(server: Server, begin: Begin) -> None:
    match = begin().match.public_id
    with server.watch(match) as viewer:
        sees(viewer, 1)
    for origin in ["http://evil.example", "https://localhost", "http://[", "http://localhost:99999", "null", "x"]:
        with pytest.raises(InvalidStatus) as refused, server.watch(match, origin=origin):
            pass
        assert refused.value.response.status_code in (400, 403)  # 400 from daphne itself when malformed


def test_socket_stays_open_for_more_than_a_day(transactional_db: None, begin: Begin, tmp_path: Path) -> None:
    """On a server whose clock runs a hundred thousand times too fast."""
    table = begin()
    match = table.match.public_id
    with (
        serving(environment(tmp_path), program="tests/live/fast_clock.py") as server,
        server.watch(match, seen=1) as viewer,
    ):
        time.sleep(2.5)  # 2.9 days
        assert server.post(match, table.people[Seat.WHITE], kind="play", play="8/5 6/5", version=1) == 200
        sees(viewer, 2)


def test_busy_port_is_one_clear_line(tmp_path: Path, db: None) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        process = start(environment(tmp_path), "--port", str(port))
        said, complained = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert said == ""
    assert complained == f"CommandError: Port {port} is in use. Stop what uses it, or choose another with --port.\n"


def test_static_files_are_served(server: Server) -> None:
    client = HTTPConnection("localhost", server.port, timeout=PATIENCE)
    client.request("GET", "/static/css/site.css")
    answer = client.getresponse()
    assert (answer.status, answer.headers["Content-Type"]) == (200, 'text/css; charset="utf-8"')
    client.close()
