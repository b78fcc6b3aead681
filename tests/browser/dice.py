"""Dice for a server in another process: a test writes rolls into a file, the server takes them out."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

from games.models import Match
from games.services.dice import chained_dice

DICE_FILE = "BARPOINT_TEST_DICE"  # the environment variable that names the file
REAL = "real"


class DiceFile:
    """A script of rolls, one a line ("6 1"), that two processes share."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.touch()

    def script(self, *rolls: tuple[int, int]) -> None:
        """Add rolls to the end of the script. An opening roll is (White's die, Black's die)."""
        self._change(lambda lines: [*lines, *(f"{first} {second}" for first, second in rolls)])

    def real(self) -> None:
        """From here on the dice are those that the server would have if nobody wrote a script."""
        self._change(lambda lines: [*lines, REAL])

    def clear(self) -> None:
        """Forget what is left of the script."""
        self._change(lambda lines: [])

    def left(self) -> list[str]:
        """The rolls not taken yet."""
        return self.path.read_text().splitlines()

    def take(self) -> tuple[int, int]:
        """Take the next roll out of the script."""
        taken = self._change(lambda lines: lines[1:])
        if not taken:
            raise AssertionError("the server rolled the dice once more than the test's script says")
        first, second = taken[0].split()
        return int(first), int(second)

    def _change(self, change: Callable[[list[str]], list[str]]) -> list[str]:
        """Replace the lines by what `change` makes of them; gives the lines as they were."""
        with self.path.open("r+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            lines = file.read().splitlines()
            file.seek(0)
            file.truncate()
            file.write("".join(f"{line}\n" for line in change(lines)))
        return lines


def dice_from_file(match: Match, game: int, number: int) -> tuple[int, int]:
    """The server's dice source: the next roll of the script."""
    file = DiceFile(Path(os.environ[DICE_FILE]))
    return chained_dice(match, game, number) if file.left()[:1] == [REAL] else file.take()
