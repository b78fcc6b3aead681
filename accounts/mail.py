"""Mail goes through the queue: a request writes it down, a worker hands it to the mail server."""

from collections.abc import Sequence
from smtplib import SMTP
from typing import cast

from django.conf import settings
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend
from django.core.mail.message import EmailMessage, sanitize_address
from django_tasks import task

from config.queue import try_again

QUEUED = "accounts.mail.QueuedMail"


class QueuedMail(BaseEmailBackend):
    """Queues mails, in the transaction that is open, and returns at once.

    No request waits for a mail server. And an answer that waits for no mail takes as long for a known address as for
    an unknown one.
    """

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """How many mails were queued."""
        for message in email_messages:
            sender, recipients, text = _written(message)
            deliver.enqueue(sender=sender, recipients=recipients, text=text)
        return len(email_messages)


@task()
def deliver(sender: str, recipients: list[str], text: str, attempt: int = 0) -> None:
    """Hand a written mail to the mail server; a server that cannot be reached or says no is tried again later."""
    try:
        _hand_over(sender, recipients, text)
    except OSError as error:  # smtplib's own errors are of this kind too
        try_again(deliver, attempt, error, sender=sender, recipients=recipients, text=text)


def send_now(message: EmailMessage) -> None:
    """Send a mail past the queue: for tasks, which may wait. Raises OSError."""
    if settings.EMAIL_BACKEND == QUEUED:
        _hand_over(*_written(message))
    else:
        message.send()


def _written(message: EmailMessage) -> tuple[str, list[str], str]:
    """Sender, recipients and the mail itself, as a mail server is told them."""
    encoding = message.encoding or settings.DEFAULT_CHARSET
    sender = sanitize_address(message.from_email, encoding)
    recipients = [sanitize_address(address, encoding) for address in message.recipients()]
    mail = message.message()  # Django's own kind, which knows line ends
    return sender, recipients, mail.as_bytes(linesep="\r\n").decode()  # type: ignore[call-arg]


def _hand_over(sender: str, recipients: list[str], text: str) -> None:
    with EmailBackend() as server:
        cast(SMTP, server.connection).sendmail(sender, recipients, text.encode())
