"""The queue of slow work: what dies half done is done again, and a stop is orderly."""

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from urllib.request import urlopen

import psycopg
import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts.mail import deliver
from config.queue import DEAD_AFTER, KEEP_FAILED, MOST_STARTS, tend
from tests.live.serving import ROOT, serving, start
from tests.live.viewing import PATIENCE
from tests.mail_server import MailServer, mail_serving

MAKE = "from django.core.management import call_command as c; c('migrate', verbosity=0)"
WRITE = "from django.core.mail import send_mail; send_mail('{}', 'text', None, ['zoe@example.org'])"
LONG_AGO = "UPDATE django_tasks_database_dbtaskresult SET started_at = started_at - interval '1 day'"


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    with mail_serving() as server:
        yield server


@pytest.fixture
def place(tmp_path: Path, mail_server: MailServer) -> dict[str, str]:
    """The environment of an embedded server with nothing in its database but a queued mail."""
    place = {"BARPOINT_DATA": str(tmp_path), "EMAIL_URL": mail_server.url, "PYTHONUNBUFFERED": "1"}
    (tmp_path / "static").mkdir()
    manage(place, "shell", "-c", f"{MAKE}; {WRITE.format('first')}")
    return place


def manage(place: dict[str, str], *command: str) -> None:
    subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=place, check=True, capture_output=True)


def arrives(mail_server: MailServer, subject: str) -> None:
    """Wait for a mail."""
    assert mail_server.arrived.acquire(timeout=PATIENCE)
    assert mail_server.received[-1]["Subject"] == subject


def test_server_on_its_own_works_the_queue_off(place: dict[str, str], mail_server: MailServer) -> None:
    with serving(place):
        arrives(mail_server, "first")
        manage(place, "shell", "-c", WRITE.format("second"))
        arrives(mail_server, "second")
    assert len(mail_server.received) == 2


def test_work_of_a_killed_server_is_done_by_the_next(place: dict[str, str], mail_server: MailServer) -> None:
    mail_server.is_silent.set()
    with start(place) as server:
        assert mail_server.visited.wait(PATIENCE)
        server.kill()
    assert statuses(place) == ["RUNNING"]
    mail_server.is_silent.clear()
    with serving(place, may_complain=True):  # it says what it takes back
        arrives(mail_server, "first")
    assert len(mail_server.received) == 1


def test_stop_does_not_wait_for_a_mail_server_that_is_silent(place: dict[str, str], mail_server: MailServer) -> None:
    mail_server.is_silent.set()
    with serving(place) as server:
        assert mail_server.visited.wait(PATIENCE)
        with urlopen(f"http://localhost:{server.port}/healthz", timeout=PATIENCE) as page:  # nobody else waits either
            assert page.status == 200
        server.process.send_signal(signal.SIGTERM)
        server.ends_well()
    assert statuses(place) == ["RUNNING"]  # and so is done again at the next start


def statuses(place: dict[str, str]) -> list[str]:
    with closing(sqlite3.connect(Path(place["BARPOINT_DATA"]) / "barpoint.sqlite3")) as database:
        return [status for (status,) in database.execute("SELECT status FROM django_tasks_database_dbtaskresult")]


def test_work_of_a_killed_worker_is_done_by_another(tmp_path: Path, postgres_url: str, mail_server: MailServer) -> None:
    place = {"BARPOINT_DATA": str(tmp_path), "EMAIL_URL": mail_server.url, "DATABASE_URL": postgres_url}
    manage(place, "shell", "-c", f"{MAKE}; {WRITE.format('first')}")
    mail_server.is_silent.set()
    work = [sys.executable, "manage.py", "db_worker", "--no-startup-delay", "--interval", "0.1"]
    with subprocess.Popen(work, cwd=ROOT, env=place, stderr=subprocess.DEVNULL) as worker:
        assert mail_server.visited.wait(PATIENCE)
        worker.kill()
    with psycopg.connect(postgres_url) as database:
        database.execute(LONG_AGO)
    mail_server.is_silent.clear()
    with subprocess.Popen(work, cwd=ROOT, env=place, stderr=subprocess.DEVNULL) as worker:
        arrives(mail_server, "first")
        worker.terminate()
        assert worker.wait(PATIENCE) == 0
    assert len(mail_server.received) == 1


@pytest.fixture
def queued(db: None) -> Callable[..., DBTaskResult]:
    """Queues a piece of work that has come to `status`, a moment or some time ago."""

    def put(status: str, *, ago: timedelta = timedelta(), starts: int = 1) -> DBTaskResult:
        pk = deliver.enqueue(sender="a@example.org", recipients=["b@example.org"], text="").id
        then = timezone.now() - ago
        DBTaskResult.objects.filter(pk=pk).update(
            status=status, started_at=then, finished_at=then, worker_ids=["somebody"] * starts
        )
        return DBTaskResult.objects.get(pk=pk)

    return put


@pytest.mark.data
def test_work_is_taken_back_from_the_dead_alone(queued: Callable[..., DBTaskResult]) -> None:
    alive, dead = queued("RUNNING"), queued("RUNNING", ago=DEAD_AFTER)
    fatal = queued("RUNNING", ago=DEAD_AFTER, starts=MOST_STARTS)
    tend()
    for work, status in ((alive, "RUNNING"), (dead, "READY"), (fatal, "FAILED")):
        work.refresh_from_db()
        assert work.status == status


@pytest.mark.data
def test_what_is_done_is_dropped(queued: Callable[..., DBTaskResult]) -> None:
    """Its arguments are mails, with links that let people in."""
    queued("SUCCESSFUL")
    waiting, failed = queued("READY"), queued("FAILED")
    queued("FAILED", ago=KEEP_FAILED)
    tend()
    assert set(DBTaskResult.objects.all()) == {waiting, failed}
