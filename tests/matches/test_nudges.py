"""Who is told that it is his turn, when, and that nobody else is."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import Message

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from accounts.models import User
from config.email_url import email_settings
from games.models import Match, Process, Sitting
from games.rules.errors import RuleError
from games.rules.game import Seat
from tests.mail_server import MailServer, mail_serving
from tests.playing import Table
from tests.push_service import Browser, PushService, push_serving
from tests.working import work_off

pytestmark = [pytest.mark.data, pytest.mark.django_db]
WHITE, BLACK = Seat.WHITE, Seat.BLACK
Begin = Callable[..., Table]
OPENING = ("play", "8/5 6/5")


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_serving() as service:
        yield service


@pytest.fixture
def mail_server(settings: Settings) -> Iterator[MailServer]:
    with mail_serving() as server:
        for name, value in email_settings(server.url).items():
            setattr(settings, name, value)
        yield server


@pytest.fixture
def table(begin: Begin) -> Table:
    """White is to play 3-1; Black has been at the table and has left."""
    table = begin(names=("Ana", "Bob"))
    Match.objects.update(black_left_at=table.now)
    return table


@pytest.fixture
def slow_table(begin: Begin) -> Table:
    """White is to play 3-1, with three days for each decision; nobody has ever had the page open."""
    table = begin(names=("Ana", "Bob"))
    table.now = timezone.now() - timedelta(minutes=2)
    Match.objects.update(clock="days3")
    return table


def comes(table: Table, seat: Seat) -> Sitting:
    """Somebody opens his page."""
    now = timezone.now()
    process, _ = Process.objects.get_or_create(name="here", defaults={"started_at": now, "beat_at": now})
    return Sitting.objects.create(process=process, match=table.match, seat=seat)


def confirm(user: User) -> None:
    EmailAddress.objects.create(user=user, email=f"{user.username.lower()}@example.org", verified=True, primary=True)


def tomorrow(days: float = 1) -> list[str]:
    """What the queue does until then."""
    return work_off(until=timezone.now() + timedelta(days=days))


def text_of(mail: Message) -> str:
    text = mail.get_payload(decode=True)
    assert isinstance(text, bytes)
    return text.decode()


def queued() -> int:
    return DBTaskResult.objects.filter(status="READY").count()


# Push messages


def test_player_who_left_is_told_in_all_his_browsers(table: Table, service: PushService) -> None:
    browsers = [Browser(), Browser()]
    for number, browser in enumerate(browsers):
        browser.subscribed(table.people[BLACK], service.address(str(number)))
    Browser().subscribed(table.people[WHITE], service.address("other"))
    table.do(WHITE, *OPENING)
    assert work_off() == ["nudge", "nudge_by_push", "nudge_by_push"]
    told = {"who": "Ana", "path": f"/matches/{table.match.public_id}/"}
    assert [browser.read(body) for browser, (_, body) in zip(browsers, service.received, strict=True)] == [told, told]
    assert tomorrow() == []


def test_player_at_the_table_is_told_nothing_and_nothing_is_queued(begin: Begin) -> None:
    table = begin()
    table.do(WHITE, *OPENING)
    table.dice.script((6, 5), (2, 1))
    table.do(BLACK, "roll")
    table.do(BLACK, "play", "24/18/13")
    table.do(WHITE, "roll")
    assert queued() == 0


def test_player_who_comes_back_in_time_is_not_told(table: Table, service: PushService) -> None:
    Browser().subscribed(table.people[BLACK], service.address())
    table.do(WHITE, *OPENING)
    comes(table, BLACK)
    assert work_off() == ["nudge"]
    assert service.received == []


def test_player_who_has_moved_meanwhile_is_not_told(table: Table, service: PushService) -> None:
    Browser().subscribed(table.people[BLACK], service.address())
    table.do(WHITE, *OPENING)
    table.dice.script((6, 5))
    table.do(BLACK, "roll")
    assert work_off() == ["nudge"]
    assert service.received == []


def test_player_is_told_once_a_turn(table: Table, service: PushService) -> None:
    Match.objects.update(white_left_at=table.now)
    Browser().subscribed(table.people[BLACK], service.address())
    version = table.match.version
    table.do(WHITE, *OPENING)
    table.do(WHITE, *OPENING, version=version)  # sent again by a browser that got no answer
    assert queued() == 1
    work_off()
    table.dice.script((6, 5))
    table.do(BLACK, "roll")
    assert queued() == 0
    table.do(BLACK, "play", "24/18/13")
    assert queued() == 1  # White's
    assert len(service.received) == 1


def test_refused_command_queues_nothing(table: Table) -> None:
    with pytest.raises(RuleError):
        table.do(WHITE, "play", "24/23 24/20")
    assert queued() == 0
    table.do(WHITE, *OPENING)
    assert queued() == 1


def test_doubled_player_is_told_and_then_the_doubler(table: Table) -> None:
    Match.objects.update(white_left_at=table.now)
    table.do(WHITE, *OPENING)
    for seat, kind in ((BLACK, "double"), (WHITE, "take")):
        table.do(seat, kind)
    seats = [work.args_kwargs["kwargs"]["seat"] for work in DBTaskResult.objects.order_by("enqueued_at")]
    assert seats == ["black", "white", "black"]


def test_service_that_is_busy_is_asked_again_while_the_turn_lasts(table: Table, service: PushService) -> None:
    Browser().subscribed(table.people[BLACK], service.address())
    service.status = 503
    table.do(WHITE, *OPENING)
    assert work_off() == ["nudge", "nudge_by_push"]
    assert tomorrow() == ["nudge_by_push"]
    assert len(service.received) == 2
    comes(table, BLACK)
    assert tomorrow() == ["nudge_by_push"]
    assert len(service.received) == 2
    assert queued() == 0


# Mail


def test_mail_says_who_waits_where_until_when_and_how_to_stop_it(
    slow_table: Table, mail_server: MailServer, settings: Settings
) -> None:
    settings.SITE_URL = "https://play.example.org"
    confirm(slow_table.people[BLACK])
    slow_table.do(WHITE, *OPENING)
    due_at = slow_table.now + timedelta(days=3)
    assert work_off() == ["nudge", "nudge_by_mail"]
    (mail,) = mail_server.received
    assert (mail["To"], mail["Subject"]) == ("bob@example.org", "Your turn: Ana is waiting")
    text = text_of(mail)
    assert f"https://play.example.org/matches/{slow_table.match.public_id}/" in text
    assert f"{due_at:%B} {due_at.year}, {due_at:%H:%M} UTC" in text
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = mail["List-Unsubscribe"].strip().strip("<>")
    assert stop in text

    stranger = Client(enforce_csrf_checks=True)
    path = stop.removeprefix("https://play.example.org")
    assert stranger.get(path).status_code == 200  # a mail program looks where the link leads
    assert User.objects.get(username="Bob").wants_turn_mail
    assert stranger.get(f"{path[:-2]}x/").status_code == 404
    assert stranger.post(path, {"List-Unsubscribe": "One-Click"}, headers={"Origin": "null"}).status_code == 200
    assert not User.objects.get(username="Bob").wants_turn_mail
    assert User.objects.get(username="Ana").wants_turn_mail


def test_mail_goes_to_confirmed_addresses_of_those_who_want_it(slow_table: Table, mail_server: MailServer) -> None:
    bob = slow_table.people[BLACK]
    EmailAddress.objects.create(user=bob, email="bob@example.org", verified=False, primary=True)
    slow_table.do(WHITE, *OPENING)
    assert work_off() == ["nudge"]
    EmailAddress.objects.update(verified=True)
    page = Client()
    page.force_login(bob)
    for on, done in (("0", ["nudge"]), ("1", ["nudge", "nudge_by_mail"])):
        assert page.post("/accounts/turn-mail/", {"on": on}).status_code == 302
        slow_table.dice.script((6, 5), (2, 1))
        slow_table.do(BLACK, "roll")
        slow_table.do(BLACK, "play", "24/18/13")
        slow_table.do(WHITE, "roll")
        work_off()
        slow_table.do(WHITE, "play", "6/4 24/23")
        assert work_off() == done
    assert len(mail_server.received) == 1


def test_nobody_gets_mail_at_the_table(slow_table: Table, mail_server: MailServer) -> None:
    confirm(slow_table.people[BLACK])
    comes(slow_table, BLACK)
    slow_table.do(WHITE, *OPENING)
    assert work_off() == ["nudge"]
    assert mail_server.received == []


def test_nobody_gets_mail_about_a_match_without_days_to_decide(table: Table, mail_server: MailServer) -> None:
    confirm(table.people[BLACK])
    table.do(WHITE, *OPENING)
    assert work_off() == ["nudge"]
    assert mail_server.received == []


def test_mail_server_that_is_away_is_tried_again_while_the_turn_lasts(
    slow_table: Table, mail_server: MailServer, settings: Settings
) -> None:
    confirm(slow_table.people[BLACK])
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    slow_table.do(WHITE, *OPENING)
    assert work_off() == ["nudge", "nudge_by_mail"]
    assert tomorrow() == ["nudge_by_mail"]
    settings.EMAIL_PORT = port
    slow_table.dice.script((6, 5))
    slow_table.do(BLACK, "roll")
    assert tomorrow() == ["nudge_by_mail"]
    assert mail_server.received == []


def test_reminder_comes_before_the_end_of_the_turn(slow_table: Table, mail_server: MailServer) -> None:
    confirm(slow_table.people[BLACK])
    slow_table.do(WHITE, *OPENING)
    work_off()
    assert tomorrow(2) == []  # twelve hours before the end, and not half a day earlier
    Match.objects.update(due_at=timezone.now() + timedelta(days=3))  # a restart has given him time
    assert tomorrow(2.6) == ["remind"]
    slow_table.dice.script((6, 5))
    slow_table.do(BLACK, "roll")  # and then he went away
    Match.objects.update(due_at=timezone.now() + timedelta(hours=11))
    assert tomorrow(2.6) == ["remind"]
    assert [mail["Subject"] for mail in mail_server.received] == [
        "Your turn: Ana is waiting",
        "Your time runs out: Ana is waiting",
    ]
    assert queued() == 0


def test_nobody_is_reminded_of_a_turn_that_is_over(slow_table: Table, mail_server: MailServer) -> None:
    confirm(slow_table.people[BLACK])
    slow_table.do(WHITE, *OPENING)
    work_off()
    slow_table.dice.script((6, 5))
    slow_table.do(BLACK, "roll")
    slow_table.do(BLACK, "play", "24/18/13")
    Match.objects.update(due_at=timezone.now() + timedelta(hours=11))
    assert sorted(tomorrow(4)) == ["nudge", "remind", "remind"]  # White has no address
    assert len(mail_server.received) == 1
