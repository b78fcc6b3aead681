"""How many watch each match, over all processes: each keeps its own count and tells the others.

A process tells changed counts soon and all its counts now and then; one that falls silent is forgotten.
Counts are absolute, so a lost, doubled or late message is put right by the next one.
"""

from collections import Counter
from collections.abc import Mapping

SILENT_SECONDS = 60.0

Counts = Mapping[str, int]


class Presence:
    """The spectators of this process, and those the other processes have told of. Time is a parameter."""

    def __init__(self) -> None:
        self.here: Counter[str] = Counter()
        self._elsewhere: dict[str, tuple[float, Counts]] = {}

    def count(self, public_id: str) -> int:
        """How many watch this match, all processes together. May be asked from any thread."""
        return self.here[public_id] + sum(counts.get(public_id, 0) for _, counts in list(self._elsewhere.values()))

    def change(self, public_id: str, difference: int) -> None:
        """One spectator of this process more (1) or less (-1)."""
        self.here[public_id] += difference
        if not self.here[public_id]:
            del self.here[public_id]

    def hear(self, process: str, counts: Counts, now: float, *, whole: bool) -> set[str]:
        """Note what another process told, `whole` if these are all its counts; answers with the matches changed."""
        _, before = self._elsewhere.get(process, (now, {}))
        after = counts if whole else {**before, **counts}
        self._elsewhere[process] = (now, after)
        return {match for match in before.keys() | after.keys() if before.get(match, 0) != after.get(match, 0)}

    def forget_silent(self, now: float) -> set[str]:
        """Forget processes that have told nothing for long; answers with the matches changed."""
        silent = [process for process, (heard, _) in self._elsewhere.items() if now - heard > SILENT_SECONDS]
        return {match for process in silent for match in self._elsewhere.pop(process)[1]}
