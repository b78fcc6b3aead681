"""Table sockets for tests, on the ASGI application in this process."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.models import User

# Long enough for a busy machine; no test waits this long for something that comes.
PATIENCE = 20.0

in_thread: Callable[..., Any] = database_sync_to_async


class Viewer:
    """A page's socket, and what it would have shown."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator
        self.versions: list[int] = []  # of the tables that came, in order
        self.view = ""  # of the last of them
        self.watchers = -1
        self.seats: list[str] = []  # the frames that showed who is there, in order

    async def sees(self, version: int) -> str:
        """Wait until the table of this version comes; gives its HTML. Fails at a newer one."""
        while True:
            frame = await self.next()
            if self.versions[-1:] == [version]:
                return frame
            assert not self.versions or self.versions[-1] < version, self.versions

    async def counts(self, watchers: int) -> None:
        """Wait until the page shows this number of watchers."""
        while self.watchers != watchers:
            await self.next()

    async def is_closed(self) -> int:
        """Wait until the server closes the socket; gives its code."""
        while True:
            output = await self.communicator.receive_output(timeout=PATIENCE)
            if output["type"] == "websocket.close":
                code: int = output["code"]
                return code
            self._note(output["text"])

    async def says(self, **frame: str | bytes) -> None:
        """Send a data frame (text=... or bytes=...), which no page does."""
        await self.communicator.send_input({"type": "websocket.receive", **frame})

    async def leave(self) -> None:
        """Close the page."""
        await self.communicator.disconnect(timeout=PATIENCE)

    async def next(self) -> str:
        """The next frame."""
        frame: str = await self.communicator.receive_from(timeout=PATIENCE)
        self._note(frame)
        return frame

    def _note(self, frame: str) -> None:
        table = re.match(r'<section id="table"[^>]* data-version="(\d+)" data-view="(\w+)"', frame)
        if table:
            self.versions.append(int(table[1]))
            self.view = table[2]
        if seats := re.search(r'<div id="seats".*', frame, re.DOTALL):
            self.seats.append(seats[0])
        elif not table:
            watchers = re.match(r'<span id="watchers" data-number="(\d+)"', frame)
            assert watchers, frame
            self.watchers = int(watchers[1])


def communicator(
    public_id: str,
    *,
    session: str = "",
    query: str = "",
    path: str = "",
    origin: bytes | None = b"http://localhost:8000",
    host: bytes = b"localhost:8000",
    address: str = "127.0.0.1",
    forwarded: str = "",
) -> WebsocketCommunicator:
    """A socket about to be opened."""
    from config.asgi import application  # here, because it reads the settings when it is first imported

    headers = [(b"host", host), (b"cookie", f"sessionid={session}".encode())]
    if origin is not None:
        headers.append((b"origin", origin))
    if forwarded:
        headers.append((b"x-forwarded-for", forwarded.encode()))
    socket = WebsocketCommunicator(application, (path or f"/ws/matches/{public_id}/") + query, headers=headers)
    socket.scope["client"] = [address, 50000]
    return socket


async def opens(socket: WebsocketCommunicator) -> bool:
    """Whether the server accepts a socket."""
    accepted, _ = await socket.connect(timeout=PATIENCE)
    return bool(accepted)


async def watch(public_id: str, user: User | None = None, *, seen: int | None = None, session: str = "") -> Viewer:
    """An open socket of a page that shows version `seen` (None: nothing yet); without a user, of a stranger's page."""
    session = session or (await in_thread(session_of)(user) if user else "")
    query = "" if seen is None else f"?v={seen}"
    socket = communicator(public_id, session=session, query=query)
    assert await opens(socket)
    return Viewer(socket)


def session_of(user: User) -> str:
    """A session in which `user` is logged in."""
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


async def eventually(is_true: Callable[[], object]) -> None:
    """Wait until something that other tasks bring about is true."""
    async with asyncio.timeout(PATIENCE):
        while not is_true():
            await asyncio.sleep(0.01)
