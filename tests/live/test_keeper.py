"""The keeper in a server: what falls due happens though nobody asks, and a start credits the time before it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import OperationalError
from django.utils import timezone

from games import keeper
from games.keeper import keeper_here
from games.models import Game, Match, Process
from games.rules.game import Seat
from games.services import heartbeat
from tests.live.serving import environment, sees, serving
from tests.live.viewing import PATIENCE, in_thread, watch
from tests.playing import NOON, Table

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]
BLACK = Seat.BLACK
BLACK_STARTS = (1, 3)
Begin = Callable[..., Table]


def test_flag_falls_in_the_sight_of_all_though_nobody_says_anything(begin: Begin, tmp_path: Path) -> None:
    """The match began in the past, and no server has ever run, so nothing is credited."""
    match = begin(length=1, clock="blitz", opening=BLACK_STARTS).match
    with serving(environment(tmp_path)) as server, server.watch(match.public_id) as viewer:
        sees(viewer, 2)
    match.refresh_from_db()
    assert (match.status, match.winner) == ("over", "white")


def test_server_that_starts_credits_before_it_answers_anything(begin: Begin, tmp_path: Path) -> None:
    """Killed 20 s after noon, and back today; the first thing it hears is Black's play, and that costs nothing."""
    table = begin(length=1, clock="blitz", opening=BLACK_STARTS)
    Process.objects.create(name="killed", started_at=NOON, beat_at=NOON + timedelta(seconds=20))
    with serving(environment(tmp_path)) as server:
        status = server.post(table.match.public_id, table.people[BLACK], kind="play", play="8/5 6/5", version=1)
        assert status == 200
    table.match.refresh_from_db()
    assert (table.match.clock_seat, table.match.black_reserve_ms) == ("white", 60_000)


def test_two_servers_that_start_at_once_credit_once(begin: Begin, tmp_path: Path) -> None:
    table = begin(length=1, clock="blitz", opening=BLACK_STARTS)
    Process.objects.create(name="killed", started_at=NOON, beat_at=NOON + timedelta(seconds=20))
    with serving(environment(tmp_path)) as one, serving(environment(tmp_path)) as other:
        for server in (one, other):
            with server.watch(table.match.public_id) as viewer:
                sees(viewer, 1)
        table.match.refresh_from_db()
        assert table.match.clock_started_at is not None
        # Noon, and all that has passed since the last beat, and 15 s: so 20 s less than that before now.
        used = timezone.now() + timedelta(seconds=15) - table.match.clock_started_at
        assert timedelta(seconds=19) < used < timedelta(seconds=20 + PATIENCE)
        assert Process.objects.count() in (2, 3)  # the dead one is taken off after a while


@pytest.mark.asyncio
async def test_keeper_beats_before_anybody_is_let_in(begin: Begin) -> None:
    table = await in_thread(begin)()
    viewer = await watch(table.match.public_id, seen=1)
    assert await in_thread(Process.objects.count)() == 1
    await viewer.leave()


@pytest.mark.asyncio
async def test_keeper_outlives_a_database_that_is_away(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It serves meanwhile, it says that something is wrong, and it goes on when the database is back."""
    monkeypatch.setattr(keeper, "LOOK_SECONDS", 0.02)
    table = await in_thread(begin)(length=1, clock="blitz", opening=BLACK_STARTS)

    def fail(*arguments: object) -> None:
        raise OperationalError("the database is away")

    with monkeypatch.context() as patched:
        patched.setattr(heartbeat, "beat", fail)
        viewer = await watch(table.match.public_id, seen=1)
        async with asyncio.timeout(PATIENCE):
            while "The clocks could not be looked at" not in caplog.text:
                await asyncio.sleep(0.01)
    await viewer.sees(2)
    assert (await in_thread(Match.objects.get)()).winner == "white"
    await viewer.leave()


@pytest.mark.asyncio
async def test_match_that_cannot_be_attended_to_holds_up_no_other(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(keeper, "LOOK_SECONDS", 0.02)
    broken, whole = [
        await in_thread(begin)(length=1, clock="blitz", opening=BLACK_STARTS, names=(f"left {n}", f"right {n}"))
        for n in range(2)
    ]
    await in_thread(Game.objects.filter(match=broken.match).update)(state={})
    viewer = await watch(whole.match.public_id, seen=1)
    await viewer.sees(2)
    async with asyncio.timeout(PATIENCE):
        while "is overdue and cannot be attended to" not in caplog.text:
            await asyncio.sleep(0.01)
    await viewer.leave()


@pytest.mark.asyncio
async def test_keeper_ends_with_its_process(begin: Begin) -> None:
    await in_thread(begin)()
    here = keeper_here()
    await here.has_begun.wait()
    assert keeper_here() is here
    here._task.cancel()
    with suppress(asyncio.CancelledError):
        await here._task
    assert heartbeat._here is None
    assert keeper_here() is not here
