"""The statements that every move makes, as SQL that is put together once.

Django's ORM builds the SQL of a query anew each time, which took a third of a move; on these few ways nothing of it
varies but the values. They read and write whole rows of a model by its own fields, with Django's connection and the
fields' own conversions; everything else asks the ORM.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from django.db import DatabaseError, connection, models

M = TypeVar("M", bound=models.Model)

# Fields that store these values as they are: nothing has to be converted, or asked whether it must.
PLAIN_FIELDS = {
    *(models.CharField, models.BooleanField, models.ForeignKey),
    *(models.PositiveIntegerField, models.PositiveSmallIntegerField, models.PositiveBigIntegerField),
}
PLAIN_VALUES = {str, int, bool, type(None)}


class Reading(NamedTuple):
    """How a row is read: its SQL, the names of its columns, and what makes Python's values of those that need it."""

    sql: str
    names: list[str]
    converters: list[tuple[int, Any, Any]]


class Writing(NamedTuple):
    """How a row is written: its SQL, and the fields whose values it takes; of each, whether it is plain."""

    sql: str
    fields: list[tuple[Any, bool]]


def read(model: type[M], by: str, value: str | int, *, newest: str = "", lock: bool = False) -> M | None:
    """The row whose field `by` is `value`, or None; the one with the highest `newest`, locked if that is asked for."""
    reading = _reading(model, by, newest, lock)
    with connection.cursor() as cursor:
        cursor.execute(reading.sql, [value])
        row = cursor.fetchone()
    if row is None:
        return None
    values = list(row)
    for index, convert, column in reading.converters:
        values[index] = convert(values[index], column, connection)
    return model.from_db(connection.alias, reading.names, values)


def insert(row: models.Model) -> None:
    """Add a row that has no number yet; it is not told the one it gets."""
    writing = _insert(type(row))
    with connection.cursor() as cursor:
        cursor.execute(writing.sql, _values(row, writing))


def update(row: models.Model, names: Sequence[str]) -> None:
    """Write these fields of a stored row."""
    writing = _update(type(row), tuple(names))
    with connection.cursor() as cursor:
        cursor.execute(writing.sql, [*_values(row, writing), row.pk])
        if cursor.rowcount != 1:
            raise DatabaseError("the row is gone")


def _values(row: models.Model, writing: Writing) -> list[Any]:
    values = []
    for field, is_plain in writing.fields:
        value = getattr(row, field.attname)
        is_ready = is_plain and type(value) in PLAIN_VALUES
        values.append(value if is_ready else field.get_db_prep_save(value, connection))
    return values


@lru_cache
def _reading(model: type[models.Model], by: str, newest: str, lock: bool) -> Reading:
    fields = model._meta.concrete_fields
    columns = ", ".join(_column(model, field.name) for field in fields)
    sql = f"SELECT {columns} FROM {_table(model)} WHERE {_column(model, by)} = %s"  # noqa: S608  names of our models
    if newest:
        sql += f" ORDER BY {_column(model, newest)} DESC LIMIT 1"
    if lock and connection.features.has_select_for_update:
        sql += " FOR UPDATE"
    converters = [
        (index, convert, column)
        for index, column in enumerate(field.get_col(model._meta.db_table) for field in fields)
        for convert in connection.ops.get_db_converters(column) + column.get_db_converters(connection)
    ]
    return Reading(sql, [field.attname for field in fields], converters)


@lru_cache
def _insert(model: type[models.Model]) -> Writing:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(_column(model, field.name) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    return Writing(f"INSERT INTO {_table(model)} ({columns}) VALUES ({places})", _with_plainness(fields))  # noqa: S608


@lru_cache
def _update(model: type[models.Model], names: tuple[str, ...]) -> Writing:
    columns = ", ".join(f"{_column(model, name)} = %s" for name in names)
    sql = f"UPDATE {_table(model)} SET {columns} WHERE {_column(model, 'pk')} = %s"  # noqa: S608
    return Writing(sql, _with_plainness(model._meta.get_field(name) for name in names))


def _with_plainness(fields: Iterable[Any]) -> list[tuple[Any, bool]]:
    return [(field, type(field) in PLAIN_FIELDS) for field in fields]


def _table(model: type[models.Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(model: type[models.Model], name: str) -> str:
    field: Any = model._meta.pk if name == "pk" else model._meta.get_field(name)
    return connection.ops.quote_name(field.column)
