"""What a player asks for, as a value: made by a form, carried out by a service."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """One request of a player at the table.

    `kind` is a kind of move (games.rules.history.Kind) or "next" (begin the next game). `text` is a play in
    notation, the level of a resignation ("lowest" for the lowest that can be lost, "match" for the whole match), or
    the number of a chosen double; empty otherwise.
    """

    kind: str
    text: str = ""
