"""Clocks: a delay that costs nothing at each press, and a reserve for the match (CLK-1..6). Pure arithmetic.

Moments are given, never asked for. A clock says when it will reach zero; whether that moment has come is the
caller's to see.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from games.rules.errors import gettext_noop
from games.rules.terms import Reason, Seat

SESSION_POINTS = 3  # a session's reserve is that of so many points, anew for each game (CLK-1)
LAG = timedelta(milliseconds=500)  # what the network may take from a command that was sent in time (CLK-5)
BETWEEN_GAMES = timedelta(seconds=60)  # clocks stand still so long, or until the player on roll has begun (CLK-4)

REMINDER = timedelta(hours=12)  # before the end of his time a player is reminded, unless a sixth of it is less

MINUTE = 60_000
DAY = 24 * 60 * MINUTE


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a match is played: milliseconds of delay at each press, of reserve for each point of the match.

    `patience`: how long a player must be gone, in his own turn, before the other may claim the win. Without a clock it
    is how long he must have been silent (END-3); None where the clock alone decides.
    """

    key: str
    name: str  # marked for translation, as is
    delay_ms: int
    reserve_ms: int
    patience: timedelta | None

    @property
    def has_clock(self) -> bool:
        """Whether any time is counted."""
        return self.delay_ms > 0

    @property
    def is_live(self) -> bool:
        """Whether both players are expected at the table all the while."""
        return self.reserve_ms > 0

    @property
    def takes_days(self) -> bool:
        """Whether a decision may take days, so that players come and go."""
        return self.has_clock and not self.is_live

    def reserve(self, length: int) -> int:
        """The reserve of each player in a match of `length` points; of each game of a session (length 0)."""
        return self.reserve_ms * (length or SESSION_POINTS)


PACES = {
    pace.key: pace
    for pace in (
        Pace("none", gettext_noop("No clock"), 0, 0, timedelta(hours=24)),
        Pace("blitz", gettext_noop("Blitz"), 8_000, MINUTE, timedelta(seconds=60)),
        Pace("standard", gettext_noop("Standard"), 12_000, 2 * MINUTE, timedelta(seconds=120)),
        Pace("slow", gettext_noop("Slow"), 15_000, 4 * MINUTE, timedelta(seconds=120)),
        Pace("days1", gettext_noop("A day a decision"), DAY, 0, None),
        Pace("days3", gettext_noop("Three days a decision"), 3 * DAY, 0, None),
        Pace("days7", gettext_noop("Seven days a decision"), 7 * DAY, 0, None),
    )
}


@dataclass(frozen=True, slots=True)
class Clock:
    """Both players' time. `seat`: whose clock runs, since `started_at` (a moment to come: not yet); None: it stands.

    `reserve_ms` are White's and Black's, as they were at the last press.
    """

    pace: Pace
    reserve_ms: tuple[int, int]
    seat: Seat | None = None
    started_at: datetime | None = None

    def reserve_of(self, seat: Seat) -> int:
        """Milliseconds this seat had left at the last press, beside the delay."""
        return self.reserve_ms[0] if seat == Seat.WHITE else self.reserve_ms[1]

    @property
    def zero_at(self) -> datetime | None:
        """When the running clock reaches zero if nobody presses it; None while it stands."""
        if self.seat is None or self.started_at is None:
            return None
        return self.started_at + timedelta(milliseconds=self.pace.delay_ms + self.reserve_of(self.seat))

    def has_fallen(self, now: datetime) -> bool:
        """Whether the flag is down for a command that has arrived at `now`; `LAG` later than it could be sent."""
        return self.zero_at is not None and now > self.zero_at + LAG

    def stopped(self, now: datetime) -> "Clock":
        """Charge what was used beyond the delay (CLK-2), and let the clock stand."""
        if self.seat is None or self.started_at is None:
            return self
        used = (now - self.started_at) // timedelta(milliseconds=1)
        left = max(0, self.reserve_of(self.seat) - max(0, used - self.pace.delay_ms))
        white, black = self.reserve_ms
        reserves = (left, black) if self.seat == Seat.WHITE else (white, left)
        return replace(self, reserve_ms=reserves, seat=None, started_at=None)

    def pressed(self, seat: Seat, now: datetime, *, not_before: datetime | None = None) -> "Clock":
        """Stop the running clock and start the one of `seat`, with a fresh delay (CLK-3); never before `not_before`."""
        start = now if not_before is None else max(now, not_before)
        return replace(self.stopped(now), seat=seat, started_at=start) if self.pace.has_clock else self


def new_clock(pace: Pace, length: int) -> Clock:
    """Both players' time at the start of a match, or of a game of a session; it stands."""
    reserve = pace.reserve(length)
    return Clock(pace, (reserve, reserve))


def remind_at(pace: Pace, zero_at: datetime) -> datetime:
    """When a player who has until `zero_at` is reminded, at a pace of days.

    >>> remind_at(PACES["days1"], datetime(2026, 1, 2, 12)), remind_at(PACES["days7"], datetime(2026, 1, 2, 12))
    (datetime.datetime(2026, 1, 2, 8, 0), datetime.datetime(2026, 1, 2, 0, 0))
    """
    return zero_at - min(REMINDER, timedelta(milliseconds=pace.delay_ms) / 6)


def begins_by_itself(pace: Pace, length: int, ended_by: Reason) -> bool:
    """Whether the game after one that ended so begins though nobody asks for it (CLK-4).

    Only where there is a clock; and in a session (length 0) not while one of the players may be gone.
    """
    return pace.has_clock and (length > 0 or ended_by not in (Reason.TIME, Reason.ABSENT))


def claim_at(pace: Pace, moved_at: datetime, left_at: datetime | None) -> datetime | None:
    """When the opponent of a player who has had the move since `moved_at` may claim the win; None: he cannot.

    Without a clock silence alone counts (END-3). With a live clock the player must also have left (CLK-7).
    """
    if pace.patience is None:
        return None
    if not pace.has_clock:
        return moved_at + pace.patience
    return None if left_at is None else max(moved_at, left_at) + pace.patience
