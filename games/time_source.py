"""What time it is: the database's own clock, so that processes on several machines agree."""

from datetime import datetime

from django.conf import settings
from django.db import connection
from django.utils import timezone


def time_now() -> datetime:
    """The present moment. Embedded, the database is on this machine and has its clock."""
    if settings.EMBEDDED:
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now
