"""Who is at the table: what open pages write down, and what all viewers are shown of it."""

import asyncio
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import broadcast, relay, seat_display, seating
from games.models import Match, Process, Sitting
from games.relay import relay_here
from games.rules.game import Seat
from games.services.heartbeat import beat
from tests.live.viewing import PATIENCE, Viewer, in_thread, watch
from tests.playing import Table

pytestmark = [pytest.mark.live, pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]
WHITE, BLACK = Seat.WHITE, Seat.BLACK
Begin = Callable[..., Table]


async def stored(table: Table, *, white: str = "", black: str = "") -> None:
    """Wait until the database says so of the seats: "here" or "left"; a seat that is not named is not looked at."""
    wanted = {seat: state for seat, state in ((WHITE, white), (BLACK, black)) if state}
    async with asyncio.timeout(PATIENCE):
        while await in_thread(states)(table.match, *wanted) != list(wanted.values()):
            await asyncio.sleep(0.02)


def states(match: Match, *seats: Seat) -> list[str]:
    match.refresh_from_db()
    taken = {sitting.seat for sitting in Sitting.objects.filter(match=match)}
    words = []
    for seat in seats:
        left_at = getattr(match, f"{seat}_left_at")
        assert not (seat in taken and left_at)
        words.append("here" if seat in taken else "left" if left_at else "never came")
    return words


async def shows(viewer: Viewer, **states: str) -> str:
    """Wait until a page shows the seats so: `white="here"`; gives the frame."""
    async with asyncio.timeout(PATIENCE):
        while not (
            viewer.seats and all(f'data-{seat}="{state}"' in viewer.seats[-1] for seat, state in states.items())
        ):
            await viewer.next()
    return viewer.seats[-1]


async def test_seat_is_there_while_one_of_its_pages_is_open(begin: Begin) -> None:
    table = await in_thread(begin)()
    match, white = table.match.public_id, table.people[WHITE]
    first, second = await watch(match, white, seen=1), await watch(match, white, seen=1)
    await stored(table, white="here")
    await first.leave()
    await asyncio.sleep(0.1)
    assert await in_thread(states)(table.match, WHITE, BLACK) == ["here", "never came"]
    await second.leave()
    await stored(table, white="left")
    again = await watch(match, white, seen=1)
    await stored(table, white="here")
    await again.leave()
    await stored(table, white="left")


