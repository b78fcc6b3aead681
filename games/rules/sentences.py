"""Sentences of the rule card: templates that whoever shows them translates, as with errors."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Sentence:
    """A %-format template marked for translation, and its values; in English by `str`.

    >>> print(say("The first to %(points)s points wins.", points=5))
    The first to 5 points wins.
    """

    text: str
    values: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text % self.values


def say(text: str, **values: object) -> Sentence:
    """A sentence with its values."""
    return Sentence(text, values)
