"""Telling all processes of the server what has happened: a few words, never a payload, never in the way of a command.

Every process that serves sockets has one relay (games/relay.py), and all relays listen on one group of the channel
layer. A message may be lost, doubled or late: what it says can be read in the database as well, and the relays do.
"""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import transaction

from games.metrics import LAYER_FAILURES

RELAYS = "relays"
SEND_SECONDS = 5.0

Message = dict[str, Any]
logger = logging.getLogger(__name__)


class Listener(Protocol):
    """The relay of this process, as this module knows it."""

    loop: asyncio.AbstractEventLoop

    def tell(self, message: Message) -> None: ...


_relay: Listener | None = None
_held: ContextVar[list[Message] | None] = ContextVar("held", default=None)


def set_relay(relay: Listener | None) -> None:
    """Name the relay that runs in this process."""
    global _relay
    _relay = relay


def publish(public_id: str, version: int) -> None:
    """Tell all viewers of a match that it has reached `version`, once the running transaction is committed.

    Never fails the caller: with a dead channel layer the viewers of other processes hear of it later.
    """
    message = {"type": "moved", "match": public_id, "version": version}
    # Not a partial: Django names the function when it fails, and a partial has no name.
    transaction.on_commit(lambda: tell(message), robust=True)


def publish_seats(public_id: str | None) -> None:
    """Tell the viewers of a match (None: of all) that the seats or the clock have changed, once that is committed."""
    message = {"type": "seats", "match": public_id}
    transaction.on_commit(lambda: tell(message), robust=True)


@contextmanager
def held_back() -> Iterator[None]:
    """Tell at its end what is told inside: a command has drawn by then what its viewers will ask for, and its thread
    is not in the way of the loop any more. Whether anybody still waits for the answer does not matter.
    """
    held: list[Message] = []
    token = _held.set(held)
    try:
        yield
    finally:
        _held.reset(token)
        for message in held:
            tell(message)


def tell(message: Message) -> None:
    """Hand a message to this process's relay without waiting, or from a process without one send it to the others.

    May be called from any thread.
    """
    if (held := _held.get()) is not None:
        held.append(message)
    elif _relay is not None and _relay.loop.is_running():
        _relay.loop.call_soon_threadsafe(_relay.tell, message)
    else:
        # On a loop of its own: the process's may be ending, and would be waited for for ever.
        asyncio.run(send(message))


def reaches_others() -> bool:
    """Whether the channel layer leads to other processes. The one in memory does not: it would cost a twentieth of a
    move to tell this process what it knows.
    """
    return not isinstance(get_channel_layer(), InMemoryChannelLayer)


async def send(message: Message) -> None:
    """Send a message to all relays. A channel layer that fails or hangs is a line in the log, no more."""
    layer = get_channel_layer()
    try:
        async with asyncio.timeout(SEND_SECONDS):
            await layer.group_send(RELAYS, message)
    except Exception as error:  # whatever the layer's network library raises
        LAYER_FAILURES.inc()
        logger.warning("The channel layer did not take a message: %r", error)
