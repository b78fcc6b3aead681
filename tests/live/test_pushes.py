"""What open sockets are sent: every accepted move, once and in order, whatever happens to the messages about it."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from django.db import connection, transaction

from games import broadcast, fragments, relay, seat_display
from games.broadcast import publish, publish_seats
from games.models import Match
from games.presenters.table import TableView, table_view
from games.relay import relay_here
from games.rules.errors import IllegalPlay
from games.rules.game import Seat
from games.selectors.table import TableFacts
from tests.live.test_seats import desert, shows
from tests.live.viewing import PATIENCE, Viewer, communicator, eventually, in_thread, watch
from tests.playing import Table

pytestmark = [pytest.mark.live, pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]
WHITE, BLACK = Seat.WHITE, Seat.BLACK
Begin = Callable[..., Table]


# What follows an opening roll of White's 3-1; roll by roll and play by play.
SCRIPT: list[tuple[Seat, str, str]] = [
    (WHITE, "play", "8/5 6/5"),
    (BLACK, "roll", "65"),
    (BLACK, "play", "24/13"),
    (WHITE, "roll", "42"),
    (WHITE, "play", "8/4 6/4"),
    (BLACK, "roll", "31"),
    (BLACK, "play", "8/5 6/5"),
    (WHITE, "roll", "21"),
]


async def play(table: Table, *moves: int) -> None:
    """Make these moves of the script, counted from 1; the first makes version 2."""
    for seat, kind, text in (SCRIPT[move - 1] for move in moves):
        if kind == "roll":
            table.dice.script((int(text[0]), int(text[1])))
            text = ""
        await in_thread(table.do)(seat, kind, text)


async def test_everybody_sees_a_move_in_his_own_view(begin: Begin) -> None:
    table = await in_thread(begin)()
    match = table.match.public_id
    white, black = [await watch(match, table.people[seat], seen=1) for seat in (WHITE, BLACK)]
    spectators = [await watch(match, seen=1) for _ in range(3)]
    await in_thread(table.do)(WHITE, "play", "8/5 6/5")
    for viewer in (white, black, *spectators):
        assert "8/5 6/5" in await viewer.sees(2)
    assert [viewer.view for viewer in (white, black, *spectators)] == ["white", "black"] + 3 * ["spectator"]
    for viewer in (white, black, *spectators):
        await viewer.leave()


async def test_moves_of_one_match_are_not_shown_at_another(begin: Begin) -> None:
    here = await in_thread(begin)()
    there = await in_thread(begin)(names=("north", "south"))
    viewer = await watch(there.match.public_id, seen=1)
    await in_thread(here.do)(WHITE, "play", "8/5 6/5")
    await in_thread(there.do)(WHITE, "play", "24/20")
    assert "24/20" in await viewer.sees(2)
    assert viewer.versions == [2]
    await viewer.leave()


async def test_refused_command_and_rolled_back_move_show_nothing(begin: Begin) -> None:
    table = await in_thread(begin)()
    viewer = await watch(table.match.public_id, seen=1)
    with pytest.raises(IllegalPlay):
        await in_thread(table.do)(WHITE, "play", "24/14")
    await in_thread(raise_the_version_and_fail)(table.match)
    await play(table, 1)
    await viewer.sees(2)
    assert viewer.versions == [2]
    await viewer.leave()


def raise_the_version_and_fail(match: Match) -> None:
    with suppress(ZeroDivisionError), transaction.atomic():
        raise_the_version(match, 7)
        raise ZeroDivisionError


def raise_the_version(match: Match, version: int) -> None:
    """As a move does, in short."""
    with transaction.atomic():
        Match.objects.filter(pk=match.pk).update(version=version)
        publish(match.public_id, version)


async def test_doubled_late_and_false_numbers_do_no_harm(begin: Begin) -> None:
    table = await in_thread(begin)()
    match = table.match.public_id
    viewer = await watch(match, seen=1)
    for move in range(1, 6):
        await play(table, move)
        for number in (move + 1, 1, move, 99):  # again, very late, late, and one that was never reached
            await in_thread(publish)(match, number)
        await viewer.sees(move + 1)
    assert viewer.versions == [2, 3, 4, 5, 6]
    await eventually(lambda: not relay_here().rooms[match].is_rendering)  # nobody goes on looking for version 99
    await viewer.leave()


@asynccontextmanager
async def drawing(table: Table, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Within the context the table after a move is being drawn, from what was read before."""
    begun, goes_on = threading.Event(), threading.Event()

    def hold(*arguments: Any, **more: Any) -> TableView:
        begun.set()
        goes_on.wait(PATIENCE)
        return table_view(*arguments, **more)

    monkeypatch.setattr(fragments, "table_view", hold)
    try:
        await asyncio.to_thread(play_and_close, table)
        assert await asyncio.to_thread(begun.wait, PATIENCE)
        yield
        await asyncio.sleep(0.05)  # the relay has heard of all
    finally:
        goes_on.set()


