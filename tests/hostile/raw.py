"""A connection that sends bytes as they are: no client library that would put them right."""

import socket
from contextlib import suppress
from dataclasses import dataclass

PATIENCE = 30.0
BODILESS = {204, 304}


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: its status, its headers in order, its body."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str:
        """All values of a header."""
        return ", ".join(value for given, value in self.headers if given == name)

    @property
    def leaves_open(self) -> bool:
        """Whether more can be asked on the same connection. Twisted says nothing but the status when it hangs up."""
        return bool(self.headers) and self.header("connection") != "close"


class Line:
    """A connection to a server of this machine."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._read = b""

    def send(self, data: bytes) -> None:
        """Send these bytes, unless the server has hung up."""
        with suppress(OSError):
            self._socket.sendall(data)

    def answer(self, *, to_head: bool = False, patience: float = PATIENCE) -> Answer | None:
        """The next answer; None when the server hangs up or says nothing for so many seconds."""
        self._socket.settimeout(patience)
        try:
            return self._answer(to_head)
        except (OSError, EOFError):
            return None

    def rest(self, patience: float = PATIENCE) -> bytes:
        """All that comes until the server hangs up or says nothing for so many seconds."""
        self._socket.settimeout(patience)
        try:
            while True:
                self._more()
        except (OSError, EOFError):
            said, self._read = self._read, b""
            return said

    def is_closed(self, patience: float = PATIENCE) -> bool:
        """Whether the server hangs up within so many seconds. Nothing else may come."""
        self._socket.settimeout(patience)
        try:
            assert self._socket.recv(1) == b""
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _answer(self, to_head: bool) -> Answer:
        first, *lines = self._until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        status = int(first.split(" ", 2)[1])
        if status == 100:
            return self._answer(to_head)
        pairs = [line.partition(":") for line in lines]
        headers = [(name.lower(), value.strip()) for name, _, value in pairs]
        named = dict(headers)
        if to_head or status in BODILESS or status == 101:
            body = b""
        elif named.get("transfer-encoding") == "chunked":
            body = self._chunks()
        elif "content-length" in named:
            body = self._exactly(int(named["content-length"]))
        else:
            body = self.rest()
        return Answer(status, headers, body)

    def _chunks(self) -> bytes:
        body = b""
        while size := int(self._until(b"\r\n"), 16):
            body += self._exactly(size)
            self._until(b"\r\n")
        self._until(b"\r\n")
        return body

    def _until(self, end: bytes) -> bytes:
        while end not in self._read:
            self._more()
        head, _, self._read = self._read.partition(end)
        return head

    def _exactly(self, size: int) -> bytes:
        while len(self._read) < size:
            self._more()
        body, self._read = self._read[:size], self._read[size:]
        return body

    def _more(self) -> None:
        data = self._socket.recv(65536)
        if not data:
            raise EOFError
        self._read += data
