"""Whether what clients saw of a match can be explained by its record: each command at one moment, once, in order.

A history is what clients asked and what they were told, with the order in which that happened; some answers never came.
A match is a register with a log: every command names the version it was made for, so a history is linearizable if no
acknowledged command is missing, none is there that nobody asked for or that was refused, every page shows what the
record says of its version, and nobody who asks later sees an earlier version. Pure: lists in, sentences out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.reliability.sight import Sight


@dataclass(frozen=True, slots=True)
class Asked:
    """A command as the record would have it: who, what, and the play, level or number."""

    seat: str
    kind: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Stored:
    """One entry of the record and the table after it; without a seat it is the server's own (an opening roll)."""

    version: int
    entry: Asked
    dice: tuple[int, ...] = ()  # of a roll, each number once
    after: Sight | None = None


@dataclass(slots=True)
class Op:
    """One request: a command made at `version`, or a look at the table. `began` and `ended` count events of all.

    `answer` is "ok", "refused", or "unknown": no answer came, or one that says the server failed.
    """

    began: int
    version: int
    asked: Asked | None = None
    ended: int | None = None
    answer: str = "unknown"
    status: int = 0  # of the answer over HTTP
    seen: Sight | None = None


def faults(ops: Sequence[Op], record: Sequence[Stored]) -> Iterator[str]:
    """What cannot be explained, a sentence for each; nothing if all is well."""
    entries = {stored.version: stored for stored in record}
    if [stored.version for stored in record] != list(range(1, len(record) + 1)):
        yield f"the record has gaps or doubles: {[stored.version for stored in record]}"
        return
    for op in ops:
        yield from _answer_faults(op, entries)
    yield from _unasked(ops, record)
    yield from _order_faults(ops, record)


def _answer_faults(op: Op, entries: dict[int, Stored]) -> Iterator[str]:
    """What an answer said, against the record."""
    after = entries.get(op.version + 1)
    if op.asked and op.answer == "ok":
        if after is None:
            yield f"acknowledged and lost: {op.asked} at {op.version}"
        elif after.entry != op.asked:
            yield f"acknowledged, but stored is another: {op.asked} at {op.version}, {after.entry}"
        elif op.seen and op.seen.version <= op.version:
            yield f"acknowledged with an old table: {op.asked} at {op.version}"
    if op.asked and op.answer == "refused" and after and after.entry == op.asked and op.asked.seat:
        yield f"refused and stored: {op.asked} at {op.version}"
    if op.seen:
        shown = entries.get(op.seen.version)
        if shown is None and op.seen.version:
            yield f"seen, but not in the record: version {op.seen.version}"
        elif shown and shown.after and shown.after != op.seen:
            yield f"seen otherwise than recorded: {op.seen}, not {shown.after}"
        elif shown and shown.dice and op.seen.rolled and shown.dice != op.seen.rolled:
            yield f"other dice than recorded: {op.seen.rolled} at {op.seen.version}, not {shown.dice}"


def _unasked(ops: Sequence[Op], record: Sequence[Stored]) -> Iterator[str]:
    """Entries that no client asked for at that version: a command applied twice, or one made up."""
    asked = {(op.version + 1, op.asked) for op in ops}
    for stored in record:
        if stored.entry.seat and (stored.version, stored.entry) not in asked:
            yield f"stored, but nobody asked for it: {stored.entry} as {stored.version}"


def _order_faults(ops: Sequence[Op], record: Sequence[Stored]) -> Iterator[str]:
    """Whoever asks after an answer has come sees no less than that answer, and nothing that is asked for later."""
    answered = sorted((op for op in ops if op.seen and op.ended is not None), key=lambda op: op.ended or 0)
    newest, position = 0, 0
    for op in sorted(ops, key=lambda op: op.began):
        while position < len(answered) and (answered[position].ended or 0) < op.began:
            seen = answered[position].seen
            newest = max(newest, seen.version if seen else 0)
            position += 1
        if op.seen and op.seen.version < newest:
            yield f"went back: version {op.seen.version} was shown after {newest}"
    first_asked: dict[tuple[int, Asked | None], int] = {}
    for op in ops:
        key = (op.version + 1, op.asked)
        first_asked[key] = min(op.began, first_asked.get(key, op.began))
    position = 0
    for stored in record:
        while position < len(answered) and (s := answered[position].seen) and s.version < stored.version:
            position += 1
        asked_at = first_asked.get((stored.version, stored.entry))
        if asked_at is not None and position < len(answered) and (answered[position].ended or 0) < asked_at:
            yield f"shown before it was asked for: {stored.entry} as {stored.version}"
