"""What the page tells on which developers see a failure with the variables of every function (DEBUG)."""

from collections.abc import ItemsView
from types import FrameType
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter

# Where dice are made, and where secrets are on their way to the database and back.
WITH_SECRETS = ("games.services.dice", "games.rules.dice", "config.statements", "django.db", "psycopg")


class WithoutSecrets(SafeExceptionReporterFilter):
    """Hides all variables of functions that have the secrets of running games in hand.

    A decorator of Django's would hide them only from mails to admins: with DEBUG it does nothing.
    """

    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: FrameType) -> ItemsView[str, Any]:
        """The variables of one function and what is shown of them."""
        if tb_frame.f_globals.get("__name__", "").startswith(WITH_SECRETS):
            return dict.fromkeys(tb_frame.f_locals, self.cleansed_substitute).items()
        return super().get_traceback_frame_variables(request, tb_frame)
