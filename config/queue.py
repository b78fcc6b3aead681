"""The queue of slow work (mail, push messages): kept in the database, worked off outside of every request.

Work is put into the queue in the transaction that causes it, and so is never lost and never done for nothing. With
PostgreSQL `manage.py db_worker` does it; embedded, a thread of the one process, with a connection of its own and no
transaction longer than a row. Work whose process died is done again, so each piece may be done twice: rarely.
"""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db import connections
from django.utils import timezone
from django_tasks.base import DEFAULT_TASK_BACKEND_ALIAS, DEFAULT_TASK_QUEUE_NAME, Task
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

POLL_SECONDS = 1.0
TEND_SECONDS = 60.0
RETRY_SECONDS = 5.0
# No work takes so long: the network is waited for twenty seconds at most.
DEAD_AFTER = timedelta(minutes=5)
# Work that took so many processes down with it is not tried again.
MOST_STARTS = 3
KEEP_FAILED = timedelta(days=7)
# How long an orderly stop waits for the work in hand; the next start does again what was cut off.
LAST_WORK_SECONDS = 5.0
# When the network has failed: how soon it is tried again, and how often.
PAUSES = (timedelta(seconds=30), timedelta(minutes=2), timedelta(minutes=10), timedelta(hours=1))

logger = logging.getLogger(__name__)


def try_again(work: Task[..., None], attempt: int, error: object, /, **arguments: Any) -> None:
    """Queue `work` once more for later, after its attempt number `attempt` (from 0) failed; the last one is logged."""
    if attempt < len(PAUSES):
        work.using(run_after=timezone.now() + PAUSES[attempt]).enqueue(**arguments, attempt=attempt + 1)
    else:
        logger.error("%s was given up after %d attempts: %s", work.name, attempt + 1, error)


def take_back(started_before: datetime) -> None:
    """Queue again what was begun before that moment and never ended, because its process died."""
    for left in DBTaskResult.objects.running().filter(started_at__lt=started_before):
        status = "READY" if len(left.worker_ids) < MOST_STARTS else "FAILED"
        # Whoever else looks after the queue has read the same rows: the first one changes them.
        same = DBTaskResult.objects.running().filter(pk=left.pk, started_at=left.started_at)
        if same.update(status=status, finished_at=None if status == "READY" else timezone.now()):
            logger.warning("%s was cut off after %d starts: %s", left.task_name, len(left.worker_ids), status)


def tend() -> None:
    """Take back what dead processes left, and drop what is done: mails hold links that let people in."""
    now = timezone.now()
    take_back(now - DEAD_AFTER)
    DBTaskResult.objects.successful().delete()
    DBTaskResult.objects.failed().filter(finished_at__lt=now - KEEP_FAILED).delete()


@contextmanager
def attended(*, does_work: bool) -> Iterator[None]:
    """Within the context the queue is tended by a thread; with `does_work` it is worked off as well."""
    attendant = Attendant(does_work=does_work)
    attendant.start()
    try:
        yield
    finally:
        attendant.stop()


class Attendant(threading.Thread):
    """Looks after the queue. Nothing that happens to it ends it."""

    def __init__(self, *, does_work: bool) -> None:
        super().__init__(name="queue", daemon=True)
        self.does_work = does_work
        self._end = threading.Event()
        self._worker: Worker | None = None

    def stop(self) -> None:
        """End in order, when the work in hand is done."""
        self._end.set()
        if self._worker:
            self._worker.running = False
        self.join(LAST_WORK_SECONDS)

    def run(self) -> None:
        """Until the end: tend now and then, work when there is something to do."""
        while not self._end.is_set():
            try:
                self._attend()
            except Exception as error:  # above all of the database
                logger.warning("The queue could not be looked after: %r", error)
                self._end.wait(RETRY_SECONDS)
            finally:
                connections.close_all()

    def _attend(self) -> None:
        if self.does_work:
            take_back(timezone.now())  # the only worker there is has just begun: this is a dead one's
        tended_at = -TEND_SECONDS
        while not self._end.is_set():
            if time.monotonic() - tended_at > TEND_SECONDS:
                tended_at = time.monotonic()
                tend()
                if not self.does_work:
                    connections.close_all()  # for a minute nothing more is asked, and requests may need it
            # Looking takes no lock, so an empty queue is in nobody's way.
            if self.does_work and DBTaskResult.objects.ready().exists():
                self._work()
            self._end.wait(POLL_SECONDS)

    def _work(self) -> None:
        """Do all that is due."""
        self._worker = Worker(
            queue_names=[DEFAULT_TASK_QUEUE_NAME],
            interval=0,
            batch=True,
            backend_name=DEFAULT_TASK_BACKEND_ALIAS,
            startup_delay=False,
            max_tasks=None,
            worker_id=self.name,
            excluded_queue_names=[],
        )
        self._worker.running = not self._end.is_set()
        self._worker.run()
