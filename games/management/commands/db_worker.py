"""`manage.py db_worker`: does the queue's work, and takes back what a dead worker left half done."""

from typing import Any

from django_tasks_db.management.commands import db_worker

from config.queue import attended


class Command(db_worker.Command):
    """The worker of django-tasks-db, which alone would leave the work of a killed worker "running" for ever."""

    help = "Does the queue's work: mail and push messages. Start one or more where the server runs on PostgreSQL."

    def handle(self, **options: Any) -> None:
        with attended(does_work=False):
            super().handle(**options)
