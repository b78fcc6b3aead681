"""A room: the sockets of one match in one process, and the newest that is known of it there."""

from collections.abc import Mapping
from datetime import datetime

from games.fragments import ShownSeats
from games.rules.terms import Seat
from games.selectors.seats import SeatFacts
from games.slot import Slot


class Room:
    """The sockets of one match in this process, the newest version anybody has told of, and the seats as last shown."""

    def __init__(self) -> None:
        self.slots: set[Slot] = set()
        self.version = 0
        self.is_rendering = False
        self.seats: SeatFacts | None = None

    def views_behind(self) -> set[str]:
        """The views some viewer has yet to see at the newest version."""
        return {slot.view for slot in self.slots if slot.view and slot.version < self.version}

    def show_tables(self, version: int, tables: Mapping[str, str], seats: ShownSeats | None) -> bool:
        """Show each viewer the table as his view has it, and in the same message the seats after that move.

        Whether the seats have been shown as well: not where they are not known, or newer ones have been shown, or
        none yet. Then the move may have been made long ago, and people have come and gone since.
        """
        frame = None
        if seats and self.seats and self.seats.version < version:
            self.seats, frame = seats
        # Not by +, with which safe strings are copied twice.
        messages = {view: "".join((table, frame or "")) for view, table in tables.items()}
        for slot in self.slots:
            if slot.view is None:
                continue
            is_told = slot.view in messages and slot.put_table(version, messages[slot.view], has_seats=bool(frame))
            if frame and not is_told:
                slot.put_seats(frame)
        return bool(frame)

    def show_seats(self, seats: SeatFacts, frame: str) -> None:
        """Show the seats to all if they have changed, else to those who have not seen them yet.

        What was read before the last move is of no use any more: with that came the seats after it.
        """
        if self.seats is not None and seats.version < self.seats.version:
            return
        have_changed, self.seats = seats != self.seats, seats
        for slot in self.slots:
            if slot.view and (have_changed or not slot.knows_seats):
                slot.put_seats(frame)

    def shows(self, white_left_at: datetime | None, black_left_at: datetime | None, since: datetime | None) -> bool:
        """Whether all viewers know that the seats are deserted since then (None: taken), and when the clock started."""
        left_at = {Seat.WHITE: white_left_at, Seat.BLACK: black_left_at}
        is_true = self.seats is not None and (left_at, since) == (self.seats.left_at, self.seats.clock.started_at)
        return is_true and all(slot.knows_seats for slot in self.slots if slot.view)
