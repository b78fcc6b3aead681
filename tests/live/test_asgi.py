"""The way of a request into synchronous code."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import nullcontext
from typing import Any
from urllib.parse import urlencode

import pytest
from channels.testing import HttpCommunicator
from django.conf import settings as site
from django.db import connection
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test.signals import template_rendered

from games import broadcast
from games.rules.game import Seat
from games.views import table as table_page
from tests.live.serving import headers_of
from tests.live.viewing import PATIENCE, in_thread, watch
from tests.playing import Table

pytestmark = [pytest.mark.live, pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]

HEADERS = [(b"host", b"localhost:8000")]


async def get(handler: Any, path: str = "/") -> int:
    """Ask for a page; gives the status."""
    return await ask(handler, "GET", path)


async def ask(handler: Any, method: str, path: str, body: bytes = b"", **more: str) -> int:
    headers = [*HEADERS, *((name.lower().encode(), text.encode()) for name, text in more.items())]
    communicator = HttpCommunicator(handler, method, path, body, headers)
    answer = await communicator.get_response(timeout=PATIENCE)
    await communicator.wait(PATIENCE)
    status: int = answer["status"]
    return status


async def test_request_is_handed_to_a_thread_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from config.asgi import router

    loop = asyncio.get_running_loop()
    run, handed_over = loop.run_in_executor, []

    def count(executor: Any, function: Any, *arguments: Any) -> Any:
        handed_over.append(function)
        return run(executor, function, *arguments)

    monkeypatch.setattr(loop, "run_in_executor", count)
    assert await get(router.application_mapping["http"]) == 200
    assert len(handed_over) == 1


class Listening:
    """What this process is told."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.told: asyncio.Queue[broadcast.Message] = asyncio.Queue()
        self.tell = self.told.put_nowait


async def test_news_of_a_request_that_is_given_up_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from config.asgi import router

    handler, relay = router.application_mapping["http"], Listening()
    begun, given_up = threading.Event(), threading.Event()

    def answer(request: HttpRequest) -> HttpResponse:
        begun.set()
        given_up.wait(PATIENCE)
        broadcast.tell({"type": "news"})
        return HttpResponse()

    monkeypatch.setattr(handler, "get_response", answer)
    monkeypatch.setattr(broadcast, "_relay", relay)
    request = HttpCommunicator(handler, "GET", "/", headers=HEADERS)
    await request.send_input({"type": "http.request", "body": b""})
    assert await asyncio.to_thread(begun.wait, PATIENCE)
    threading.Timer(0.2, given_up.set).start()
    request.future.cancel()
    async with asyncio.timeout(PATIENCE):
        assert await relay.told.get() == {"type": "news"}


async def test_threads_are_kept_and_embedded_there_is_one_for_pages_and_sockets() -> None:
    from config.asgi import application

    threads: list[int] = []

    def note(**kwargs: object) -> None:
        threads.append(threading.get_ident())

    template_rendered.connect(note)
    try:
        for _ in range(10):
            assert await get(application) == 200
    finally:
        template_rendered.disconnect(note)
    assert len(threads) >= 10
    # A thread may be about to be free when the next request comes, but no more than one.
    assert len(set(threads)) <= 2
    of_sockets = await in_thread(threading.get_ident)()
    assert ({*threads} == {of_sockets}) is site.EMBEDDED


@pytest.mark.skipif(site.EMBEDDED, reason="embedded the connection is kept")
async def test_connection_is_given_back_whatever_becomes_of_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    from config.asgi import router

    handler = router.application_mapping["http"]
    held: list[object] = []

    async def words() -> AsyncIterator[bytes]:
        yield b"as is"

    def stream(request: HttpRequest) -> StreamingHttpResponse:
        held.append(connection.cursor().connection)
        return StreamingHttpResponse(words())

    def fail(request: HttpRequest) -> HttpResponse:
        held.append(connection.cursor().connection)
        raise RuntimeError("there is no answer")

    def still_held() -> bool:
        return connection.connection is not None

    in_request_thread = handler.respond_in_thread._executor.submit
    for becomes, end in ((stream, nullcontext()), (fail, pytest.raises(RuntimeError, match="there is no answer"))):
        monkeypatch.setattr(handler, "get_response", becomes)
        request = HttpCommunicator(handler, "GET", "/", headers=HEADERS)
        await request.send_input({"type": "http.request", "body": b""})
        with end:
            await request.wait(PATIENCE)
        assert not in_request_thread(still_held).result()
    assert len(held) == 2
    assert None not in held


async def test_move_whose_answer_fails_is_told_to_all(
    begin: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has been made: what goes wrong comes after COMMIT."""
    from config.asgi import application

    def fail(*_: object) -> None:
        raise RuntimeError("there is no answer")

    table = await in_thread(begin)()
    match = table.match.public_id
    viewer = await watch(match, seen=1)
    monkeypatch.setattr(table_page, "show_done", fail)
    form = urlencode({"kind": "play", "play": "8/5 6/5", "version": 1}).encode()
    headers = await in_thread(headers_of)(table.people[Seat.WHITE])
    assert await ask(application, "POST", f"/matches/{match}/moves/", form, **headers) == 500
    await viewer.sees(2)
    await viewer.leave()
