"""How many watch a match: shown to all its viewers, and on the page that lists matches."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from channels.layers import get_channel_layer

from games import broadcast
from games.relay import watchers
from games.rules.game import Seat
from tests.live.viewing import PATIENCE, in_thread, watch
from tests.playing import Table

pytestmark = [pytest.mark.live, pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]
Begin = Callable[..., Table]


async def test_all_viewers_see_spectators_come_and_go(begin: Begin) -> None:
    table = await in_thread(begin)()
    match = table.match.public_id
    white, black = [await watch(match, table.people[seat], seen=1) for seat in Seat]
    await white.counts(0)
    first, second = await watch(match, seen=1), await watch(match, seen=1)
    for viewer in (white, black, first, second):
        await viewer.counts(2)
    await first.leave()
    for viewer in (white, black, second):
        await viewer.counts(1)
    await second.leave()
    for viewer in (white, black):
        await viewer.counts(0)
        await viewer.leave()


async def test_players_are_no_watchers(begin: Begin) -> None:
    table = await in_thread(begin)()
    match = table.match.public_id
    viewers = [await watch(match, table.people[seat], seen=1) for seat in (Seat.WHITE, Seat.WHITE, Seat.BLACK)]
    viewers.append(await watch(match, seen=1))
    for viewer in viewers:
        await viewer.counts(1)
        await viewer.leave()


async def test_watchers_of_several_matches_are_told_apart(begin: Begin) -> None:
    tables = [await in_thread(begin)(names=(f"left {n}", f"right {n}")) for n in range(3)]
    matches = [table.match.public_id for table in tables]
    viewers = [await watch(match, seen=1) for match in (matches[0], matches[0], matches[1])]
    assert await in_thread(watchers)(matches) == {matches[0]: 2, matches[1]: 1, matches[2]: 0}
    for viewer in viewers:
        await viewer.leave()
    assert await in_thread(watchers)(matches) == dict.fromkeys(matches, 0)


async def test_page_of_live_matches_shows_their_watchers(begin: Begin, async_client: Any) -> None:
    table = await in_thread(begin)()
    viewers = [await watch(table.match.public_id, seen=1) for _ in range(7)]
    page = await async_client.get("/watch/")
    assert "7 watching" in page.content.decode()
    for viewer in viewers:
        await viewer.leave()


async def test_counts_of_another_process_are_added(begin: Begin) -> None:
    table = await in_thread(begin)()
    match = table.match.public_id
    viewer = await watch(match, seen=1)
    await viewer.counts(1)
    await other_process(match, 40)
    await viewer.counts(41)
    await other_process(match, 39)
    await viewer.counts(40)
    await other_process(match, 0)
    await viewer.counts(1)
    await viewer.leave()


async def other_process(match: str, watchers: int) -> None:
    """What another process would tell."""
    counts = {match: watchers}
    await broadcast.send({"type": "watchers", "process": "other", "counts": counts, "whole": False})


async def test_new_process_is_told_all_counts(begin: Begin) -> None:
    table = await in_thread(begin)()
    viewers = [await watch(table.match.public_id, seen=1) for _ in range(2)]
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(broadcast.RELAYS, channel)
    await broadcast.send({"type": "hello", "process": "other"})
    async with asyncio.timeout(PATIENCE):
        message: broadcast.Message = {}
        while not (message.get("whole") and message["counts"]):
            message = await layer.receive(channel)
    assert message["counts"] == {table.match.public_id: 2}
    await layer.group_discard(broadcast.RELAYS, channel)
    for viewer in viewers:
        await viewer.leave()
