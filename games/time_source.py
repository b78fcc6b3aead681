"""What time it is: the database's own clock, so that processes on several machines agree."""

import time
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.utils import timezone

from games.metrics import BEGUN


def time_now() -> datetime:
    """The present moment. Embedded, the database is on this machine and has its clock."""
    if settings.EMBEDDED:
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now


def arrived_at(request: HttpRequest) -> datetime:
    """When a request came in: it may have waited in this process for its turn, and no clock is charged for that."""
    return time_now() - timedelta(seconds=time.perf_counter() - request.META[BEGUN])
