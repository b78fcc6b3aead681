"""Queueing nudges, in the transaction that makes it somebody's turn."""

from datetime import datetime, timedelta

from games.models import Match
from games.rules.clock import PACES, remind_at
from games.rules.game import Seat
from games.tasks import nudge, remind

# A reload of a page or a restart of the server empties a seat for a moment.
PATIENCE = timedelta(seconds=15)


def nudge_later(match: Match, seat: Seat, now: datetime) -> None:
    """Have the player in `seat`, whom the match waits for from now on, told so if he is away then.

    At a live pace only somebody who has left is: moves between two players at the table queue nothing.
    """
    pace = PACES[match.clock]
    left_at = match.white_left_at if seat == Seat.WHITE else match.black_left_at
    if not pace.takes_days and left_at is None:
        return
    nudge.using(run_after=now + PATIENCE).enqueue(match=match.pk, seat=seat.value, version=match.version)
    if pace.takes_days and match.due_at and (at := remind_at(pace, match.due_at)) > now:
        remind.using(run_after=at).enqueue(match=match.pk, seat=seat.value, version=match.version)
