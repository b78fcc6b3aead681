"""Pages of a list, newest first, without counting the whole list."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """Some items of a list, and whether more follow."""

    items: tuple[Item, ...]
    number: int
    has_next: bool


def page_of(rows: QuerySet[Row], number: int, size: int, read: Callable[[list[Row]], list[Item]]) -> Page[Item]:
    """The page with this number, counted from 1: one query, and what `read` needs to turn rows into items."""
    start = (number - 1) * size
    found = list(rows[start : start + size + 1])
    return Page(items=tuple(read(found[:size])), number=number, has_next=len(found) > size)
