"""What dice that can be checked cost: a roll with them, beside the same with dice that the server just draws.

    python -m bench.dice [--postgres]

Two matches in each of several rounds; in one the server's own dice are rolled, in the other plain ones, in turns. The
roll alone is measured, from the command to the commit: processor time of this process. A match, and the first game of
a session, whose chain is the longest. "First" is the first roll of a game in a process, which has to find the game's
link of the chain; the others have it. The ratio that counts is that of a whole game, the first roll among them.
"""

import os
import secrets
import time
from statistics import mean, median
from typing import TYPE_CHECKING

import django

from bench.stage import options, stage

if TYPE_CHECKING:
    from games.dice_source import RollDice
    from games.rules.game import GameState

GOAL = 1.2
ROUNDS, ROLLS = 25, 30  # and so many rolls of each kind in each, about as many as a game has


def main() -> None:
    """Measure and print."""
    chosen = options(__doc__)
    with stage(postgres=chosen.postgres, redis=False) as (folder, services):
        os.environ |= {"BARPOINT_DATA": folder, "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3", **services}
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        os.environ.pop("REDIS_URL", None)
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        for name, length in (("a match to 5 points", 5), ("a session", 0)):
            measure(name, length)


def measure(name: str, length: int) -> None:
    """Roll in matches of this length, and print."""
    from games.services import dice

    times: dict[str, list[float]] = {"plain": [], "first": [], "later": []}
    for number in range(ROUNDS):
        tables = {kind: Rolling(length, f"{kind}-{length}-{number}") for kind in ("plain", "chain")}
        dice._kept_link.cache_clear()
        for turn in range(ROLLS):
            for kind in sorted(tables, reverse=turn % 2 == 0):
                taken = tables[kind].roll(plain if kind == "plain" else dice.chained_dice)
                times["plain" if kind == "plain" else "later" if turn else "first"].append(taken)
    for kind, each in times.items():
        print(f"{name}: {kind:6}{median(each):7.3f} ms CPU at the median, {mean(each):.3f} on average")
    first, later, floor = (median(times[kind]) for kind in ("first", "later", "plain"))
    ratio = (first + (ROLLS - 1) * later) / ROLLS / floor
    print(f"{name}: the first {first / floor:.2f} times a plain roll, later ones {later / floor:.2f} times")
    print(f"{name}: a game of {ROLLS} rolls {ratio:.2f} times   goal {GOAL}: {'met' if ratio <= GOAL else 'MISSED'}")


def plain(*_: object) -> tuple[int, int]:
    """Dice that the server just draws, as fair as the others."""
    from games.rules.dice import dice_from_bytes

    return dice_from_bytes(secrets.token_bytes(64))


class Rolling:
    """A match whose first game goes on and on: plays keep the runners back."""

    def __init__(self, length: int, name: str) -> None:
        from games.rules.game import Seat
        from games.rules.match import MatchTerms
        from games.services.matches import create_match, join_match
        from games.time_source import time_now
        from tests.people import make_user

        self.people = {seat: make_user(f"{name}-{seat}") for seat in Seat}
        white, terms = self.people[Seat.WHITE], MatchTerms("backgammon", length)
        self.match = create_match(white, terms, rated=False, public=True, seat=Seat.WHITE, now=time_now())
        join_match(self.people[Seat.BLACK], self.match.public_id, None, now=time_now(), roll_dice=opening)

    def roll(self, source: "RollDice") -> float:
        """Play what there is to play, then roll; gives the milliseconds of the roll."""
        from games.rules.game import Phase
        from games.rules.notation import format_play

        while (state := self._state()).phase != Phase.TO_ROLL:
            legal = state.legal()
            # Back rather than home: the game must not end before the round.
            result = min(legal.results, key=lambda each: (each.mine[0], -sum(each.mine[18:])))
            self._do(state, "play", format_play(legal.play_for(result)), source)
        begun = time.thread_time()
        self._do(state, "roll", "", source)
        return (time.thread_time() - begun) * 1000

    def _state(self) -> "GameState":
        from games.models import Game
        from games.rules.snapshot import from_json

        self.match.refresh_from_db()
        return from_json(Game.objects.get(match=self.match).state)

    def _do(self, state: "GameState", kind: str, text: str, source: "RollDice") -> None:
        from games.commands import Command
        from games.services.moves import perform
        from games.time_source import time_now

        assert state.on_roll
        command, version = Command(kind, text), self.match.version
        who = self.people[state.on_roll]
        perform(who, self.match.public_id, version, command, now=time_now(), roll_dice=source)


def opening(*_: object) -> tuple[int, int]:
    """The roll of every opening here."""
    return (3, 1)


if __name__ == "__main__":
    main()
