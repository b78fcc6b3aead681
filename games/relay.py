"""The relay: what this process hears of its matches, it shows to its sockets.

There is one relay in a process, and it has one channel in the channel layer, however many sockets there are. For each
match that somebody watches here it keeps a room: who watches, and the newest version heard of. News makes it render
each view that has viewers once, and put the result into their slots; each socket's own writer sends from its slot.

Three ways lead to the newest table: what this process's own commands tell, what others tell over the channel layer,
and a look at the database that finds within twenty seconds whatever was missed. The first works without a layer, the
last without either, so a dead Redis delays tables and fails nothing.
"""

import asyncio
import logging
import random
import secrets
from collections import Counter
from collections.abc import Collection, Coroutine, Iterable
from contextvars import Context
from datetime import datetime
from typing import Any

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from games import broadcast
from games.broadcast import RELAYS, Message
from games.doorman import Doorman
from games.fragments import tables_html, tables_known, watchers_html
from games.models import Match
from games.presence import Presence
from games.presenters.people import SPECTATOR
from games.room import Room
from games.rules.terms import Seat
from games.seat_display import SeatDisplay
from games.seating import Seating
from games.selectors.seats import sittings_of
from games.slot import Slot

LOOK_SECONDS = 16.0  # give or take a fifth: twenty at most
RETRY_SECONDS = 5.0
RECOUNT_SECONDS = 1.0

logger = logging.getLogger(__name__)


class Relay:
    """The relay of one process; everything here runs on one event loop, except `presence.count`."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.presence = Presence()
        self.rooms: dict[str, Room] = {}
        self.doorman = Doorman(self.rooms)
        self.name = secrets.token_hex(8)  # of this process, for the others and in the database
        self.seating = Seating(self.name)
        self._seats = SeatDisplay(self.rooms, self._start)
        self._channel: str | None = None
        self._has_ended = False
        self._recount: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._start(self._listen())
        self._start(self._look_now_and_then())
        for work in (self.seating.write(), self.doorman.go_round(), self.doorman.follow_news()):
            self._start(work)

    # Sockets come and go

    def join(self, slot: Slot) -> None:
        """Have a socket's match watched from now on, so that nothing is missed while its viewer is let in."""
        self.rooms.setdefault(slot.public_id, Room()).slots.add(slot)

    def admit(self, slot: Slot, view: str, version: int) -> None:
        """Show the match to a joined socket as `view`; the table was at `version` when its viewer was let in."""
        slot.view = view
        self._count(slot, 1)
        self._show_watchers([slot], slot.public_id)
        self._seats.joined(slot.public_id)
        self._moved(slot.public_id, version)

    def leave(self, slot: Slot) -> None:
        """Forget a socket."""
        room = self.rooms[slot.public_id]
        room.slots.remove(slot)
        if not room.slots:
            del self.rooms[slot.public_id]
        self._count(slot, -1)

    def _count(self, slot: Slot, difference: int) -> None:
        """Count a viewer who comes or goes: a spectator among the watchers, a player as one who has a page open."""
        if slot.view == SPECTATOR:
            self._count_watcher(slot.public_id, difference)
        elif slot.view:
            self.seating.change(slot.public_id, Seat(slot.view), difference)

    # News

    def tell(self, message: Message) -> None:
        """Take in what this process has to tell, and pass it on to the others."""
        self.hear(message)
        if broadcast.reaches_others():
            self._start(broadcast.send(message))

    def hear(self, message: Message) -> None:
        """Take in a message of any process; our own come back from the layer as well, and change nothing then."""
        match message:
            case {"type": "moved", "match": str(public_id), "version": int(version)}:
                self._moved(public_id, version)
            case {"type": "seats", "match": str() | None as public_id}:
                self._seats.changed(list(self.rooms) if public_id is None else [public_id])
            case {"type": "watchers", "process": str(process), "counts": dict(counts), "whole": bool(whole)}:
                if process != self.name:
                    changed = self.presence.hear(process, counts, self.loop.time(), whole=whole)
                    self._show_counts(changed)
            case {"type": "hello", "process": str(process)}:
                if process != self.name:
                    self._start(self._tell_counts(self.presence.here, whole=True))
            case {"type": "session ended", "session": str(session)}:
                self.doorman.end_session(session)
            case {"type": "session renewed", "session": str(session)}:
                self.doorman.renew_session(session)
            case {"type": "person changed", "user": int(user_id)}:
                self.doorman.suspect(user_id)

    def _moved(self, public_id: str, version: int) -> None:
        room = self.rooms.get(public_id)
        if room is None:
            return
        is_news = version > room.version
        room.version = max(version, room.version)
        views = set() if room.is_rendering else room.views_behind()
        frames = tables_known(public_id, room.version, views) if views else None
        have_seats = frames is not None and self._seats.show_with_tables(public_id, room.version, frames)
        if is_news and not have_seats:
            self._seats.moved(public_id, version)
        if views and frames is None:
            room.is_rendering = True
            self._start(self._show_table(public_id, room))

    async def _show_table(self, public_id: str, room: Room) -> None:
        """Bring everybody in a room to the newest version; what is told meanwhile is shown in the same go."""
        try:
            while views := room.views_behind():
                told = room.version
                version, frames = await render(public_id, told, views)
                self._seats.show_with_tables(public_id, version, frames)
                if version < told == room.version:
                    room.version = version  # a number that was never committed
        finally:
            room.is_rendering = False

    # How many watch

    def _count_watcher(self, public_id: str, difference: int) -> None:
        """Change a count; everybody learns of it a little later, so that a crowd coming in costs one message."""
        self.presence.change(public_id, difference)
        if not self._recount:
            self.loop.call_later(RECOUNT_SECONDS, self._tell_recount)
        self._recount.add(public_id)

    def _tell_recount(self) -> None:
        changed, self._recount = self._recount, set()
        self._show_counts(changed)
        self._start(self._tell_counts(changed, whole=False))

    def _show_counts(self, changed: Iterable[str]) -> None:
        for public_id in changed:
            if public_id in self.rooms:
                self._show_watchers(self.rooms[public_id].slots, public_id)

    def _show_watchers(self, slots: Iterable[Slot], public_id: str) -> None:
        watchers = self.presence.count(public_id)
        frame = watchers_html(watchers)
        for slot in slots:
            if slot.view:
                slot.put_watchers(watchers, frame)

    async def _tell_counts(self, public_ids: Iterable[str], *, whole: bool) -> None:
        counts = {public_id: self.presence.here[public_id] for public_id in public_ids}
        await broadcast.send({"type": "watchers", "process": self.name, "counts": counts, "whole": whole})

    # The relay's own life

    async def _listen(self) -> None:
        """Hear what the channel layer brings, until the process ends; while the layer is dead, try again."""
        layer = get_channel_layer()
        try:
            while not is_cancelled():
                try:
                    self._channel = await layer.new_channel()
                    await layer.group_add(RELAYS, self._channel)
                    self._start(broadcast.send({"type": "hello", "process": self.name}))
                    await self.look()
                    while not is_cancelled():
                        self.hear(await layer.receive(self._channel))
                except Exception as error:  # whatever the layer's network library raises
                    logger.warning("The channel layer cannot be heard: %r", error)
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._has_ended = True
            forget(self)
            await self._leave_layer()

    async def _leave_layer(self) -> None:
        """Say goodbye, so that nobody counts this process's watchers any more."""
        try:
            if self._channel is not None:
                await get_channel_layer().group_discard(RELAYS, self._channel)
        except Exception as error:
            logger.warning("The channel layer cannot be left: %r", error)
        await self._tell_counts([], whole=True)

    async def _look_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS * random.uniform(0.8, 1.2))  # noqa: S311  so that processes take turns
            try:
                await self.look()
            except Exception:
                logger.exception("The database could not be asked for versions")

    async def look(self) -> None:
        """Find what silence hid: one query for all matches watched here; and say how many watch them."""
        self._start(self._stay_in_group())
        self._start(self._tell_counts(self.presence.here, whole=True))
        self._show_counts(self.presence.forget_silent(self.loop.time()))
        if self.seating.open:
            stored = await places_of(self.name)
            self.seating.write_again(stored ^ self.seating.open.keys())
        for public_id, version, *seats in await newest(list(self.rooms)):
            self._moved(public_id, version)
            if public_id in self.rooms and not self.rooms[public_id].shows(*seats):
                self._seats.changed([public_id])

    async def _stay_in_group(self) -> None:
        """A layer forgets its members after a day."""
        try:
            if self._channel is not None:
                await get_channel_layer().group_add(RELAYS, self._channel)
        except Exception as error:
            logger.warning("The channel layer cannot be joined: %r", error)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside; in an empty context: it is no part of the request that causes it."""
        if self._has_ended:
            work.close()
            return
        task = self.loop.create_task(work, context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("A relay's task failed", exc_info=error)


def is_cancelled() -> bool:
    """Whether the running task is to end. While it connects, Redis's library may swallow what says so."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


