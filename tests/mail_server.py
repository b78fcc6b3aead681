"""An SMTP server in the test's process."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message


class MailServer(socketserver.ThreadingTCPServer):
    """Keeps what it is given. While `is_silent` it lets clients in and says nothing to them."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.received: list[Message] = []
        self.arrived = threading.Semaphore(0)
        self.is_silent = threading.Event()
        self.visited = threading.Event()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}/?from=games@example.org"


class _Session(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self.server.visited.set()
        if self.server.is_silent.is_set():
            self.rfile.read()
            return
        self.say("220 ready")
        while line := self.rfile.readline():
            match line[:4].upper():
                case b"DATA":
                    self.say("354 go on")
                    lines = iter(self.rfile.readline, b".\r\n")
                    self.server.received.append(message_from_bytes(b"".join(lines)))
                    self.server.arrived.release()
                    self.say("250 kept")
                case b"QUIT":
                    self.say("221 bye")
                    return
                case _:
                    self.say("250 ok")

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def mail_serving() -> Iterator[MailServer]:
    """A mail server for the length of the context."""
    with MailServer() as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.shutdown()
