"""A page's table socket on a real server, and the newest table that it has brought."""

from contextlib import ExitStack

from websockets.sync.client import connect
from websockets.typing import Origin

from tests.live.viewing import PATIENCE
from tests.reliability.sight import TABLE


class Viewer:
    """A socket of a page that has seen nothing yet: the first frame brings the table."""

    def __init__(self, port: int, match: str, session: str) -> None:
        headers = {"Cookie": f"sessionid={session}"} if session else {}
        url, origin = f"ws://127.0.0.1:{port}/ws/matches/{match}/", Origin(f"http://127.0.0.1:{port}")
        self._opened = ExitStack()
        self._socket = self._opened.enter_context(
            connect(url, origin=origin, additional_headers=headers, open_timeout=PATIENCE, close_timeout=1)
        )
        self._table, self._version = "", -1

    def at(self, version: int) -> str:
        """The table of this version, as soon as it is there; versions never fall, and none is newer than this."""
        while self._version != version:
            frame = str(self._socket.recv(PATIENCE))
            if table := TABLE.search(frame):
                assert self._version < int(table[1]) <= version
                self._table, self._version = frame, int(table[1])
        return self._table

    def close(self) -> None:
        """Leave the page."""
        self._opened.close()
