"""Dice as a test wants them: a script of rolls instead of chance."""

from collections import deque


class ScriptedDice:
    """A dice source that gives the scripted rolls in order; a roll beyond the script is a failure."""

    def __init__(self) -> None:
        self.rolls: deque[tuple[int, int]] = deque()

    def script(self, *rolls: tuple[int, int]) -> None:
        """Add rolls to the end of the script. An opening roll is (White's die, Black's die)."""
        self.rolls.extend(rolls)

    def __call__(self, *_: object) -> tuple[int, int]:
        if not self.rolls:
            raise AssertionError("the server rolled the dice once more than the test's script says")
        return self.rolls.popleft()


scripted_dice = ScriptedDice()
