"""How many sockets one browser and one address may hold open."""

from collections.abc import Callable

import pytest
from channels.testing import WebsocketCommunicator
from pytest_django import Settings

from games.rules.game import Seat
from tests.live.viewing import communicator, in_thread, opens, session_of
from tests.playing import Table

pytestmark = [pytest.mark.live, pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]
Begin = Callable[..., Table]
ADDRESSES = [f"203.0.113.{number}" for number in range(1, 255)]


async def all_open(sockets: list[WebsocketCommunicator]) -> list[bool]:
    return [await opens(socket) for socket in sockets]


async def all_leave(sockets: list[WebsocketCommunicator]) -> None:
    for socket in sockets:
        await socket.disconnect()


async def test_one_session_holds_ten_sockets(begin: Begin) -> None:
    table = await in_thread(begin)()
    match, white = table.match.public_id, table.people[Seat.WHITE]
    session = await in_thread(session_of)(white)
    sockets = [communicator(match, session=session, address=address) for address in ADDRESSES[:12]]
    assert await all_open(sockets) == 10 * [True] + 2 * [False]
    elsewhere = communicator(match, session=await in_thread(session_of)(white))
    assert await opens(elsewhere)
    await sockets[0].disconnect()
    again = communicator(match, session=session)
    assert await opens(again)
    await all_leave([*sockets[1:], elsewhere, again])


async def test_one_address_holds_thirty_sockets(begin: Begin) -> None:
    match = (await in_thread(begin)()).match.public_id
    sockets = [communicator(match, address="203.0.113.7") for _ in range(32)]
    assert await all_open(sockets) == 30 * [True] + 2 * [False]
    elsewhere = communicator(match, address="203.0.113.8")
    assert await opens(elsewhere)
    await all_leave(sockets)
    again = [communicator(match, address="203.0.113.7") for _ in range(30)]
    assert all(await all_open(again))
    await all_leave([*again, elsewhere])


async def test_refused_handshakes_leave_nothing_counted(begin: Begin) -> None:
    match = (await in_thread(begin)()).match.public_id
    for unknown in 40 * ["A" * 16]:
        socket = communicator(unknown, address="203.0.113.7")
        assert not await opens(socket)
        await socket.disconnect()
    socket = communicator(match, address="203.0.113.7")
    assert await opens(socket)
    await socket.disconnect()


async def test_network_of_ipv6_is_one_address(begin: Begin) -> None:
    match = (await in_thread(begin)()).match.public_id
    sockets = [communicator(match, address=f"2001:db8::{number:x}") for number in range(31)]
    assert await all_open(sockets) == 30 * [True] + [False]
    await all_leave(sockets)


async def test_this_machine_is_not_limited(begin: Begin) -> None:
    match = (await in_thread(begin)()).match.public_id
    sockets = [communicator(match, address=address) for address in 31 * ["127.0.0.1", "::1"]]
    assert all(await all_open(sockets))
    await all_leave(sockets)


async def test_address_is_what_the_trusted_proxies_say(begin: Begin, settings: Settings) -> None:
    """Whatever a client claims before the first of them is his own invention."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    match = (await in_thread(begin)()).match.public_id
    sockets = [communicator(match, forwarded=f"{invented}, 203.0.113.7") for invented in ADDRESSES[20:51]]
    assert await all_open(sockets) == 30 * [True] + [False]
    others = [communicator(match, forwarded=address) for address in ADDRESSES[100:140]]
    assert all(await all_open(others))
    await all_leave([*sockets, *others])


async def test_without_proxies_the_header_says_nothing(begin: Begin) -> None:
    match = (await in_thread(begin)()).match.public_id
    sockets = [communicator(match, address="203.0.113.7", forwarded=invented) for invented in ADDRESSES[20:51]]
    assert await all_open(sockets) == 30 * [True] + [False]
    await all_leave(sockets)


async def test_socket_that_passed_by_the_proxies_is_refused(begin: Begin, settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2
    match = (await in_thread(begin)()).match.public_id
    right, wrong = (communicator(match, forwarded=header) for header in ("203.0.113.7, 10.0.0.1", "203.0.113.7"))
    assert await all_open([right, wrong]) == [True, False]
    await all_leave([right, wrong])
