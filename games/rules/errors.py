"""The named refusals of the rules; each carries a sentence a player understands.

A message is a %-format template, marked for translation; whoever shows it writes
`gettext(error.message) % error.values`. `str(error)` is the same in English.
"""

from __future__ import annotations


def gettext_noop(message: str) -> str:
    """Mark a message for the translators without translating it: the rules know no language."""
    return message


class RuleError(ValueError):
    """A command or a text that the rules refuse.

    >>> print(IllegalPlay("The opponent holds point %(point)s.", point=7))
    The opponent holds point 7.
    """

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.message = message
        self.values: dict[str, object] = values

    def __str__(self) -> str:
        return self.message % self.values


class NotOnRoll(RuleError):
    """It is not this seat that has to act."""


class WrongPhase(RuleError):
    """The command does not fit the phase of the game."""


class BadPosition(RuleError):
    """Not a position that can stand on a board."""


class BadNotation(RuleError):
    """The text cannot be read as a play."""


class IllegalPlay(RuleError):
    """The text can be read, but the play is not legal; the message names the obligation."""


class AmbiguousPlay(RuleError):
    """The text fits several plays; `candidates` holds the canonical text of each."""

    def __init__(self, message: str, candidates: tuple[str, ...], **values: object) -> None:
        super().__init__(message, candidates=", ".join(candidates), **values)
        self.candidates = candidates


class CubeRefused(RuleError):
    """No double, take or beaver is possible here, and the message says why."""


class ResignationRefused(RuleError):
    """This resignation cannot be offered, and the message says why."""
