"""Reading a match of one version although it takes several queries."""

from collections.abc import Callable
from typing import TypeVar

from games.models import Match

T = TypeVar("T")


def of_one_version(read: Callable[[Match], T], match: Match) -> T:
    """What `read` finds of `match` at its version or a newer one: if a move came meanwhile, it is asked again.

    The match has to be loaded, and is given again, with its seats' users and its exchange.
    """
    rows = Match.objects.select_related("white", "black", "exchange")
    while True:
        found = read(match)
        if rows.filter(pk=match.pk, version=match.version).exists():
            return found
        match = rows.get(pk=match.pk)