async def test_move_made_while_a_table_is_rendered_is_shown_too(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await in_thread(begin)()
    viewer = await watch(table.match.public_id, seen=1)
    async with drawing(table, monkeypatch):
        await asyncio.to_thread(raise_and_close, table.match)
    await viewer.sees(3)
    await viewer.leave()


async def test_who_leaves_while_a_table_is_rendered_is_not_shown_with_it_for_ever(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seats that come with the table were read before."""
    monkeypatch.setattr(seat_display, "WAIT_SECONDS", 0.5)
    table = await in_thread(begin)()
    viewer = await watch(table.match.public_id, seen=1)
    await shows(viewer, white="here")
    async with drawing(table, monkeypatch):
        await asyncio.to_thread(leave_and_close, table.match)
    assert 'data-white="here"' in await viewer.sees(2)
    await shows(viewer, white="gone")
    await viewer.leave()


def leave_and_close(match: Match) -> None:
    desert(match)
    publish_seats(match.public_id)
    connection.close()


async def test_lost_number_is_found_by_looking(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "LOOK_SECONDS", 0.05)
    table = await in_thread(begin)()
    viewer = await watch(table.match.public_id, seen=1)
    await in_thread(Match.objects.filter(pk=table.match.pk).update)(version=2)  # and nobody is told
    await viewer.sees(2)
    await viewer.leave()


def raise_and_close(match: Match) -> None:
    raise_the_version(match, 3)
    connection.close()


async def test_page_that_comes_back_gets_what_it_missed(begin: Begin) -> None:
    table = await in_thread(begin)()
    viewer = await watch(table.match.public_id, table.people[BLACK], seen=1)
    await viewer.leave()
    await play(table, 1, 2, 3, 4)
    viewer = await watch(table.match.public_id, table.people[BLACK], seen=1)
    await viewer.sees(5)
    assert viewer.versions == [5]
    await viewer.leave()


async def test_move_made_while_the_socket_opens_is_shown(begin: Begin) -> None:
    table = await in_thread(begin)()
    socket = communicator(table.match.public_id, query="?v=1")
    opening = asyncio.create_task(socket.connect(timeout=20))
    await play(table, 1)
    assert (await opening)[0]
    viewer = await watch(table.match.public_id, seen=2)
    opened = Viewer(socket)
    await opened.sees(2)
    await opened.leave()
    await viewer.leave()


async def test_slow_reader_gets_the_newest_table_only_and_holds_nobody_up(begin: Begin) -> None:
    table = await in_thread(begin)()
    quick = await watch(table.match.public_id, seen=1)
    slow = SlowReader(table.match.public_id)
    await slow.stalled.wait()  # the first table is on its way and is not taken
    for move in range(1, 9):
        await play(table, move)
        await quick.sees(move + 1)
    assert slow.versions == []
    slow.reads.set()
    await slow.finished(version=9)
    assert slow.versions == [1, 9]
    await quick.leave()


class SlowReader:
    """A client that takes nothing from its socket until `reads` is set."""

    def __init__(self, match: str) -> None:
        self.stalled, self.reads, self._newest = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.versions: list[int] = []
        self._input: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._input.put_nowait({"type": "websocket.connect"})
        socket = communicator(match)
        self._task = asyncio.create_task(socket.application(socket.scope, self._input.get, self._send))

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.stalled.set()
            await self.reads.wait()
            if message["text"].startswith("<section"):
                self.versions.append(int(message["text"].split('data-version="')[1].split('"')[0]))
                self._newest.set()

    async def finished(self, version: int) -> None:
        """Wait for a version, then hang up."""
        while self.versions[-1:] != [version]:
            self._newest.clear()
            async with asyncio.timeout(20):
                await self._newest.wait()
        self._input.put_nowait({"type": "websocket.disconnect", "code": 1006})
        await self._task


async def test_each_view_is_rendered_once_for_all_who_watch(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await in_thread(begin)()
    match = table.match.public_id
    viewers = [await watch(match, seen=1) for _ in range(5)]
    viewers.append(await watch(match, table.people[BLACK], seen=1))
    rendered: list[str] = []

    def count(facts: TableFacts, view: str, *draft_and_words: Any, **more: Any) -> TableView:
        rendered.append(view)
        return table_view(facts, view, *draft_and_words, **more)

    monkeypatch.setattr(fragments, "table_view", count)
    await play(table, 1)
    for viewer in viewers:
        await viewer.sees(2)
    late = await watch(match, seen=1)
    await late.sees(2)
    assert sorted(rendered) == ["black", "spectator"]  # nobody here looks as White
    for viewer in [*viewers, late]:
        await viewer.leave()


async def test_move_made_in_a_thread_without_a_loop_is_shown(begin: Begin) -> None:
    table = await in_thread(begin)()
    viewer = await watch(table.match.public_id, seen=1)
    thread = threading.Thread(target=play_and_close, args=[table])
    thread.start()
    await viewer.sees(2)
    thread.join()
    await viewer.leave()


def play_and_close(table: Table) -> None:
    table.do(WHITE, "play", "8/5 6/5")
    connection.close()


async def test_telling_does_not_wait_for_a_loop_that_is_ending() -> None:
    """A thread that tells something while its process ends must not keep the process alive (no relay is left)."""
    broadcast.set_relay(None)
    told = threading.Event()

    def tell() -> None:
        broadcast.tell({"type": "seats", "match": None})
        told.set()

    telling = asyncio.create_task(in_thread(tell)())
    await asyncio.sleep(0)
    assert told.wait(PATIENCE)  # this loop does nothing meanwhile
    await telling
