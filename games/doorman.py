"""The doorman of a process: looks again at what its sockets were let in with.

A socket is open for hours. Meanwhile its session may end or expire, its person lose the right to be here or change the
password elsewhere. News of that are acted on at once; what nobody told is found within half an hour.
"""

import asyncio
import logging
import random
from collections.abc import Collection, Mapping

from channels.db import database_sync_to_async

from games.access import Pass, passes_that_hold
from games.room import Room
from games.slot import Slot
from games.time_source import time_now

ROUND_SECONDS = 1800.0
RENEWAL_SECONDS = 1.0  # until then the browser has the new key of its session
NEWS_SECONDS = 3.0  # until then the sockets of the browser that caused the news have come again
SLOTS_AT_ONCE = 500

POLICY_VIOLATION = 1008  # the page does not try again
SERVICE_RESTART = 1012  # the page comes back, with whatever session its browser has then

logger = logging.getLogger(__name__)


class Doorman:
    """Ends the sockets in these rooms that would not be let in again."""

    def __init__(self, rooms: Mapping[str, Room]) -> None:
        self._rooms = rooms
        self._suspects: set[int] = set()
        self._news = asyncio.Event()

    def end_session(self, session: str) -> None:
        """End all sockets of a session that is over."""
        for slot in self._of_session(session):
            slot.end(POLICY_VIOLATION)

    def renew_session(self, session: str) -> None:
        """Have all sockets of a session come again under its new key."""
        for slot in self._of_session(session):
            asyncio.get_running_loop().call_later(RENEWAL_SECONDS, slot.end, SERVICE_RESTART)

    def suspect(self, user_id: int) -> None:
        """Look at a person's sockets soon."""
        self._suspects.add(user_id)
        self._news.set()

    async def go_round(self) -> None:
        """Look at all sockets now and then, for as long as the process lives."""
        while True:
            await asyncio.sleep(ROUND_SECONDS * random.uniform(0.8, 1.0))  # noqa: S311  so that processes take turns
            await self._look_at(self._slots())

    async def follow_news(self) -> None:
        """Look at the sockets of people of whom there are news."""
        while await self._news.wait():
            await asyncio.sleep(NEWS_SECONDS)
            self._news.clear()
            suspects, self._suspects = self._suspects, set()
            await self._look_at([slot for slot in self._slots() if slot.entry_pass.user_id in suspects])

    def _slots(self) -> list[Slot]:
        return [slot for room in self._rooms.values() for slot in room.slots]

    def _of_session(self, session: str) -> list[Slot]:
        return [slot for room in self._rooms.values() for slot in room.slots if slot.session == session]

    async def _look_at(self, slots: list[Slot]) -> None:
        for start in range(0, len(slots), SLOTS_AT_ONCE):
            batch = slots[start : start + SLOTS_AT_ONCE]
            try:
                views = await views_of({slot.entry_pass for slot in batch})
            except Exception:
                logger.exception("The database could not be asked who may look")
                continue
            for slot in batch:
                if slot.entry_pass not in views:
                    slot.end(POLICY_VIOLATION)
                elif slot.view not in (None, views[slot.entry_pass]):
                    slot.end(SERVICE_RESTART)


@database_sync_to_async
def views_of(passes: Collection[Pass]) -> dict[Pass, str]:
    """What each of those who would still be let in would see."""
    return passes_that_hold(passes, time_now())
