"""Where the server's dice come from. Views fetch them here and pass them into services; rules never do."""

import secrets
from collections.abc import Callable

from django.conf import settings
from django.utils.module_loading import import_string

from games.rules.dice import dice_from_bytes

RollDice = Callable[[], tuple[int, int]]


def secure_dice() -> tuple[int, int]:
    """Two fair dice from the operating system's random source."""
    return dice_from_bytes(iter(lambda: secrets.randbits(8), None))


def dice_source() -> RollDice:
    """The configured source (setting DICE_SOURCE); tests configure a scripted one."""
    source: RollDice = import_string(settings.DICE_SOURCE)
    return source
