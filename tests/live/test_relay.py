"""The relay of a process: what it costs, what it holds, and what it does without its channel layer."""

import asyncio
import gc
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games.broadcast import RELAYS, publish
from games.consumers import TableSocket
from games.relay import Relay, relay_here
from games.rules.game import Seat
from games.slot import Slot
from tests.live.viewing import PATIENCE, Viewer, communicator, eventually, in_thread, opens, watch
from tests.playing import Table
from tests.services import free_port

pytestmark = [pytest.mark.live, pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]
Begin = Callable[..., Table]


async def play_and_see(table: Table, viewers: list[Viewer]) -> None:
    """White's first play reaches everybody."""
    await in_thread(table.do)(Seat.WHITE, "play", "8/5 6/5")
    for viewer in viewers:
        await viewer.sees(2)


async def test_many_sockets_share_one_channel(begin: Begin) -> None:
    table = await in_thread(begin)()
    other = await in_thread(begin)(names=("north", "south"))
    viewers = [await watch(table.match.public_id, seen=1) for _ in range(20)]
    viewers += [await watch(other.match.public_id, table.people[Seat.WHITE], seen=1)]
    await play_and_see(table, viewers[:20])
    layer = get_channel_layer()
    assert [len(channels) for channels in layer.groups.values()] == [1]
    assert len(layer.channels) == 1
    for viewer in viewers:
        await viewer.leave()


@pytest.mark.parametrize("manner", ["leaves", "is cut off", "sends data"])
async def test_nothing_is_kept_of_a_socket_that_is_gone(begin: Begin, manner: str) -> None:
    table = await in_thread(begin)()
    staying = await watch(table.match.public_id, seen=1)
    await staying.counts(1)
    tasks = asyncio.all_tasks()
    going = [await watch(table.match.public_id, seen=0) for _ in range(5)]
    await staying.counts(6)
    for viewer in going:
        if manner == "sends data":
            await viewer.says(text="hello")
            await viewer.is_closed()
        if manner == "is cut off":
            viewer.communicator.future.cancel()  # what daphne does to a socket that does not end
            await asyncio.wait([viewer.communicator.future])
        else:
            await viewer.leave()
    going.clear()
    del viewer
    await staying.counts(1)
    await eventually(lambda: asyncio.all_tasks() <= tasks)
    gc.collect()
    kept = [each for each in gc.get_objects() if type(each) in (TableSocket, Slot)]
    assert len(kept) == 2
    assert len(relay_here().rooms[table.match.public_id].slots) == 1
    await staying.leave()
    assert relay_here().rooms == {}
    assert relay_here().presence.here == {}


async def test_nothing_is_kept_of_a_socket_that_is_refused(begin: Begin) -> None:
    table = await in_thread(begin)()
    staying = await watch(table.match.public_id, seen=1)
    tasks = asyncio.all_tasks()
    for _ in range(5):
        socket = communicator("A" * 16)
        assert not await opens(socket)
        await socket.disconnect()
    await eventually(lambda: asyncio.all_tasks() <= tasks)
    assert list(relay_here().rooms) == [table.match.public_id]
    await staying.leave()


async def test_looking_costs_one_query_for_all_matches(begin: Begin) -> None:
    tables = [await in_thread(begin)(names=(f"left {n}", f"right {n}")) for n in range(4)]
    viewers = [await watch(table.match.public_id, seen=1) for table in tables for _ in range(3)]
    for viewer in viewers:
        while not viewer.seats:
            await viewer.next()
    costs = []
    for _ in range(3):  # the relay's own first look, at its start, may fall into one of them
        queries = CaptureQueriesContext(connection)
        await in_thread(queries.__enter__)()
        await relay_here().look()
        await in_thread(queries.__exit__)(None, None, None)
        costs.append(await in_thread(len)(queries))
    assert min(costs) == 1
    for viewer in viewers:
        await viewer.leave()


