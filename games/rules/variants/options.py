"""What may be agreed about a variant: questions, each with its answers. The first answer is the default."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Option:
    """One answer. `name` is what it is called in a form, `brief` in a list of terms; both marked for translation."""

    key: str
    name: str
    brief: str


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to agree on. Keys of answers are unique within a variant."""

    key: str
    name: str
    options: tuple[Option, ...]

    @property
    def default(self) -> Option:
        """What holds if nothing is said."""
        return self.options[0]


def canonical(questions: tuple[Question, ...], keys: Iterable[str]) -> tuple[str, ...]:
    """The answers as they are stored: in the order of the questions, without defaults.

    Raises ValueError for a key that is no answer, and for two answers to one question.
    """
    given = list(keys)
    chosen = []
    for question in questions:
        answers = [option.key for option in question.options if option.key in given]
        if len(answers) > 1:
            raise ValueError(f"{' and '.join(answers)} exclude each other")
        given = [key for key in given if key not in answers]
        chosen += [key for key in answers if key != question.default.key]
    if given:
        raise ValueError(f"no such option: {', '.join(given)}")
    return tuple(chosen)
