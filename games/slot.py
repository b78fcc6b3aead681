"""What one table socket has still to send: the newest state only, however slow its reader is."""

import asyncio

from games.access import Pass


class Slot:
    """The mailbox of one socket. The relay puts frames in and never waits; the socket's writer takes them out.

    A newer frame takes the place of one that is still unsent, so a slow reader costs one table of memory and misses
    nothing that is still true. Versions only rise: a table that is not newer than the last one is dropped.
    """

    __slots__ = (
        "_count_frame",
        "_filled",
        "_seats_frame",
        "_table_frame",
        "close_code",
        "entry_pass",
        "knows_seats",
        "public_id",
        "session",
        "version",
        "view",
        "watchers",
    )

    def __init__(self, entry_pass: Pass, session: str | None) -> None:
        self.entry_pass = entry_pass
        self.public_id = entry_pass.public_id
        self.session = session  # as messages name it
        self.view: str | None = None  # until the viewer is admitted
        self.version = -1  # what the viewer has seen, or will have once all is sent; -1: nothing
        self.watchers: int | None = None
        self._table_frame: str | None = None
        self.knows_seats = False  # whether it has been shown who is there
        self._seats_frame: str | None = None
        self._count_frame: str | None = None
        self.close_code: int | None = None  # why the socket is to be closed
        self._filled = asyncio.Event()

    def put_table(self, version: int, message: str, *, has_seats: bool = False) -> bool:
        """Show the table of a version, if it is newer; answers whether. If it `has_seats`, they are in the message."""
        if version <= self.version:
            return False
        self.version, self._table_frame = version, message
        if has_seats:
            self._seats_frame, self.knows_seats = None, True
        self._filled.set()
        return True

    def put_seats(self, frame: str) -> None:
        """Show who is at the table and whose clock runs."""
        self._seats_frame, self.knows_seats = frame, True
        self._filled.set()

    def put_watchers(self, watchers: int, frame: str) -> None:
        """Show how many watch, if that has changed."""
        if watchers != self.watchers:
            self.watchers, self._count_frame = watchers, frame
            self._filled.set()

    def end(self, code: int) -> None:
        """Have the socket closed."""
        self.close_code = code
        self._filled.set()

    async def take(self) -> list[str] | None:
        """The frames to send next, waiting for some; None when the socket is to be closed."""
        await self._filled.wait()
        self._filled.clear()
        if self.close_code:
            return None
        waiting = (self._table_frame, self._seats_frame, self._count_frame)
        self._table_frame = self._seats_frame = self._count_frame = None
        return [frame for frame in waiting if frame is not None]
