"""Where the server's dice come from. Views fetch the source here and pass it into services; rules never do."""

from collections.abc import Callable

from django.conf import settings
from django.utils.module_loading import import_string

from games.models import Match

# The dice of a match's game (its number) and roll (its number in the game, from 0).
RollDice = Callable[[Match, int, int], tuple[int, int]]


def dice_source() -> RollDice:
    """The configured source (setting DICE_SOURCE); tests configure a scripted one."""
    source: RollDice = import_string(settings.DICE_SOURCE)
    return source
