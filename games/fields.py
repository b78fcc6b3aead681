"""A column for whole numbers without a limit."""

from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:

    class TextColumn(models.CharField[int, int]): ...
else:
    TextColumn = models.CharField


class WholeNumberField(TextColumn):
    """A non-negative int of any size, stored as text: the cube, and so a score, has no limit (CUBE-9)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 400)
        super().__init__(*args, **kwargs)

    def from_db_value(self, value: str, *_: Any) -> int:
        return int(value)

    def to_python(self, value: Any) -> int:
        return int(value)

    def get_prep_value(self, value: Any) -> str:
        return str(int(value))
