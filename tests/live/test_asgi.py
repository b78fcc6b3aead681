"""The way of a request into synchronous code."""

import asyncio
import threading
from typing import Any

import pytest
from channels.testing import HttpCommunicator
from django.conf import settings as site
from django.http import HttpRequest, HttpResponse
from django.test.signals import template_rendered

from games import broadcast
from tests.live.viewing import PATIENCE, in_thread

pytestmark = [pytest.mark.live, pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]

HEADERS = [(b"host", b"localhost:8000")]


async def get(handler: Any, path: str = "/") -> int:
    """Ask for a page; gives the status."""
    communicator = HttpCommunicator(handler, "GET", path, headers=HEADERS)
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


async def test_embedded_server_has_one_thread_for_pages_and_sockets() -> None:
    """The scaled-out form has a thread for each request."""
    from config.asgi import application

    threads: set[int] = set()

    def note(**kwargs: object) -> None:
        threads.add(threading.get_ident())

    template_rendered.connect(note)
    try:
        assert await get(application) == 200
    finally:
        template_rendered.disconnect(note)
    of_sockets = await in_thread(threading.get_ident)()
    assert (threads == {of_sockets}) is site.EMBEDDED
