"""For whoever watches over this process: is it alive (/healthz), and should it get requests (/readyz).

Alive asks nothing but this process: a dead database is no reason to start it anew. Ready asks what an answer needs.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache

from games.keeper import silence
from games.services.heartbeat import SILENCE

PATIENCE_SECONDS = 2

logger = logging.getLogger(__name__)
_is_migrated = False


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 while this process answers at all."""
    return JsonResponse({"status": "ok"})


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when all that an answer needs is there, else 503; either way what was looked at, and how it is."""
    found = {name: state_of(name, check) for name, check in CHECKS.items()}
    is_ready = set(found.values()) == {"ok"}
    answer = {"status": "ok" if is_ready else "not ready", **found}
    return JsonResponse(answer, status=200 if is_ready else 503)


def state_of(name: str, check: Callable[[], str]) -> str:
    """What a check says. One that fails says no more than that it failed: anybody may read it."""
    try:
        return check()
    except Exception as error:  # whatever a driver or a network library raises
        logger.info("Not ready, %s: %r", name, error)
        return "does not answer"


def database_state() -> str:
    """Whether the database answers and knows every table of this source. A newer one may know more."""
    global _is_migrated
    with connection_of_its_own() as own:
        if not _is_migrated:
            executor = MigrationExecutor(own)
            missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
            _is_migrated = not missing
            return "ok" if _is_migrated else f"{len(missing)} migrations missing"
        with own.cursor() as cursor:
            cursor.execute("SELECT 1")
        return "ok"


def layer_state() -> str:
    """Whether the channel layer takes a message; nobody listens to this one."""
    async_to_sync(send_nothing)()
    return "ok"


async def send_nothing() -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        await get_channel_layer().group_send("nobody", {"type": "nothing"})


@contextmanager
def connection_of_its_own() -> Iterator[BaseDatabaseWrapper]:
    """The database, asked without waiting for a place in the pool: that it is dead is known in two seconds."""
    if settings.EMBEDDED:
        yield connection
        return
    own = connection.copy()
    options = {name: value for name, value in own.settings_dict["OPTIONS"].items() if name != "pool"}
    own.settings_dict["OPTIONS"] = {**options, "connect_timeout": PATIENCE_SECONDS}
    try:
        yield own
    finally:
        own.close()


def keeper_state() -> str:
    """Whether this process looks after the clocks and says that it is alive. Commands and the like have no keeper."""
    seconds = silence() or 0.0
    return "ok" if seconds < SILENCE.total_seconds() else f"silent for {seconds:.0f} s"


CHECKS = {"database": database_state, "layer": layer_state, "keeper": keeper_state}
