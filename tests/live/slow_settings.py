"""The settings of a server whose dice are rolled when the test says so: what happens meanwhile happens for certain."""

import os
import time
from pathlib import Path

from config.settings import *  # noqa: F403

DICE_SOURCE = "tests.live.slow_settings.roll"
SIGNALS = "SLOW_DICE"


def roll(*_: object) -> tuple[int, int]:
    """6-5, once the file `go` is there; the file `asked` says that a command waits for the roll."""
    folder = Path(os.environ[SIGNALS])
    (folder / "asked").touch()
    deadline = time.monotonic() + 20
    while not (folder / "go").exists() and time.monotonic() < deadline:
        time.sleep(0.005)
    return 6, 5