render = database_sync_to_async(tables_html)
places_of = database_sync_to_async(sittings_of)


@database_sync_to_async
def newest(public_ids: Collection[str]) -> list[tuple[str, int, datetime | None, datetime | None, datetime | None]]:
    """The version of each match, since when its seats are deserted, and its clock runs; in one query."""
    facts = ("public_id", "version", "white_left_at", "black_left_at", "clock_started_at")
    return list(Match.objects.filter(public_id__in=public_ids).values_list(*facts))


_here: Relay | None = None


def relay_here() -> Relay:
    """The relay of this process, started by whoever asks first."""
    global _here
    if _here is None or _here.loop is not asyncio.get_running_loop():
        _here = Relay()
        broadcast.set_relay(_here)
    return _here


def forget(relay: Relay) -> None:
    """Forget a relay whose event loop ends."""
    global _here
    if _here is relay:
        _here = None
        broadcast.set_relay(None)


def watchers(public_ids: Collection[str]) -> dict[str, int]:
    """How many watch each of these matches. May be asked from any thread."""
    here = _here
    return {public_id: here.presence.count(public_id) if here else 0 for public_id in public_ids}


def views_here(public_id: str) -> set[str]:
    """The views of a match that somebody watches in this process. May be asked from any thread."""
    room = _here.rooms.get(public_id) if _here else None
    return {slot.view for slot in list(room.slots) if slot.view} if room else set()


def sockets() -> Counter[str]:
    """How many table sockets this process holds, by view. May be asked from any thread."""
    rooms = list(_here.rooms.values()) if _here else []
    return Counter(slot.view or "joining" for room in rooms for slot in list(room.slots))
