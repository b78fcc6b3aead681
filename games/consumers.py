"""The table socket: /ws/matches/<public_id>/?v=<version the page shows>. It only sends; all commands are HTTP.

Three kinds of elements, all HTML for htmx's ws extension:

* the table fragment, `<section id="table" data-version="18" ...>`: always the whole table, the same bytes as over HTTP.
  The element with hx-ws:connect says hx-target="#table" hx-swap="outerMorph", and the page drops a frame whose
  data-version is not newer than the table's.
* the number of watchers, `<span id="watchers" hx-swap-oob="outerMorph" ...>`, swapped out of band: it leaves the table
  alone.
* who is at the table and whose clock runs, `<div id="seats" hx-swap-oob="outerMorph" ...>`, in the same way; after a
  move in one message with the table.

Close codes: 1008 when the client sends data or its session has ended (htmx does not reconnect then), 1012 when the
page should come again with its new session (games/doorman.py). Refused sockets (bad origin, no such match) are never
accepted.
"""

import asyncio
import re
from dataclasses import dataclass
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.access import Pass, access_match
from games.doorman import POLICY_VIOLATION
from games.errors import NoSuchMatch
from games.fragments import facts_of, table_html
from games.relay import relay_here
from games.sessions import session_hash
from games.slot import Slot


class TableSocket(AsyncWebsocketConsumer):
    """One viewer of one match. What is to be sent comes through a slot that the relay fills."""

    channel_layer_alias = "none"  # no channel of its own: the relay has one for all

    slot: Slot
    writer: asyncio.Task[None] | None = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        relay = relay_here()
        session = scope["session"].session_key
        entry_pass = Pass(session, scope["user"].pk, scope["url_route"]["kwargs"]["public_id"])
        self.slot = Slot(entry_pass, session_hash(session))
        relay.join(self.slot)
        try:
            await super().__call__(scope, receive, send)
        finally:
            relay.leave(self.slot)
            if self.writer:
                self.writer.cancel()
                self.writer = None  # which holds this consumer: both go at once, not when rubbish is next collected

    async def connect(self) -> None:
        """Let the viewer in, and send the table at once if the page shows an older one."""
        slot = self.slot
        seen = seen_version(self.scope["query_string"])
        try:
            entry = await let_in(self.scope["user"], slot.public_id, seen)
        except NoSuchMatch:
            await self.close()
            return
        await self.accept()
        if entry.table is None:
            slot.version = entry.version
        else:
            slot.put_table(entry.version, entry.table)
        relay_here().admit(slot, entry.view, entry.version)
        self.writer = asyncio.create_task(self.write())

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing may be said on this socket."""
        self.slot.end(POLICY_VIOLATION)

    async def write(self) -> None:
        """Send what the slot holds whenever there is something, until it says the end."""
        while (frames := await self.slot.take()) is not None:
            for frame in frames:
                await self.send(text_data=frame)
        await self.close(code=self.slot.close_code)


@dataclass(frozen=True, slots=True)
class Entry:
    """A viewer let in: the match's version, and the table if the viewer's page is behind it."""

    view: str
    version: int
    table: str | None


@database_sync_to_async
def let_in(viewer: User | AnonymousUser, public_id: str, seen: int) -> Entry:
    """Authorise a viewer whose page shows version `seen`. Raises NoSuchMatch."""
    access = access_match(viewer, public_id)
    if seen == access.match.version:
        return Entry(access.view, seen, None)
    return Entry(access.view, facts_of(access.match).version, table_html(access.match, access.view))


def seen_version(query: bytes) -> int:
    """The version named in the socket's address; -1 (nothing was seen yet) if none can be read.

    >>> seen_version(b"v=17"), seen_version(b"v=seventeen"), seen_version(b"")
    (17, -1, -1)
    """
    named = re.fullmatch(rb"v=([0-9]{1,9})", query)
    return int(named[1]) if named else -1
