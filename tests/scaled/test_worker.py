"""Mail and push messages that web processes ask for are sent by the worker: by nobody else, and once."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django_tasks_db.models import DBTaskResult, get_date_max

from config.queue import POLL_SECONDS
from games.models import Match
from games.rules.game import Seat
from tests.live.viewing import PATIENCE, session_of
from tests.people import make_user
from tests.playing import Table
from tests.push_service import Browser, PushService, push_serving
from tests.scaled.conftest import Site
from tests.scaled.site import Door, workers

pytestmark = pytest.mark.django_db(transaction=True)
Begin = Callable[..., Table]


@pytest.fixture
def push_service() -> Iterator[PushService]:
    with push_serving() as service:
        yield service


def ask_for_mail(door: Door, name: str) -> str:
    """Somebody wants to reset his password; gives his address."""
    user = make_user(name)
    address = f"{name}@example.org"
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    assert door.ask("POST", "/accounts/password/reset/", session_of(user), email=address)[0] == 302
    return address


def ask_for_push(door: Door, begin: Begin, service: PushService, number: int) -> str:
    """White plays, while Black has left and has a browser to be told in; gives that browser's name."""
    table = begin(names=(f"Ana{number}", f"Bob{number}"))
    Match.objects.filter(pk=table.match.pk).update(black_left_at=table.now)
    browser = f"browser{number}"
    Browser().subscribed(table.people[Seat.BLACK], service.address(browser))
    white = session_of(table.people[Seat.WHITE])
    assert door.post(table.match.public_id, white, kind="play", play="8/5 6/5", version=table.match.version) == 200
    # He may come back within some seconds; this test does not wait for him.
    DBTaskResult.objects.filter(status="READY", task_path="games.tasks.nudge").update(run_after=get_date_max())
    return browser


def comes_to(count: Callable[[], int], number: int) -> None:
    """Wait until there are so many."""
    deadline = time.monotonic() + PATIENCE
    while count() < number:
        assert time.monotonic() < deadline, (count(), number)
        time.sleep(0.02)


def done(log: Path) -> Counter[str]:
    """The names of the work that a worker says it has done."""
    return Counter(re.findall(r"path=[\w.]+\.(\w+) state=SUCCESSFUL", log.read_text()))


def addressees(site: Site, since: int) -> list[str]:
    return sorted(str(mail["To"]) for mail in site.mail_server.received[since:])


def test_worker_sends_what_web_processes_ask_for_and_they_send_nothing(
    site: Site, begin: Begin, push_service: PushService, tmp_path: Path
) -> None:
    since = len(site.mail_server.received)
    addresses = [ask_for_mail(web.door, f"zoe{number}") for number, web in enumerate(site.webs)]
    ask_for_push(site.front, begin, push_service, 0)
    time.sleep(2 * POLL_SECONDS)  # a process that worked the queue off would have looked by now
    assert (addressees(site, since), push_service.received) == ([], [])
    assert set(DBTaskResult.objects.values_list("status", flat=True)) == {"READY"}
    with workers(site.environment, tmp_path, 1) as (log,):
        comes_to(lambda: len(site.mail_server.received) - since, len(addresses))
        comes_to(lambda: len(push_service.received), 1)
    assert addressees(site, since) == addresses
    assert len(push_service.received) == 1
    assert done(log) == {"deliver": len(addresses), "nudge": 1, "nudge_by_push": 1}


def test_two_workers_send_everything_once(site: Site, begin: Begin, push_service: PushService, tmp_path: Path) -> None:
    since = len(site.mail_server.received)
    with workers(site.environment, tmp_path, 2) as logs:
        addresses = [ask_for_mail(site.webs[number % 4].door, f"una{number:02}") for number in range(12)]
        for number in range(8):
            ask_for_push(site.webs[number % 4].door, begin, push_service, number)
        comes_to(lambda: len(site.mail_server.received) - since, len(addresses))
        comes_to(lambda: len(push_service.received), 8)
    # Both have ended, and nobody is left who could send anything twice.
    assert addressees(site, since) == addresses
    assert len(push_service.received) == 8
    assert done(logs[0]) + done(logs[1]) == {"deliver": 12, "nudge": 8, "nudge_by_push": 8}
    assert done(logs[0])
    assert done(logs[1])
