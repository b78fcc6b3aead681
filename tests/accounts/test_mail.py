"""How mails leave: EMAIL_URL, and the queue between a request and the mail server."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from email.header import decode_header, make_header

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage
from django.db import transaction
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from accounts.models import User
from config.email_url import email_settings
from config.queue import PAUSES
from tests.accounts.people import is_logged_in, sign_up
from tests.mail_server import MailServer, mail_serving
from tests.working import work_off

LATER = timezone.now() + timedelta(days=1)


def letter(subject: str) -> EmailMessage:
    return EmailMessage(subject, "", "a@example.org", ["b@example.org"])


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    with mail_serving() as server:
        yield server


def use(settings: Settings, url: str) -> None:
    for name, value in email_settings(url).items():
        setattr(settings, name, value)


def test_without_a_url_mails_go_to_the_console() -> None:
    assert email_settings("") == {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}


@pytest.mark.parametrize(
    ("url", "port", "starttls", "tls"),
    [
        ("smtp://mail.example.org", 25, False, False),
        ("smtp+tls://mail.example.org", 587, True, False),
        ("smtps://mail.example.org", 465, False, True),
        ("smtps://mail.example.org:2465", 2465, False, True),
    ],
)
def test_email_url_names_the_server(url: str, port: int, starttls: bool, tls: bool) -> None:
    settings = email_settings(url)
    assert (settings["EMAIL_HOST"], settings["EMAIL_PORT"]) == ("mail.example.org", port)
    assert (settings["EMAIL_USE_TLS"], settings["EMAIL_USE_SSL"]) == (starttls, tls)


def test_email_url_holds_user_password_and_sender() -> None:
    settings = email_settings(
        "smtp+tls://games%40example.org:p%40ss%2Fword@mail.example.org/?from=Barpoint%20<a@b.org>"
    )
    assert (settings["EMAIL_HOST_USER"], settings["EMAIL_HOST_PASSWORD"]) == ("games@example.org", "p@ss/word")
    assert settings["DEFAULT_FROM_EMAIL"] == "Barpoint <a@b.org>"
    assert email_settings("smtp://games%40example.org@host")["DEFAULT_FROM_EMAIL"] == "games@example.org"
    assert "DEFAULT_FROM_EMAIL" not in email_settings("smtp://games@host")


@pytest.mark.parametrize("url", ["http://mail.example.org", "mail.example.org", "smtp://", "smtp://host:port"])
def test_email_url_that_cannot_be_read_says_so(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        email_settings(url)


@pytest.mark.django_db
def test_mail_of_a_sign_up_is_queued_and_arrives(client: Client, settings: Settings, mail_server: MailServer) -> None:
    use(settings, mail_server.url)
    assert sign_up(client, "zoe", email="zoe@example.org").status_code == 302
    assert mail_server.received == []
    assert work_off() == ["deliver"]
    (mail,) = mail_server.received
    assert (mail["To"], mail["From"]) == ("zoe@example.org", "games@example.org")
    assert mail["Subject"] == "Barpoint: confirm your e-mail address"


@pytest.mark.django_db
def test_mail_of_a_transaction_that_fails_is_not_sent(settings: Settings, mail_server: MailServer) -> None:
    use(settings, mail_server.url)
    with transaction.atomic():
        letter("never").send()
        transaction.set_rollback(True)
    letter("sent").send()
    work_off()
    assert [mail["Subject"] for mail in mail_server.received] == ["sent"]


@pytest.mark.django_db
def test_mail_in_any_letters_arrives_as_it_was_written(settings: Settings, mail_server: MailServer) -> None:
    use(settings, mail_server.url)
    EmailMessage("Grüße", "Зоя 🎲\n.\nend\n", "Bärpoint <a@example.org>", ["Zoë <b@example.org>"]).send()
    work_off()
    (mail,) = mail_server.received
    assert str(make_header(decode_header(mail["Subject"]))) == "Grüße"
    body = mail.get_payload(decode=True)
    assert isinstance(body, bytes)
    assert body.decode().splitlines() == ["Зоя 🎲", "..", "end"]  # SMTP doubles a dot that begins a line


@pytest.mark.django_db
def test_mail_is_tried_again_a_bounded_number_of_times(
    settings: Settings, mail_server: MailServer, caplog: pytest.LogCaptureFixture
) -> None:
    use(settings, "smtp://127.0.0.1:1/?from=games@example.org")
    letter("first").send()
    letter("second").send()
    assert work_off() == ["deliver", "deliver"]
    assert work_off() == []  # not at once again
    assert DBTaskResult.objects.ready().count() == 0
    for _ in PAUSES[1:]:
        assert work_off(until=LATER) == ["deliver", "deliver"]
    assert "given up" not in caplog.text
    use(settings, mail_server.url)
    delayed = DBTaskResult.objects.filter(status="READY")
    assert len(delayed) == 2
    delayed[0].delete()
    assert work_off(until=LATER) == ["deliver"]
    assert len(mail_server.received) == 1


@pytest.mark.django_db
def test_mail_that_cannot_be_sent_is_given_up_with_a_line_in_the_log(
    client: Client, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    use(settings, "smtp://127.0.0.1:1/?from=games@example.org")
    assert sign_up(client, "zoe", email="zoe@example.org").status_code == 302
    assert is_logged_in(client)
    assert User.objects.get().username == "zoe"
    with caplog.at_level(logging.ERROR, logger="config.queue"):
        for _ in range(len(PAUSES) + 1):
            assert work_off(until=LATER) == ["deliver"]
    assert work_off(until=LATER) == []
    assert caplog.text.count("deliver was given up after 5 attempts") == 1
    assert "zoe" not in caplog.text
