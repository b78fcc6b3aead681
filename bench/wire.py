"""HTTP and WebSocket clients that cost little, so that a benchmark measures the server."""

import os
import selectors
import socket
import struct
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence

SHORTEST_TABLE = 4096  # bytes; a frame that is shorter tells of watchers or seats
# After the last answer: pushes to viewers are over when nothing has come for so long; the clocks come a tenth later.
QUIET_SECONDS = 0.15


class Wire(ABC):
    """One connection: reads what comes, complete pieces at a time."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = bytearray()

    def read(self) -> int:
        """Take in what has arrived; how many complete answers or frames that finished."""
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError("the server closed a connection")
        self.buffer += data
        return self.finish()

    @abstractmethod
    def finish(self) -> int:
        """How many pieces are complete now; they are taken out of the buffer."""


class Client(Wire):
    """A keep-alive HTTP connection with one request at a time."""

    status = 0
    body = b""

    def finish(self) -> int:
        head, separator, rest = bytes(self.buffer).partition(b"\r\n\r\n")
        if not separator:
            return 0
        fields = {line.split(b":", 1)[0].lower(): line.split(b":", 1)[1] for line in head.split(b"\r\n")[1:]}
        length = int(fields[b"content-length"])
        if len(rest) < length:
            return 0
        self.status, self.body = int(head.split(b" ", 2)[1]), rest[:length]
        self.buffer.clear()
        return 1


class Viewer(Wire):
    """A table socket that is open and read, as in every player's browser."""

    def __init__(self, port: int, path: str, headers: dict[str, str]) -> None:
        super().__init__(port)
        lines = [f"GET {path} HTTP/1.1", f"Host: localhost:{port}", f"Origin: http://localhost:{port}"]
        lines += ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
        lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", *(f"{key}: {value}" for key, value in headers.items())]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(4096)
        head, _, rest = bytes(self.buffer).partition(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode())
        self.buffer = bytearray(rest)
        self.told = 0  # frames so far, of any length; a ping tells nothing

    def finish(self) -> int:
        """How many tables are complete now."""
        frames = 0
        while len(self.buffer) >= 2:
            code, length, start = self.buffer[0] & 15, self.buffer[1] & 127, 2
            if length == 126:
                length, start = int.from_bytes(self.buffer[2:4], "big"), 4
            elif length == 127:
                length, start = int.from_bytes(self.buffer[2:10], "big"), 10
            if len(self.buffer) < start + length:
                break
            if code == 9:  # a ping; a pong is masked, as all that clients send
                mask = os.urandom(4)
                sent = bytes(byte ^ mask[i % 4] for i, byte in enumerate(self.buffer[start : start + length]))
                self.socket.sendall(struct.pack("!BB", 0x8A, 0x80 | length) + mask + sent)
            else:
                self.told += 1
                frames += length >= SHORTEST_TABLE
            del self.buffer[: start + length]
        return frames


def request(port: int, path: str, cookies: dict[str, str], body: str) -> bytes:
    """A form posted by htmx, ready to be sent."""
    head = [
        f"POST {path} HTTP/1.1",
        f"Host: localhost:{port}",
        f"Origin: http://localhost:{port}",
        "HX-Request: true",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
        "Cookie: " + "; ".join(f"{name}={value}" for name, value in cookies.items()),
    ]
    return "\r\n".join([*head, "", body]).encode()


def burst(sent: Sequence[tuple[Client, bytes]], viewers: Sequence[Viewer]) -> list[float]:
    """Send all requests at the same moment; the seconds each answer took. Returns when viewers have got theirs."""
    waiting: dict[Client, float] = {}
    times: list[float] = []
    with selectors.DefaultSelector() as selector:
        for wire in (*viewers, *(client for client, _ in sent)):
            selector.register(wire.socket, selectors.EVENT_READ, wire)
        for client, data in sent:
            waiting[client] = time.perf_counter()
            client.socket.sendall(data)
        while True:
            events = selector.select(None if waiting else QUIET_SECONDS)
            if not events and not waiting:
                return times
            for key, _ in events:
                wire = key.data
                if wire.read() and wire in waiting:
                    times.append(time.perf_counter() - waiting.pop(wire))
