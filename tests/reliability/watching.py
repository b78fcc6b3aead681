"""Spectators who keep a table socket open, whatever happens to the server."""

import threading
import time
from contextlib import suppress

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.reliability.players import Players
from tests.reliability.sight import TABLE
from tests.reliability.site import Site


class Watcher(threading.Thread):
    """Watches the match that two players are at, and notes whether its table ever goes back."""

    def __init__(self, site: Site, players: Players, number: int) -> None:
        super().__init__(name=f"watcher {number}", daemon=True)
        self.site, self.players, self.number = site, players, number
        self.match, self.seen = "", 0
        self.has_ended = threading.Event()

    def run(self) -> None:
        while not self.has_ended.is_set():
            if self.players.match != self.match:
                self.match, self.seen = self.players.match, 0
            if self.match:
                with suppress(OSError, WebSocketException, EOFError):
                    self._watch()
            time.sleep(0.1)

    def _watch(self) -> None:
        self.number += 1
        port = self.site.ports[self.number % len(self.site.ports)]
        url, origin = (
            f"ws://127.0.0.1:{port}/ws/matches/{self.match}/?v={self.seen}",
            Origin(f"http://127.0.0.1:{port}"),
        )
        with connect(url, origin=origin, open_timeout=10, close_timeout=1) as viewer:
            self.site.counts["sockets opened"] += 1
            while not self.has_ended.is_set() and self.match == self.players.match:
                with suppress(TimeoutError):
                    self._note(str(viewer.recv(0.5)))

    def _note(self, frame: str) -> None:
        table = TABLE.search(frame)
        if table is None:
            return
        version = int(table[1])
        if version < self.seen:
            self.site.tell(f"{self.match}: a socket showed version {version} after {self.seen}")
        self.seen = version
        self.site.counts["tables pushed"] += 1
