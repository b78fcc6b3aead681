"""The machine's door to the rules: JSON lines in, one JSON line out for each (docs/architecture.md).

    {"op":"plays","variant":"backgammon","points":[...24],"bar":[mine,theirs],"off":[mine,theirs],"dice":[6,5]}
    {"results":[{"points":[...],"bar":[..],"off":[..]}, ...],"plays":["24/18 13/8", ...],"dice_used":2}

Points are the mover's, 1 to 24; positive numbers are his checkers, negative the opponent's. Where
a variant has a hand, "hand":[mine,theirs] stands beside bar and off; where it has options, those that
were agreed may be named: "options":["european"]. A line that cannot be answered gets {"error":"..."},
and the next one is read.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO, Final, TextIO

from games.rules.errors import BadPosition, RuleError
from games.rules.plays import legal_plays
from games.rules.position import BAR, CHECKERS, HAND, OFF, PLACES, Position, check_position
from games.rules.variants import VARIANTS, Variant, variant
from games.rules.written import format_play

LONGEST_LINE: Final = 1 << 16

_PAIRS: Final = {"bar": BAR, "off": OFF, "hand": HAND}


class BadRequest(ValueError):
    """A line that is not a question."""


def answer(line: bytes) -> dict[str, Any]:
    """The answer to one line, whatever it holds.

    >>> answer(b"{}")
    {'error': 'op must be "plays"'}
    """
    try:
        return _answer(line)
    except (BadRequest, RuleError) as error:
        return {"error": str(error)}


def _answer(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise BadRequest(f"a line may have {LONGEST_LINE} bytes")
    try:
        question = json.loads(line.decode())
    except (ValueError, RecursionError):
        raise BadRequest("not a line of JSON in UTF-8") from None
    if not isinstance(question, dict):
        raise BadRequest("a question is a JSON object")
    if question.get("op") != "plays":
        raise BadRequest('op must be "plays"')
    variant = _variant(question)
    return _plays(variant, _position(variant, question), _dice(question))


def _variant(question: dict[str, Any]) -> Variant:
    key, options = question.get("variant"), question.get("options", [])
    if not isinstance(key, str) or key not in VARIANTS:
        raise BadRequest(f"variant must be one of: {', '.join(VARIANTS)}")
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        raise BadRequest("options must be a list of words")
    try:
        return variant(key, tuple(options))
    except ValueError as error:
        raise BadRequest(str(error)[:200]) from None


def _plays(variant: Variant, position: Position, dice: tuple[int, int]) -> dict[str, Any]:
    legal = legal_plays(variant, position, dice)
    plays = sorted(((_encode(variant, play.result), format_play(play)) for play in legal), key=_by_numbers)
    return {
        "results": [result for result, _ in plays],
        "plays": [text for _, text in plays],
        "dice_used": legal.dice_used,
    }


def _by_numbers(play: tuple[dict[str, list[int]], str]) -> list[list[int]]:
    return list(play[0].values())


def _position(variant: Variant, question: dict[str, Any]) -> Position:
    mine, theirs = [0] * PLACES, [0] * PLACES
    for index, count in enumerate(_numbers(question, "points", 24, -CHECKERS)):
        if count > 0:
            mine[index + 1] = count
        else:
            theirs[24 - index] = -count
    for name, place in _PAIRS.items():
        if name != "hand" or variant.has_hand:
            mine[place], theirs[place] = _numbers(question, name, 2, 0)
    position = Position(tuple(mine), tuple(theirs))
    check_position(position)
    if CHECKERS in (mine[OFF], theirs[OFF]):
        raise BadPosition("The game is over: nobody is left to play.")
    return position


def _dice(question: dict[str, Any]) -> tuple[int, int]:
    first, second = _numbers(question, "dice", 2, 1, 6)
    return first, second


def _numbers(question: dict[str, Any], name: str, length: int, least: int, most: int = CHECKERS) -> list[int]:
    values = question.get(name)
    # type() and not isinstance(): true and false are no numbers of checkers.
    if (
        not isinstance(values, list)
        or len(values) != length
        or not all(type(value) is int and least <= value <= most for value in values)
    ):
        raise BadRequest(f"{name} must be {length} whole numbers from {least} to {most}")
    return values


def _encode(variant: Variant, position: Position) -> dict[str, list[int]]:
    mine, theirs = position.mine, position.theirs
    result = {"points": [mine[point] - theirs[25 - point] for point in range(1, 25)]}
    for name, place in _PAIRS.items():
        if name != "hand" or variant.has_hand:
            result[name] = [mine[place], theirs[place]]
    return result


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long no more than shows that it is."""
    while line := stream.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_LINE + 1)
        yield line


def main(stdin: BinaryIO, stdout: TextIO) -> None:
    """Answer every line at once; whoever asks may wait for the answer before the next question."""
    for line in _lines(stdin):
        print(json.dumps(answer(line), separators=(",", ":")), file=stdout, flush=True)


if __name__ == "__main__":
    if sys.stdin is None or sys.stdout is None:
        sys.exit("There is no standard input or output to talk through.")
    try:
        main(sys.stdin.buffer, sys.stdout)
    except BrokenPipeError:
        # The reader has gone. Python would flush once more on the way out and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        sys.exit(f"The input cannot be read: {error.strerror}.")
    except KeyboardInterrupt:
        pass
