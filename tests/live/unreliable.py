"""Channel layers that lose, delay, double and reorder some of their messages."""

import asyncio
import random
from typing import Any

from channels.layers import InMemoryChannelLayer
from channels_redis.pubsub import RedisPubSubChannelLayer

share = 0.0  # of messages that do not arrive as they should
LONGEST_DELAY = 0.3

Message = dict[str, Any]
chance = random.Random()
fates: list[str] = []  # of all messages; "" for those that arrived as they should


class Unreliable:
    """A layer behind which there is a good one."""

    def __init__(self, layer: Any) -> None:
        self._layer = layer
        self._held: tuple[str, Message] | None = None
        self._late: set[asyncio.Task[None]] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._layer, name)

    async def group_send(self, group: str, message: Message) -> None:
        """Send a message to a group, or do something else."""
        fate = chance.choice(["lost", "late", "double", "swapped"]) if chance.random() < share else ""
        fates.append(fate)
        if fate in ("late", "double"):
            task = asyncio.get_running_loop().create_task(self._send_later(group, message))
            self._late.add(task)
            task.add_done_callback(self._late.discard)
        if fate == "swapped":
            self._held = (group, message)  # goes out after the next one
        if fate in ("", "double"):
            await self._layer.group_send(group, message)
            if self._held:
                held, self._held = self._held, None
                await self._layer.group_send(*held)

    async def _send_later(self, group: str, message: Message) -> None:
        await asyncio.sleep(chance.uniform(0, LONGEST_DELAY))
        await self._layer.group_send(group, message)


def unreliable_memory(**config: Any) -> Unreliable:
    """In memory."""
    return Unreliable(InMemoryChannelLayer(**config))


def unreliable_redis(**config: Any) -> Unreliable:
    """Through Redis."""
    return Unreliable(RedisPubSubChannelLayer(**config))
