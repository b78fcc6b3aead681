"""The ASGI application: pages for HTTP, the read-only table socket for WebSockets."""

import gc
import os
import time
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)  # before the imports below: they need the apps

from asgiref.sync import sync_to_async  # noqa: E402
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.exceptions import RequestAborted  # noqa: E402
from django.core.handlers.asgi import ASGIHandler, get_script_prefix  # noqa: E402
from django.core.signals import request_started  # noqa: E402
from django.db import close_old_connections, connection  # noqa: E402
from django.http import FileResponse  # noqa: E402
from django.urls import set_script_prefix  # noqa: E402

from config.crowds import NoCrowds  # noqa: E402
from config.origins import SameOrigin  # noqa: E402
from config.patience import SocketsTryAgain  # noqa: E402
from games.broadcast import held_back  # noqa: E402
from games.keeper import keeper_here  # noqa: E402
from games.metrics import BEGUN  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402

if not settings.EMBEDDED:
    # Here, for a migration or a command may take its time: no request waits longer for one statement.
    connection.settings_dict["OPTIONS"]["options"] += " -c statement_timeout=20s"


# More than may wait for a database connection (settings.py): whoever comes then is told so at once.
MOST_THREADS = 256


class OneHop(ASGIHandler):
    """Runs all of a request in one go in a thread: signals, middleware, view and what closes them.

    All of ours are synchronous. Django's own handler goes back to the event loop between them five times, at a fifth
    of a millisecond each, and waits beside for a client to hang up, which stops no synchronous view. It makes a thread
    for each request, which costs as much as the rest of this together: ours are kept. Embedded there is one, which
    keeps its database connection and does the work of the sockets as well: SQLite has one writer anyway, so nobody
    waits for a lock inside the process.
    """

    def __init__(self) -> None:
        super().__init__()
        if settings.EMBEDDED:
            self.respond_in_thread = sync_to_async(self.respond)
        else:
            threads = ThreadPoolExecutor(MOST_THREADS, "request")
            self.respond_in_thread = sync_to_async(self.respond, thread_sensitive=False, executor=threads)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        await self.handle(scope, receive, send)

    async def handle(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        response = await self.respond_in_thread(scope, body)
        try:
            await self.send_response(response, without_bodies(send) if scope["method"] == "HEAD" else send)
        finally:
            if not response.closed:
                await sync_to_async(response.close)()

    @held_back()
    def respond(self, scope: dict[str, Any], body: IO[bytes]) -> Any:
        """The answer to a request; closed already, unless it is still to be read from somewhere."""
        try:
            set_script_prefix(get_script_prefix(scope))
            request_started.send(sender=self.__class__, scope=scope)
            request, refusal = self.create_request(scope, body)
            response: Any = self.get_response(request) if request else refusal
            if isinstance(response, FileResponse):
                response.block_size = self.chunk_size
            if not response.streaming:
                response.close()
            return response
        finally:
            body.close()
            close_old_connections()  # the thread may have no other request for long


def without_bodies(send: Any) -> Any:
    """Sends the head of an answer as it is, and nothing else: daphne keeps back only the first part of a body."""

    async def send_head(message: dict[str, Any]) -> None:
        await send({**message, "body": b""} if "body" in message else message)

    return send_head


router = ProtocolTypeRouter(
    {
        "http": OneHop(),
        "websocket": SameOrigin(NoCrowds(SocketsTryAgain(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))))),
    }
)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve one request or socket, or begin and end a process. Whatever comes first starts relay and keeper.

    Nothing is served before the keeper has credited the time in which the server was down.
    """
    await keeper_here().has_begun.wait()
    if scope["type"] == "lifespan":
        await live(receive, send)
    else:
        await router({**scope, BEGUN: time.perf_counter()}, receive, send)


async def live(receive: Any, send: Any) -> None:
    """Agree to begin and to end, where the server asks (uvicorn does, daphne does not)."""
    while True:
        event = (await receive())["type"]
        await send({"type": f"{event}.complete"})
        if event == "lifespan.shutdown":
            return


# A look for rubbish among everything that is kept stopped all players for up to half a second, twice a minute. What has
# been loaded by now stays, so nobody need look there. What a socket holds goes by itself in the end, and what a request
# holds is found among the young, which are still looked through often.
gc.freeze()
gc.set_threshold(10_000, 20, 50)
