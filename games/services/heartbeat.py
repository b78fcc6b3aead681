"""Processes say that they are alive; and time in which none of them was is charged to no clock.

A flag may fall only where a heartbeat is not overdue. So a process that has not said anything for long does that first,
and credits what it finds has been lost, before it charges anybody (`Heart.catch_up`).
"""

from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Max, Value

from games.broadcast import publish_seats
from games.models import Match, Process
from games.services.sittings import end_those_of

SILENCE = timedelta(seconds=12)  # if nobody has said anything for so long, the server was down
DEAD = timedelta(seconds=15)  # a process that has said nothing for so long is
COME_BACK = timedelta(seconds=15)  # what players get on top, to find their way back
LOCK = 0x626561  # of PostgreSQL: one beat at a time. SQLite has one writer anyway.


def beat(name: str, now: datetime) -> None:
    """The process of this name says that it is alive; before that, time that was lost is credited, exactly once.

    Lost is the time since anybody's last beat, if that is long ago, or if this is the first beat of the process: what
    the others say then covers what they have lived through, and the rest was lost. The others are not declared dead for
    a silence in which nobody could speak.
    """
    with transaction.atomic(durable=True):
        _one_at_a_time()
        newest = Process.objects.aggregate(newest=Max("beat_at"))["newest"]
        if newest is not None and now - newest > SILENCE:
            _credit(newest, now + COME_BACK)
            _wait_anew(now)
            Process.objects.update(beat_at=now)
        elif newest is not None and newest < now and not Process.objects.filter(name=name).exists():
            _credit(newest, now)
        _bury(now)
        Process.objects.bulk_create(
            [Process(name=name, started_at=now, beat_at=now)],
            update_conflicts=True,
            unique_fields=["name"],
            update_fields=["beat_at"],
        )


class Heart:
    """The heartbeat of one process."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._beaten_at: datetime | None = None

    def beat(self, now: datetime, every: timedelta) -> None:
        """Beat, unless the last beat was a moment ago."""
        if self._beaten_at is None or not timedelta(0) <= now - self._beaten_at < every:
            beat(self._name, now)
            self._beaten_at = now

    def catch_up(self, now: datetime) -> None:
        """Beat if the server may have been down unnoticed until `now`: the database was away, or the machine slept."""
        if self._beaten_at is None or now - self._beaten_at > SILENCE:
            self.beat(now, SILENCE)


_here: Heart | None = None


def set_heart(heart: Heart | None) -> None:
    """Name the heart of this process; None for one that serves nobody."""
    global _here
    _here = heart


def catch_up(now: datetime) -> None:
    """Make sure that no time is charged at `now` which has yet to be credited. It costs nothing as a rule."""
    if _here is not None:
        _here.catch_up(now)


def _one_at_a_time() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def _credit(since: datetime, until: datetime) -> None:
    """Let clocks, and games that begin by themselves, go on as if there had been no time between these moments."""
    playing = Match.objects.filter(status=Match.Status.PLAYING)
    list(playing.select_for_update().order_by("pk").values_list("pk"))  # in the order in which others lock several
    lost = until - since
    running = playing.exclude(clock_seat="")
    running.filter(clock_started_at__gt=since, clock_started_at__lt=until).update(
        due_at=_later(F("due_at"), _until(until, F("clock_started_at"))), clock_started_at=until
    )
    running.filter(clock_started_at__lte=since).update(
        clock_started_at=F("clock_started_at") + lost, due_at=F("due_at") + lost
    )
    playing.filter(clock_seat="", due_at__isnull=False).update(due_at=F("due_at") + lost)
    # Without a clock silence is counted, from the last move on (END-3).
    playing.filter(clock="none", moved_at__lte=since).update(moved_at=F("moved_at") + lost)
    publish_seats(None)


def _later(moment: F, time: ExpressionWrapper) -> ExpressionWrapper:
    return ExpressionWrapper(moment + time, output_field=DateTimeField())


def _until(moment: datetime, start: F) -> ExpressionWrapper:
    return ExpressionWrapper(Value(moment, output_field=DateTimeField()) - start, output_field=DurationField())


def _wait_anew(now: datetime) -> None:
    """Whoever was away before the server was, gets the whole time once more to come back."""
    for field in ("white_left_at", "black_left_at"):
        Match.objects.filter(status=Match.Status.PLAYING, **{f"{field}__lt": now}).update(**{field: now})


def _bury(now: datetime) -> None:
    """Take dead processes off the list, and the pages that were open in them."""
    dead = list(Process.objects.filter(beat_at__lt=now - DEAD).values_list("pk", flat=True))
    if dead:
        end_those_of(dead, now)
        Process.objects.filter(pk__in=dead).delete()
