"""Showing the viewers of this process who is at the table and whose clock runs.

A burst of changes costs one look at the database, for all matches together. A move costs none: its table brings the
seats after it (games/room.py), and whoever comes and goes afterwards is news of its own.
"""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping
from typing import Any

from channels.db import database_sync_to_async

from games.fragments import seats_after, seats_html
from games.room import Room
from games.selectors.seats import SeatFacts, seat_facts
from games.time_source import time_now

WAIT_SECONDS = 0.1

TO_BE_READ, AS_LAST_SHOWN = -2, -1  # beside versions: the seats after that move will do


class SeatDisplay:
    """The seats of the matches in these rooms; `start` runs something beside."""

    def __init__(self, rooms: Mapping[str, Room], start: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self._rooms = rooms
        self._start = start
        self._due: dict[str, int] = {}
        self._one_at_a_time = asyncio.Lock()  # so that what was read later is shown later

    def changed(self, public_ids: Collection[str]) -> None:
        """Show the seats of these matches as they are in the database."""
        for public_id in public_ids:
            self._show_soon(public_id, TO_BE_READ)

    def moved(self, public_id: str, version: int) -> None:
        """Show the seats after this move."""
        self._show_soon(public_id, version)

    def show_with_tables(self, public_id: str, version: int, tables: Mapping[str, str]) -> bool:
        """Show the tables of this version, and with them the seats after the move, which then are not due any more.

        Whether the seats have been shown as well.
        """
        room = self._rooms.get(public_id)  # not the one they were asked for in, if all have left that meanwhile
        if room is None or not room.show_tables(version, tables, seats_after(public_id, version)):
            return False
        if TO_BE_READ < self._due.get(public_id, TO_BE_READ) <= version:
            del self._due[public_id]
        return True

    def joined(self, public_id: str) -> None:
        """Show a new viewer what the others see."""
        self._show_soon(public_id, AS_LAST_SHOWN)

    def _show_soon(self, public_id: str, version: int) -> None:
        if public_id not in self._rooms:
            return
        if not self._due:
            asyncio.get_running_loop().call_later(WAIT_SECONDS, lambda: self._start(self._show()))
        before = self._due.get(public_id, version)
        self._due[public_id] = TO_BE_READ if TO_BE_READ in (before, version) else max(before, version)

    async def _show(self) -> None:
        async with self._one_at_a_time:
            due, self._due = self._due, {}
            if not due:
                return
            known = {public_id: self._known(public_id, version) for public_id, version in due.items()}
            for facts, frame in await frames_of(known):
                if room := self._rooms.get(facts.public_id):
                    room.show_seats(facts, frame)

    def _known(self, public_id: str, version: int) -> SeatFacts | None:
        """The seats at this version or a newer one, if nothing has to be read for them.

        For the first viewers they are read: people may have come and gone since the move, and nobody here was told.
        """
        room = self._rooms.get(public_id)
        if version == TO_BE_READ or room is None or room.seats is None:
            return None
        if room.seats.version >= version:
            return room.seats
        after = seats_after(public_id, version)
        return after and after.facts


@database_sync_to_async
def frames_of(known: Mapping[str, SeatFacts | None]) -> list[tuple[SeatFacts, str]]:
    """The seats of these matches, read where they are not known, and the frame that shows them as they are now."""
    unknown = [public_id for public_id, facts in known.items() if facts is None]
    read = seat_facts(unknown).values() if unknown else ()
    now = time_now()
    return [(facts, seats_html(facts, now)) for facts in (*filter(None, known.values()), *read)]