async def test_reloaded_page_is_there(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await in_thread(begin)()
    match, white = table.match.public_id, table.people[WHITE]
    page = await watch(match, white, seen=1)
    await stored(table, white="here")
    monkeypatch.setattr(seating, "SETTLE_SECONDS", 0.0)  # whenever it is written, the last is what counts
    for wait in (0, 0.001, 0.01, 0.03, 0.1):
        await page.leave()
        await asyncio.sleep(wait)
        page = await watch(match, white, seen=1)
    await stored(table, white="here")
    await asyncio.sleep(0.2)
    assert await in_thread(states)(table.match, WHITE) == ["here"]
    await page.leave()


async def test_quick_reload_writes_nothing(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await in_thread(begin)()
    match, white = table.match.public_id, table.people[WHITE]
    page = await watch(match, white, seen=1)
    await stored(table, white="here")
    row = await in_thread(Sitting.objects.get)()
    monkeypatch.setattr(seating, "SETTLE_SECONDS", 0.5)
    await page.leave()
    page = await watch(match, white, seen=1)
    await asyncio.sleep(0.8)
    assert await in_thread(Sitting.objects.get)() == row
    await page.leave()


async def test_spectators_write_nothing(begin: Begin) -> None:
    table = await in_thread(begin)()
    viewers = [await watch(table.match.public_id, seen=1) for _ in range(3)]
    for viewer in viewers:
        await viewer.counts(3)
        await viewer.leave()
    await asyncio.sleep(0.1)
    assert not await in_thread(Sitting.objects.exists)()
    assert relay_here().seating.open == {}


async def test_all_viewers_see_players_come_and_go(begin: Begin) -> None:
    table = await in_thread(begin)()
    match = table.match.public_id
    spectators = [await watch(match, seen=1) for _ in range(3)]
    black = await watch(match, table.people[BLACK], seen=1)
    white = await watch(match, table.people[WHITE], seen=1)
    await stored(table, white="here", black="here")
    await white.leave()
    for viewer in (*spectators, black):
        await shows(viewer, white="away", black="here")
    white = await watch(match, table.people[WHITE], seen=1)
    for viewer in (*spectators, black, white):
        await shows(viewer, white="here", black="here")
        await viewer.leave()


async def test_page_shows_the_seats_when_it_opens_and_after_every_move(begin: Begin) -> None:
    table = await in_thread(begin)()
    viewer = await watch(table.match.public_id, seen=1)
    first = await shows(viewer)
    await in_thread(table.do)(WHITE, "play", "8/5 6/5")
    while viewer.seats[-1] == first:
        await viewer.next()
    assert moment(viewer.seats[-1]) > moment(first)
    late = await watch(table.match.public_id, seen=2)
    assert moment(await shows(late)) > moment(viewer.seats[-1])
    await late.leave()
    await viewer.leave()


def moment(frame: str) -> int:
    """When a frame was true."""
    return int(re.findall(r'data-now="(\d+)"', frame)[0])


async def test_viewers_of_another_match_are_not_troubled(begin: Begin) -> None:
    here = await in_thread(begin)()
    there = await in_thread(begin)(names=("north", "south"))
    viewer = await watch(there.match.public_id, seen=1)
    await shows(viewer)
    white = await watch(here.match.public_id, here.people[WHITE], seen=1)
    await stored(here, white="here")
    await white.leave()
    await stored(here, white="left")
    await in_thread(there.do)(WHITE, "play", "24/20")
    await viewer.sees(2)
    assert len(viewer.seats) == 2  # the first, and those of its own move
    await viewer.leave()


@pytest.mark.parametrize("named", [True, False])
async def test_news_of_the_seats_reach_viewers_without_a_move(begin: Begin, named: bool) -> None:
    table = await in_thread(begin)()
    viewer = await watch(table.match.public_id, seen=1)
    await shows(viewer, white="here")
    await in_thread(desert)(table.match)
    await in_thread(broadcast.publish_seats)(table.match.public_id if named else None)
    await shows(viewer, white="gone")
    await viewer.leave()


def desert(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(white_left_at=datetime(2026, 1, 1, tzinfo=UTC))


async def test_lost_news_of_the_seats_are_found_by_looking(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "LOOK_SECONDS", 0.05)
    table = await in_thread(begin)()
    viewer = await watch(table.match.public_id, seen=1)
    await shows(viewer, white="here")
    await in_thread(desert)(table.match)
    await shows(viewer, white="gone")
    shown = len(viewer.seats)
    await asyncio.sleep(0.3)
    await in_thread(table.do)(WHITE, "play", "8/5 6/5")
    await viewer.sees(2)
    assert len(viewer.seats) - shown <= 1  # who looks and finds nothing new shows nothing
    await viewer.leave()


async def test_process_that_was_held_for_dead_writes_its_pages_again(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "LOOK_SECONDS", 0.05)
    table = await in_thread(begin)()
    white = await watch(table.match.public_id, table.people[WHITE], seen=1)
    await stored(table, white="here")
    await in_thread(Process.objects.all().delete)()
    await in_thread(desert)(table.match)
    await in_thread(beat)(relay_here().name, timezone.now())
    await stored(table, white="here")
    await white.leave()


async def test_what_could_not_be_written_is_written_later(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "RETRY_SECONDS", 0.05)
    table = await in_thread(begin)()
    failed = asyncio.Event()

    async def fail(*arguments: Any) -> None:
        failed.set()
        raise OSError("the database is away")

    with monkeypatch.context() as patched:
        patched.setattr(seating, "_settle", fail)
        white = await watch(table.match.public_id, table.people[WHITE], seen=1)
        async with asyncio.timeout(PATIENCE):
            await failed.wait()
    await stored(table, white="here")
    await white.leave()


async def test_seats_are_read_once_for_all_viewers_and_matches(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_display, "WAIT_SECONDS", 0.5)
    tables = [await in_thread(begin)(names=(f"left {n}", f"right {n}")) for n in range(3)]
    viewers = [await watch(table.match.public_id, seen=1) for table in tables for _ in range(5)]
    for viewer in viewers:
        await shows(viewer)
    queries = CaptureQueriesContext(connection)
    await in_thread(queries.__enter__)()
    for viewer in viewers:
        await in_thread(broadcast.publish_seats)(viewer.communicator.scope["path"].split("/")[3])
    frames = len(viewers[0].seats)
    await in_thread(desert)(tables[0].match)
    while len(viewers[0].seats) == frames:
        await viewers[0].next()
    await in_thread(queries.__exit__)(None, None, None)
    read = [query["sql"] for query in await in_thread(lambda: queries.captured_queries)()]
    assert len([query for query in read if query.startswith('SELECT "games_')]) == 2
    for viewer in viewers:
        await viewer.leave()


async def test_move_and_the_seats_after_it_come_in_one_message(begin: Begin) -> None:
    table = await in_thread(begin)()
    match = table.match.public_id
    viewers = [await watch(match, table.people[seat], seen=1) for seat in Seat] + [await watch(match, seen=1)]
    await stored(table, white="here", black="here")
    for viewer in viewers:
        await shows(viewer, white="here", black="here")
        await viewer.counts(1)
    client = await in_thread(client_of)(table.people[WHITE])
    form = {"kind": "play", "play": "8/5 6/5", "version": 1}
    assert (await in_thread(client.post)(f"/matches/{match}/moves/", form)).status_code == 303
    for viewer in viewers:
        frame = await viewer.sees(2)
        assert frame == frame[: frame.index('<div id="seats"')] + viewer.seats[-1]
        assert 'data-version="2"' in viewer.seats[-1]
    await asyncio.sleep(3 * seat_display.WAIT_SECONDS)
    assert all([await viewer.communicator.receive_nothing() for viewer in viewers])  # nothing is told twice
    for viewer in viewers:
        await viewer.leave()


async def test_seats_are_read_after_a_move_whose_table_a_page_has_drawn_before_it_is_told(begin: Begin) -> None:
    table = await in_thread(begin)()
    match = table.match.public_id
    viewer = await watch(match, seen=1)
    await shows(viewer, version="1")

    def move_and_look() -> None:
        with broadcast.held_back():
            table.do(WHITE, "play", "8/5 6/5")
            assert Client().get(f"/matches/{match}/").status_code == 200

    await in_thread(move_and_look)()
    assert 'id="seats"' not in await viewer.sees(2)
    await shows(viewer, version="2")
    await viewer.leave()


async def test_first_viewer_is_shown_who_has_left_since_the_last_move(begin: Begin) -> None:
    table = await in_thread(begin)()
    match = table.match.public_id
    client = await in_thread(client_of)(table.people[WHITE])
    await in_thread(client.get)(f"/matches/{match}/")
    form = {"kind": "play", "play": "8/5 6/5", "version": 1}
    assert (await in_thread(client.post)(f"/matches/{match}/moves/", form)).status_code == 303
    await in_thread(desert)(table.match)
    viewer = await watch(match, seen=2)
    assert 'data-white="gone"' in await shows(viewer)
    await viewer.leave()


async def test_move_of_this_process_reads_no_seats(begin: Begin) -> None:
    table = await in_thread(begin)()
    match = table.match.public_id
    viewers = [await watch(match, table.people[seat], seen=1) for seat in Seat] + [await watch(match, seen=1)]
    await stored(table, white="here", black="here")
    for viewer in viewers:
        await shows(viewer, version="1")
    client = await in_thread(client_of)(table.people[WHITE])
    await in_thread(client.get)(f"/matches/{match}/")
    queries = CaptureQueriesContext(connection)
    await in_thread(queries.__enter__)()
    form = {"kind": "play", "play": "8/5 6/5", "version": 1}
    assert (await in_thread(client.post)(f"/matches/{match}/moves/", form)).status_code == 303
    for viewer in viewers:
        await shows(viewer, version="2")
    await in_thread(queries.__exit__)(None, None, None)
    read = [query["sql"] for query in await in_thread(lambda: queries.captured_queries)()]
    assert not [query for query in read if '"games_game"' in query and '"games_game"."ended_at" IS NULL' in query]
    for viewer in viewers:
        await viewer.leave()


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
