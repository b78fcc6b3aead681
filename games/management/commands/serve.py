"""`manage.py serve`: the whole server in one process: pages, table sockets and static files."""

import asyncio
import errno
import time
from functools import lru_cache
from typing import Any

from autobahn.websocket.protocol import PreparedMessage
from channels.routing import get_default_application
from daphne.endpoints import build_endpoint_description_strings
from daphne.http_protocol import WebRequest
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from twisted.internet import reactor
from twisted.internet.defer import Deferred
from twisted.internet.error import CannotListenError

from config.queue import attended
from games.keeper import keeper_here

LONGEST_FRAME = 4096  # that comes in; nothing may, so this bounds only what is read before the socket is closed
POLICY_VIOLATION = 1008
# How long a client may leave unread what has been sent to it.
STANDSTILL_SECONDS = 30.0
# How long an orderly stop waits for answers that are being made.
LAST_ANSWERS_SECONDS = 5.0


class Command(BaseCommand):
    help = "Serves Barpoint: pages, live tables and static files, all in this process."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on; 0.0.0.0 opens it to all")
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on; 0 takes a free one")

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        server = BarpointServer(host, port, announce=self.stdout.write)
        with attended(does_work=settings.EMBEDDED):
            server.run()
        if server.failure:
            raise CommandError(server.failure)


class TableProtocol(WebSocketProtocol):
    """A WebSocket on which nothing may be said, the first frame of data closes it; and which waits for its reader.

    Daphne by itself takes whatever it is given to send and keeps it until the client reads. Twisted tells its producers
    when a connection has enough; then the application's `send` waits, as on other servers. What is new meanwhile waits
    in the application's slot, where the newest takes the place of the one before.
    """

    def __init__(self) -> None:
        super().__init__()
        self._is_read = asyncio.Event()
        self._is_read.set()
        self._unread_since: float | None = None

    def onConnect(self, request: Any) -> Any:
        """Keep what daphne would take for ASCII, and log a traceback of, from it. Tables know no subprotocols."""
        unwanted = "sec-websocket-protocol"
        for name in [name for name in request.headers if name == unwanted or not name.isascii()]:
            del request.headers[name]
        self.is_closed.addCallback(lambda protocol: None)  # which would hold this protocol, and this holds it
        return super().onConnect(request)

    def onOpen(self) -> None:
        super().onOpen()
        self.transport.producer.requests.clear()  # of the HTTP connection that this was: they hold each other
        self.transport.unregisterProducer()
        self.transport.registerProducer(self, True)

    def pauseProducing(self) -> None:
        """More is waiting to be read than a connection should hold."""
        self._is_read.clear()
        self._unread_since = time.monotonic()

    def resumeProducing(self) -> None:
        """All that was sent is on its way to the client."""
        self._is_read.set()
        self._unread_since = None

    def stopProducing(self) -> None:
        """The connection is lost."""
        self._is_read.set()

    def onClose(self, wasClean: bool, code: int, reason: str) -> None:
        self._is_read.set()
        super().onClose(wasClean, code, reason)

    async def is_read(self) -> None:
        """Wait until there is room for more; or nobody to read it."""
        await self._is_read.wait()

    def show(self, text: str) -> None:
        """Send a message, at once if nothing waits before it: the reactor's way of asking for room costs more."""
        transport = self.transport
        if self.state != self.STATE_OPEN or not transport.connected:
            return
        frame = framed(text)
        sent = 0
        if not transport.dataBuffer and not transport._tempDataBuffer:
            sent = transport.writeSomeData(frame)
            if not isinstance(sent, int):  # the connection is lost, as the reactor will find out
                sent = 0
        if sent < len(frame):
            transport.write(frame[sent:])

    def check_timeouts(self) -> None:
        super().check_timeouts()
        if self._unread_since is not None and time.monotonic() - self._unread_since > STANDSTILL_SECONDS:
            self.transport.abortConnection()

    def onMessageBegin(self, isBinary: bool) -> None:
        super().onMessageBegin(isBinary)
        self.serverClose(POLICY_VIOLATION)

    def serverClose(self, code: int | None = None) -> None:
        """Close with any code of the protocol: autobahn's own way takes only those for private use."""
        self.sendCloseFrame(code=code or self.CLOSE_STATUS_CODE_NORMAL)


@lru_cache(maxsize=64)
def framed(text: str) -> bytes:
    """A message as it travels: thousands of sockets are sent the same."""
    frame: bytes = PreparedMessage(text.encode(), isBinary=False, applyMask=False, doNotCompress=True).payloadHybi
    return frame


def write_now(transport: Any) -> None:
    """Write what a connection has to send without waiting for the reactor's next round.

    Not where the connection ends after it, or has failed: those the reactor has to hear of from its own attempt.
    """
    if transport and transport.connected and not transport.disconnecting:
        transport.doWrite()


class BarpointServer(Server):
    """Daphne, set up for tables: no socket is closed for being old or quiet, only for not answering or not reading."""

    failure = ""

    def __init__(self, host: str, port: int, announce: Any) -> None:
        super().__init__(
            application=get_default_application(),
            endpoints=build_endpoint_description_strings(host=host, port=port),
            websocket_timeout=-1,
            ping_interval=20,
            ping_timeout=30,
            websocket_max_message_size=LONGEST_FRAME,
            websocket_max_frame_size=LONGEST_FRAME,
        )
        self.host, self.port, self.announce = host, port, announce

    def protocol_connected(self, protocol: Any) -> None:
        """Leave the forms of a request to Django.

        Twisted would read each as well, which takes 0.15 ms, and fail at a Content-Type with what Unicode calls a line
        break, which daphne refuses only after that.
        """
        protocol._parsePOSTFormSubmission = False
        super().protocol_connected(protocol)

    def listen_success(self, port: Any) -> None:
        """Say where the site is, once somebody can go there."""
        super().listen_success(port)
        self.ws_factory.protocol = TableProtocol
        self.http_factory.log = lambda request: None  # a line is made for each request, and nobody has it written
        # Early: it hears from other processes how many watch, and looks after the clocks.
        reactor.callLater(0, keeper_here)  # type: ignore[arg-type]
        host = "localhost" if self.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else self.host  # noqa: S104
        self.announce(f"Barpoint is at http://{host}:{port.getHost().port}/  (stop it with Ctrl-C)")

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Hand on what the application has to send, when its reader is ready for it."""
        if message["type"] == "websocket.send":
            await protocol.is_read()
            protocol.show(message["text"])
            return
        await super().handle_reply(protocol, message)
        if message["type"] == "http.response.body":
            write_now(protocol.transport)

    def listen_error(self, failure: Any) -> None:
        """Keep the reason in a person's words; `run` ends."""
        error = failure.value
        if isinstance(error, CannotListenError) and error.socketError.errno == errno.EADDRINUSE:
            self.failure = f"Port {self.port} is in use. Stop what uses it, or choose another with --port."
        else:
            self.failure = f"Cannot listen on {self.host}, port {self.port}: {failure.getErrorMessage()}"
        self.stop()

    def kill_all_applications(self) -> Any:
        """End in order: requests are answered, then everything else on the event loop is cancelled."""
        return Deferred.fromFuture(asyncio.ensure_future(self._finish()))

    async def _finish(self) -> None:
        answers = [
            details["application_instance"]
            for protocol, details in self.connections.items()
            if isinstance(protocol, WebRequest) and "application_instance" in details
        ]
        if answers:
            await asyncio.wait(answers, timeout=LAST_ANSWERS_SECONDS)
        # As asyncio.run does it: the interpreter crashes when it finds tasks half done at its end.
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
