"""Games watched over a channel layer that loses, delays, doubles and reorders a fifth of what it is given.

The process that serves the viewers hears of every move through that layer alone, as if another process had made it.
`make chaos` plays 500 games.
"""

import asyncio
from collections import Counter

import pytest
from pytest_django import Settings

from accounts.models import User
from games import broadcast, relay
from games.models import Match
from games.relay import relay_here
from games.rules.game import Seat
from tests.live import unreliable
from tests.live.viewing import Viewer, eventually, in_thread, watch
from tests.matches.random_match import RandomMatch
from tests.people import make_user

pytestmark = [pytest.mark.live, pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]
AT_ONCE = 4
LONGEST_GAME = 50  # moves that are made of it


@pytest.fixture
def games(request: pytest.FixtureRequest) -> int:
    """How many games to play on each layer: six, or what `make chaos` asks for."""
    number: int = request.config.getoption("--games")
    return number


@pytest.fixture(params=["memory", "redis"])
def layer(request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unreliable layer, and a relay that looks at the database more often, so that the test is over sooner."""
    if request.param == "redis":
        config = {"hosts": [request.getfixturevalue("redis_url")]}
        backend = {"BACKEND": "tests.live.unreliable.unreliable_redis", "CONFIG": config}
    else:
        backend = {"BACKEND": "tests.live.unreliable.unreliable_memory"}
    settings.CHANNEL_LAYERS = {"default": backend}
    monkeypatch.setattr(relay, "LOOK_SECONDS", 0.5)
    unreliable.chance.seed(request.param)
    unreliable.fates.clear()


async def test_every_viewer_ends_on_the_last_version_and_none_goes_back(
    layer: None, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = asyncio.Semaphore(AT_ONCE)

    async def play(number: int) -> None:
        async with free:
            await play_before_viewers(number)

    relay_here()
    broadcast.set_relay(None)
    with monkeypatch.context() as patched:
        patched.setattr(unreliable, "share", 0.2)
        await asyncio.gather(*map(play, range(games)))
    fates = Counter(unreliable.fates)
    assert all(fates[each] > fates.total() / 50 for each in ("lost", "late", "double", "swapped")), fates


async def play_before_viewers(number: int) -> None:
    """Play a game by chance, or its beginning, before both players and two spectators, one of whom reloads his page."""
    white, black = await in_thread(two_people)(number)
    match: RandomMatch = await in_thread(RandomMatch)(number, white, black)
    public_id = match.match.public_id
    pages = [await watch(public_id, user, seen=1) for user in (white, black, None, None)]
    for _ in range(LONGEST_GAME):
        if await in_thread(make_a_move)(match):
            break
        if match.random.random() < 0.05:
            pages[-1] = await reload(pages[-1])
    version = await in_thread(version_of)(public_id)
    for page in pages:
        if page.versions[-1:] != [version]:
            await page.sees(version)
        assert page.versions == sorted(set(page.versions))
        await page.counts(2)
        await page.leave()
    await eventually(lambda: public_id not in relay_here().rooms)


def two_people(number: int) -> list[User]:
    return [make_user(f"{seat}{number}") for seat in Seat]


def make_a_move(match: RandomMatch) -> bool:
    """One command by chance; whether the first game is over."""
    match.do(*match.next_command(match.state))
    return match.state.result is not None


def version_of(public_id: str) -> int:
    return Match.objects.values_list("version", flat=True).get(public_id=public_id)


async def reload(page: Viewer) -> Viewer:
    """Close a page and open it again at the version it shows."""
    while not page.communicator.output_queue.empty():
        await page.next()
    await page.leave()
    opened = await watch(page.communicator.scope["path"].split("/")[3], seen=page.versions[-1] if page.versions else 1)
    opened.versions = page.versions
    return opened
