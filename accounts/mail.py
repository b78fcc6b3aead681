"""Mail over SMTP, sent beside the request that causes it."""

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from django.core.mail.backends.smtp import EmailBackend
from django.core.mail.message import EmailMessage

logger = logging.getLogger(__name__)
postman = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")


class BackgroundSMTP(EmailBackend):
    """Hands mails to one thread and returns at once; a mail that cannot be sent is logged and given up.

    The embedded form runs every request on one thread: waiting there for a mail server would stop all games. And
    an answer that waits for no mail takes as long for a known address as for an unknown one. The thread touches no
    database. At an orderly stop what was handed over is still sent.
    """

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """How many mails were handed over."""
        messages = list(email_messages)
        postman.submit(self._deliver, messages)
        return len(messages)

    def _deliver(self, messages: list[EmailMessage]) -> None:
        try:
            super().send_messages(messages)
        except Exception:  # a name that does not resolve, a refused log-in, a timeout, ...
            logger.exception("%d mail(s) could not be sent through %s:%s", len(messages), self.host, self.port)
