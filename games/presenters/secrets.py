"""Words about what the dice of a match are made of: whose secret the server has drawn."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.rules.game import Seat

if TYPE_CHECKING:
    from games.selectors.table import Secrets


def drawn_note(secrets: "Secrets | None") -> str:
    """Whose secret is not the own one of a browser; nothing where both are."""
    if secrets is None:
        return _("These dice cannot be checked: the match is older than dice that can.")
    return drawn_label(secrets.by_server)


def drawn_label(seats: Collection[Seat]) -> str:
    """The same for the seats whose secrets the server has drawn."""
    if len(seats) == len(Seat):
        return _("Server-drawn secrets for White and Black")
    if Seat.WHITE in seats:
        return _("Server-drawn secret for White")
    return _("Server-drawn secret for Black") if Seat.BLACK in seats else ""
