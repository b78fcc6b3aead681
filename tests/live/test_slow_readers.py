"""Sockets that nobody reads, on the real server: they hold up nobody, cost little, and are dropped in the end."""

import os
import re
import select
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest

from games.rules.game import Phase, Seat
from games.rules.notation import format_play
from tests.live.serving import Server, environment, headers_of, sees, serving
from tests.live.viewing import PATIENCE
from tests.playing import Table

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]
Begin = Callable[..., Table]
READERS = 50
MOVES = 100


@contextmanager
def unread(server: Server, match: str) -> Iterator[socket.socket]:
    """A table socket that takes in next to nothing, and is not read."""
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.connect(("127.0.0.1", server.port))
        host = f"localhost:{server.port}"
        lines = [f"GET /ws/matches/{match}/?v=0 HTTP/1.1", f"Host: {host}", f"Origin: http://{host}"]
        lines += ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
        client.sendall("\r\n".join([*lines, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""]).encode())
        assert b" 101 " in client.recv(30)
        yield client


class Play:
    """A session that two people play through the server, any number of moves."""

    def __init__(self, server: Server, table: Table) -> None:
        self.http = HTTPConnection("localhost", server.port, timeout=PATIENCE)
        self.table = table
        self.headers = {seat: headers_of(table.people[seat]) for seat in Seat}
        self.version = 1

    def goes_on(self) -> int:
        """The next move; gives the number of bytes of the table it leads to."""
        state = self.table.state
        form: dict[str, object] = {"version": self.version, "kind": "roll"}
        if state.phase == Phase.OVER:
            form["kind"] = "next"
        elif state.phase == Phase.TO_PLAY:
            legal = state.legal()
            form |= {"kind": "play", "play": format_play(legal.play_for(legal.results[0]))}
        path = f"/matches/{self.table.match.public_id}/moves/"
        self.http.request("POST", path, urlencode(form), self.headers[state.to_act or Seat.WHITE])
        answer = self.http.getresponse()
        size = len(answer.read())
        assert answer.status == 200
        self.table.match.refresh_from_db()
        self.version = self.table.match.version
        return size


def versions_read(client: socket.socket) -> Iterator[int]:
    """The versions of the tables that wait in a socket, which is read at last. Each message has to be whole."""
    client.settimeout(PATIENCE)
    with client.makefile("rb") as stream:
        while stream.readline().strip():
            pass  # the rest of the answer to the handshake
        while True:
            kind, length = stream.read(2)
            if length > 125:
                length = int.from_bytes(stream.read(2 if length == 126 else 8))
            message = stream.read(length)
            assert kind in (0x81, 0x89)  # one frame of text, or a ping
            if table := re.match(rb'<section id="table"[^>]* data-version="(\d+)"', message):
                assert message.count(b"<section") == message.count(b"</section>")
                yield int(table[1])
            else:
                assert kind == 0x89 or message.startswith((b'<div id="seats"', b'<span id="watchers"'))


def memory(server: Server) -> int:
    """Bytes of memory the server has in use."""
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def test_sockets_that_are_not_read_hold_up_nobody_and_cost_little(
    transactional_db: None, begin: Begin, tmp_path: Path
) -> None:
    table = begin(length=0, cube=False)
    match = table.match.public_id
    with serving(environment(tmp_path)) as server, ExitStack() as open_sockets:
        play = Play(server, table)
        open_sockets.callback(play.http.close)
        black = open_sockets.enter_context(server.watch(match, table.people[Seat.BLACK], seen=1))
        spectator = open_sockets.enter_context(server.watch(match, seen=1))
        growth, offered = [], []
        for readers in (0, READERS):
            for _ in range(readers):
                open_sockets.enter_context(unread(server, match))
            before, size = memory(server), 0
            for _ in range(MOVES):
                size = play.goes_on()
                for viewer in (black, spectator):
                    sees(viewer, play.version)
            growth.append(memory(server) - before)
            offered.append(readers * MOVES * size)
        # What a process keeps of tables grows in both rounds.
        assert growth[1] - growth[0] < offered[1] / 10


def test_socket_that_is_read_late_gets_whole_messages_in_order(
    transactional_db: None, begin: Begin, tmp_path: Path
) -> None:
    table = begin(length=0, cube=False)
    with serving(environment(tmp_path)) as server, unread(server, table.match.public_id) as client:
        play = Play(server, table)
        for _ in range(4 * MOVES):  # twice as many as the kernel's buffers hold
            play.goes_on()
        play.http.close()
        seen = [0]
        for version in versions_read(client):
            assert seen[-1] < version
            seen.append(version)
            if version == play.version:
                break
        assert len(seen) < 4 * MOVES  # so there was a time when nothing more could be written


def test_socket_that_is_never_read_is_dropped(transactional_db: None, begin: Begin, tmp_path: Path) -> None:
    table = begin(length=0, cube=False)
    match = table.match.public_id
    with serving(environment(tmp_path), program="tests/live/impatient.py") as server, ExitStack() as open_sockets:
        play = Play(server, table)
        open_sockets.callback(play.http.close)
        reader = open_sockets.enter_context(server.watch(match, seen=1))
        dropped = select.poll()
        dropped.register(open_sockets.enter_context(unread(server, match)), select.POLLERR)
        deadline = time.monotonic() + 4 * PATIENCE  # first the kernel's buffers have to be full of moves
        while not dropped.poll(0):
            assert time.monotonic() < deadline
            play.goes_on()
            sees(reader, play.version)
