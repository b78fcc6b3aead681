"""The keeper: what has to happen though nobody asks. Flags fall, next games begin, and the process says it is alive.

Every process that serves has one. They need not know of each other: whatever is due is done by whoever locks it first.
"""

import asyncio
import logging
from contextvars import Context
from datetime import timedelta

from channels.db import database_sync_to_async

from games.dice_source import dice_source
from games.relay import relay_here
from games.services.clocks import attend, due_matches
from games.services.heartbeat import Heart, set_heart
from games.time_source import time_now

LOOK_SECONDS = 1.0
BEAT = timedelta(seconds=5)
MATCHES_AT_ONCE = 50

logger = logging.getLogger(__name__)


class Keeper:
    """The keeper of one process; it begins by beating, and nobody should be served before."""

    def __init__(self, name: str) -> None:
        self.loop = asyncio.get_running_loop()
        self.has_begun = asyncio.Event()
        self.looked_at = self.loop.time()
        self._heart = Heart(name)
        set_heart(self._heart)
        # In an empty context: it is no part of the request that starts it.
        self._task = self.loop.create_task(self._keep(), context=Context())

    async def _keep(self) -> None:
        try:
            while True:
                if await look(self._heart):
                    self.looked_at = self.loop.time()
                self.has_begun.set()
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            forget(self)


@database_sync_to_async
def look(heart: Heart) -> bool:
    """Beat when it is time, and do what is due. Whatever fails is tried again at the next look.

    Whether the database could be asked.
    """
    try:
        now = time_now()
        heart.beat(now, every=BEAT)
        due = due_matches(now, MATCHES_AT_ONCE)
    except Exception as error:  # of the database: it is away
        logger.warning("The clocks could not be looked at: %r", error)
        return False
    for match_id in due:
        try:
            attend(match_id, now, dice_source())
        except Exception:
            logger.exception("Match %s is overdue and cannot be attended to", match_id)
    return True


_here: Keeper | None = None


def keeper_here() -> Keeper:
    """The keeper of this process, and its relay, started by whoever asks first."""
    global _here
    relay = relay_here()
    if _here is None or _here.loop is not relay.loop:
        _here = Keeper(relay.name)
    return _here


def forget(keeper: Keeper) -> None:
    """Forget a keeper whose event loop ends."""
    global _here
    if _here is keeper:
        _here = None
        set_heart(None)


def silence() -> float | None:
    """For how many seconds this process has not looked at the clocks and said that it is alive; None without a keeper.

    May be asked from any thread.
    """
    here = _here
    return here.loop.time() - here.looked_at if here else None