async def test_looking_puts_the_relay_back_into_its_group(begin: Begin) -> None:
    table = await in_thread(begin)()
    viewer = await watch(table.match.public_id, seen=1)
    await eventually(lambda: get_channel_layer().groups)
    get_channel_layer().groups.clear()  # what a layer does to members of a day's standing
    await relay_here().look()
    assert [len(channels) for channels in get_channel_layer().groups.values()] == [1]
    await viewer.leave()


async def test_dead_redis_fails_no_command_and_stops_no_push(
    begin: Begin, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    address = f"redis://127.0.0.1:{free_port()}"  # where nobody listens
    redis = {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [address]}}
    settings.CHANNEL_LAYERS = {"default": redis}
    table = await in_thread(begin)()
    viewer = await watch(table.match.public_id, seen=1)
    client: Client = await in_thread(client_of)(table, Seat.WHITE)
    form = {"kind": "play", "play": "8/5 6/5", "version": 1}
    with caplog.at_level(logging.WARNING, logger="games"):
        answer = await in_thread(client.post)(f"/matches/{table.match.public_id}/moves/", form)
        assert answer.status_code == 303
        await viewer.sees(2)
        await eventually(lambda: "channel layer" in caplog.text)
    assert "Traceback" not in caplog.text
    await viewer.leave()


def client_of(table: Table, seat: Seat) -> Client:
    client = Client()
    client.force_login(table.people[seat])
    return client


async def test_hanging_layer_holds_no_command_up(
    begin: Begin, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "tests.live.unreliable.unreliable_memory"}}  # its share is 0
    hung = asyncio.Event()

    async def hang(group: str, message: dict[str, Any]) -> None:
        hung.set()
        await asyncio.Event().wait()

    table = await in_thread(begin)()
    viewer = await watch(table.match.public_id, seen=1)
    with monkeypatch.context() as patched:
        patched.setattr(get_channel_layer(), "group_send", hang, raising=False)
        await play_and_see(table, [viewer])
    assert hung.is_set()
    await viewer.leave()


@pytest.mark.parametrize("in_own_thread", [False, True])
async def test_process_without_sockets_tells_the_others(begin: Begin, in_own_thread: bool) -> None:
    table = await in_thread(begin)()
    layer = get_channel_layer()
    channel = await layer.new_channel()  # as another process's relay has one
    await layer.group_add(RELAYS, channel)
    if in_own_thread:
        thread = threading.Thread(target=play_and_close, args=[table])
        thread.start()
        await asyncio.to_thread(thread.join)
    else:
        await in_thread(table.do)(Seat.WHITE, "play", "8/5 6/5")
    async with asyncio.timeout(PATIENCE):
        message = await layer.receive(channel)
    assert message == {"type": "moved", "match": table.match.public_id, "version": 2}
    await layer.group_discard(RELAYS, channel)


async def test_nobody_is_told_of_a_move_before_it_is_committed(begin: Begin) -> None:
    table = await in_thread(begin)()
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(RELAYS, channel)
    await in_thread(publish_and_fail)(table.match.public_id)
    await in_thread(table.do)(Seat.WHITE, "play", "8/5 6/5")
    async with asyncio.timeout(PATIENCE):
        message = await layer.receive(channel)
    assert message["version"] == 2
    await layer.group_discard(RELAYS, channel)


def publish_and_fail(public_id: str) -> None:
    with suppress(ZeroDivisionError), transaction.atomic():
        publish(public_id, 7)
        raise ZeroDivisionError


def play_and_close(table: Table) -> None:
    table.do(Seat.WHITE, "play", "8/5 6/5")
    connection.close()


async def test_relay_ends_also_while_it_connects_to_redis(settings: Settings, redis_url: str) -> None:
    """Whoever ends a loop in order waits for its tasks: for ever, for one that does not hear of it."""
    for steps in range(60):
        settings.CHANNEL_LAYERS = {
            "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [redis_url]}}
        }  # set anew, so that there is no connection yet
        tasks = set(Relay()._tasks)
        for _ in range(steps):
            await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        _, left = await asyncio.wait(tasks, timeout=PATIENCE)
        assert not left, f"after {steps} steps"
