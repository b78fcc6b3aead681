"""Whether a downloaded record holds: its dice, its plays, its results.

    python -m games.rules.verify record.json [--note note.json]

Prints a line for each game and a last sentence. Exits with 0 if everything holds, with 1 otherwise. The note is what a
player's own browser wrote down before it sent its secret (docs/dice.md).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from games.rules.record import LARGEST_FILE, Record, read_record
from games.rules.strict_json import NotARecord, read_json
from games.rules.verify_dice import dice_faults, note_faults
from games.rules.verify_play import order_faults, play_faults


@dataclass(frozen=True, slots=True)
class Checked:
    """What can be said about one game."""

    number: int
    over: bool
    rolls: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check has found. `has_dice`: the match has verifiable dice; an older one claims nothing about them."""

    faults: tuple[str, ...]
    games: tuple[Checked, ...] = ()
    has_dice: bool = False
    sentence: str = "This record does not hold."

    @property
    def holds(self) -> bool:
        """Whether everything was there to be checked, and right."""
        return self.has_dice and not self.faults


def verify(data: bytes, note: bytes | None = None) -> Verdict:
    """Check a record, and hold it against a player's note if there is one. Answers for any bytes whatever."""
    try:
        record = read_record(data)
        noted = None if note is None else list(note_faults(record, read_json(note.strip())))
    except NotARecord as error:
        return Verdict((str(error),))
    faults = (*order_faults(record),)
    # What stands in the wrong order would only be found wrong again.
    if not faults:
        faults = (*dice_faults(record), *play_faults(record))
    faults += tuple(noted or ())
    games = tuple(_checked(record, faults))
    if faults:
        return Verdict(faults, games, record.dice is not None)
    return Verdict((), games, record.dice is not None, _sentence(record, games, has_note=noted is not None))


def _checked(record: Record, faults: tuple[str, ...]) -> Iterator[Checked]:
    for place, game in enumerate(record.games, 1):
        rolls, over = len(game.rolls), game.ended_at is not None
        seat, reason, _, points = game.result
        if not over:
            text = f"still being played; its {_count(rolls, 'roll')} can be checked when it is over."
        elif seat:
            text = f"{seat.title()} wins {_count(points, 'point')} ({reason}); {_count(rolls, 'roll')}."
        else:
            text = f"called off, counts nothing; {_count(rolls, 'roll')}."
        yield Checked(place, over, rolls, f"Game {place}: {text}")


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _sentence(record: Record, games: tuple[Checked, ...], *, has_note: bool) -> str:
    """What was found where nothing is wrong: what it says, and what it does not."""
    if record.dice is None:
        return (
            "This match is older than verifiable dice: its plays, results and score follow the rules, but nothing can "
            "be said about its dice."
        )
    over = [game for game in games if game.over]
    if not over:
        return "So far everything holds, but no game is over, so no roll could be checked yet."
    rolls = sum(game.rolls for game in over)
    told = (
        f"Everything holds: every roll of the finished games ({_count(rolls, 'roll')} in {_count(len(over), 'game')}) "
        "is made of the server's chain and both players' secrets as recorded, the plays are legal, results and score "
        "are right."
    )
    by_server = {
        record.dice.creator: record.dice.creator_by_server,
        record.dice.creator.other: record.dice.joiner_by_server,
    }
    drawn = " and ".join(seat.title() for seat in sorted(by_server, reverse=True) if by_server[seat])
    if drawn:
        told += f" The server drew the secret of {drawn}."
    if has_note:
        return told + " The record agrees with what your browser noted before the first roll."
    return told + " That the record is the one the players were shown, only a player's own note can tell (--note)."


def _read(path: str) -> bytes:
    with Path(path).open("rb") as file:
        return file.read(LARGEST_FILE + 1)


def main(arguments: list[str]) -> int:
    """Check a file, print what was found, answer with the exit code."""
    parser = argparse.ArgumentParser(prog="python -m games.rules.verify", description="Check the record of a match.")
    parser.add_argument("record", help="the file that was downloaded")
    parser.add_argument("--note", help="what your browser noted, as a file")
    options = parser.parse_args(arguments)
    try:
        verdict = verify(_read(options.record), None if options.note is None else _read(options.note))
    except (OSError, ValueError) as error:
        print(f"The file cannot be read: {getattr(error, 'strerror', None) or 'there is no such name'}.")
        return 1
    for line in (*(game.sentence for game in verdict.games), *verdict.faults, verdict.sentence):
        print("".join(char if char.isprintable() else "?" for char in line))
    return 0 if verdict.holds else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
