"""Which seats have a page open in this process, and telling the database so without holding anybody up."""

import asyncio
import logging
from collections import Counter

from channels.db import database_sync_to_async

from games.models import Process
from games.rules.terms import Seat
from games.services.sittings import Place, settle
from games.time_source import time_now

SETTLE_SECONDS = 0.2  # a page that is reloaded has closed and opened its socket by then, and nothing is written
RETRY_SECONDS = 2.0
PLACES_AT_ONCE = 200

logger = logging.getLogger(__name__)


class Seating:
    """The pages of players in this process. What has changed is written a little later, all in one go, by one writer:
    it writes what is true then, so the order in which sockets came and went does not matter.
    """

    def __init__(self, process: str) -> None:
        self.open: Counter[Place] = Counter()
        self._process = process
        self._unwritten: set[Place] = set()
        self._changed = asyncio.Event()

    def change(self, public_id: str, seat: Seat, difference: int) -> None:
        """One page of this seat more (1) or less (-1)."""
        place = (public_id, seat)
        self.open[place] += difference
        if not self.open[place]:
            del self.open[place]
        self.write_again({place})

    def write_again(self, places: set[Place]) -> None:
        """Have these places written soon."""
        self._unwritten |= places
        if self._unwritten:
            self._changed.set()

    async def write(self) -> None:
        """Write what changes, as long as the process lives; what fails is tried again."""
        while await self._changed.wait():
            await asyncio.sleep(SETTLE_SECONDS)
            self._changed.clear()
            batch = {self._unwritten.pop() for _ in range(min(PLACES_AT_ONCE, len(self._unwritten)))}
            try:
                await _settle(self._process, {place: place in self.open for place in batch})
            except Exception as error:
                # A process that was silent so long that it was taken for dead is put back by its next beat.
                if not isinstance(error, Process.DoesNotExist):
                    logger.warning("Who sits at the tables could not be stored: %r", error)
                self._unwritten |= batch
                await asyncio.sleep(RETRY_SECONDS)
            self.write_again(set())


@database_sync_to_async
def _settle(process: str, places: dict[Place, bool]) -> None:
    settle(process, places, now=time_now())
