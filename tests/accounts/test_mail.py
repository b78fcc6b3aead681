"""How mails leave: EMAIL_URL, and the thread that sends them beside the request."""

import logging
import socketserver
import threading
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage, get_connection
from django.test import Client
from pytest_django import Settings

from accounts.mail import postman
from accounts.models import User
from config.email_url import email_settings
from tests.accounts.people import is_logged_in, sign_up


class MailServer(socketserver.ThreadingTCPServer):
    """An SMTP server that keeps what it is given."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.received: list[Message] = []

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}/?from=games@example.org"


class _Session(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self.say("220 ready")
        while line := self.rfile.readline():
            match line[:4].upper():
                case b"DATA":
                    self.say("354 go on")
                    lines = iter(self.rfile.readline, b".\r\n")
                    self.server.received.append(message_from_bytes(b"".join(lines)))
                    self.say("250 kept")
                case b"QUIT":
                    self.say("221 bye")
                    return
                case _:
                    self.say("250 ok")

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    with MailServer() as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.shutdown()


def wait_until_sent() -> None:
    """Return when every mail handed over so far was sent or given up."""
    postman.submit(int).result(timeout=30)


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
def test_mail_of_a_sign_up_arrives(client: Client, settings: Settings, mail_server: MailServer) -> None:
    use(settings, mail_server.url)
    assert sign_up(client, "zoe", email="zoe@example.org").status_code == 302
    wait_until_sent()
    (mail,) = mail_server.received
    assert (mail["To"], mail["From"]) == ("zoe@example.org", "games@example.org")
    assert mail["Subject"] == "Barpoint: confirm your e-mail address"


@pytest.mark.django_db
def test_sign_up_succeeds_when_no_mail_server_answers(
    client: Client, settings: Settings, mail_server: MailServer, caplog: pytest.LogCaptureFixture
) -> None:
    use(settings, mail_server.url)
    mail_server.shutdown()
    mail_server.server_close()
    with caplog.at_level(logging.ERROR, logger="accounts.mail"):
        assert sign_up(client, "zoe", email="zoe@example.org").status_code == 302
        wait_until_sent()
    assert "1 mail(s) could not be sent through 127.0.0.1" in caplog.text
    assert is_logged_in(client)
    assert User.objects.get().username == "zoe"


def test_mails_after_one_that_failed_are_sent(settings: Settings, mail_server: MailServer) -> None:
    use(settings, "smtp://127.0.0.1:1/")
    EmailMessage("first", "", "a@example.org", ["b@example.org"]).send()
    use(settings, mail_server.url)
    assert get_connection().send_messages([EmailMessage("second", "", "a@example.org", ["b@example.org"])]) == 1
    wait_until_sent()
    assert [mail["Subject"] for mail in mail_server.received] == ["second"]
