"""JSON that nobody vouches for: read so that it can mean one thing only, and field by field."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Final

SECRET: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)


class NotARecord(ValueError):
    """Bytes that are no record; the message says what is wrong in plain words."""


def read_json(text: bytes) -> object:
    """JSON of whole numbers without anything that could be read in two ways. Raises NotARecord."""
    try:
        return json.loads(
            text.decode("ascii"), object_pairs_hook=_object, parse_float=_no_number, parse_constant=_no_number
        )
    except NotARecord:
        raise
    except (ValueError, RecursionError):
        raise NotARecord("This cannot be read: it is not JSON as records are written.") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = dict(pairs)
    if len(names) < len(pairs):
        raise NotARecord("This cannot be read: a name stands twice in the same place.")
    return names


def _no_number(text: str) -> object:
    raise NotARecord("This cannot be read: all numbers of a record are whole.")


class Fields:
    """The fields of one JSON object, which must have these names and, unless said otherwise, no `others`."""

    def __init__(self, value: object, where: str, names: str, *, others: bool = False) -> None:
        wanted = set(names.split())
        if not isinstance(value, dict) or not (wanted <= set(value) if others else wanted == set(value)):
            raise NotARecord(f"This is not a whole record: {where} does not have the fields it should have.")
        self._values: dict[str, object] = value
        self._where = where

    def __getitem__(self, name: str) -> object:
        return self._values[name]

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def fault(self, name: str) -> NotARecord:
        """The error for a field that is not what it should be."""
        return NotARecord(f"This is not a whole record: “{name}” of {self._where} is not what it should be.")

    def text(self, name: str, form: re.Pattern[str] | None = None) -> str:
        value = self[name]
        if not isinstance(value, str) or (form and not form.fullmatch(value)):
            raise self.fault(name)
        return value

    def word(self, name: str, *choices: str) -> str:
        if (value := self.text(name)) not in choices:
            raise self.fault(name)
        return value

    def secret(self, name: str) -> str:
        return self.text(name, SECRET) if self[name] != "" else ""

    def flag(self, name: str) -> bool:
        value = self[name]
        if not isinstance(value, bool):
            raise self.fault(name)
        return value

    def whole(self, name: str, *, most: int | None = None) -> int:
        return self._whole(name, self[name], 0, most)

    def _whole(self, name: str, value: object, least: int, most: int | None) -> int:
        # true and false are whole numbers to Python.
        if not isinstance(value, int) or isinstance(value, bool) or value < least or (most and value > most):
            raise self.fault(name)
        return value

    def items(self, name: str) -> list[object]:
        value = self[name]
        if not isinstance(value, list):
            raise self.fault(name)
        return value

    def whole_list(self, name: str, length: int, *, least: int = 0, most: int | None = None) -> list[int]:
        values = self.items(name)
        if len(values) != length:
            raise self.fault(name)
        return [self._whole(name, value, least, most) for value in values]

    def moment(self, name: str) -> str:
        value = self.text(name, _MOMENT)
        try:
            datetime.fromisoformat(value)
        except ValueError:
            raise self.fault(name) from None
        return value

    def moment_or_none(self, name: str) -> str | None:
        return None if self[name] is None else self.moment(name)
