"""A hand for the queue of slow work."""

from datetime import datetime

from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult, get_date_max


def work_off(*, until: datetime | None = None) -> list[str]:
    """Do what is due, and what is due by `until`, here and now; gives the names of what was done, in order.

    In this thread and in its transaction, which a worker's own loop would end. Whatever fails makes the test fail.
    """
    if until is not None:
        DBTaskResult.objects.filter(status="READY", run_after__lte=until).update(run_after=get_date_max())
    worker = Worker(
        queue_names=["default"],
        interval=0,
        batch=True,
        backend_name="default",
        startup_delay=False,
        max_tasks=None,
        worker_id="test",
        excluded_queue_names=[],
    )
    done = []
    while work := DBTaskResult.objects.ready().first():
        work.claim(worker.worker_id)
        worker.run_task(work)
        assert work.status == "SUCCESSFUL", work.traceback
        done.append(work.task_name)
    return done
