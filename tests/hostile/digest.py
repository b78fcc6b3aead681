"""What is stored, as one number for each table: to show that nothing has changed."""

import hashlib

from django.db import connection

# Sessions and what the process itself notes down as time passes.
NOT_COMPARED = {"django_session", "games_process", "games_sitting"}
# A page of a seat that opens or closes is told to the opponent; nobody plays by it.
PRESENCE = {"white_left_at", "black_left_at"}


def digests() -> dict[str, str]:
    """A digest of every table's rows, by its name."""
    with connection.cursor() as cursor:
        return {
            name: digest(cursor, name)
            for name in connection.introspection.table_names(cursor)
            if name not in NOT_COMPARED
        }


def digest(cursor: object, table: str) -> str:
    """One table's rows in any order."""
    cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # type: ignore[attr-defined]  # noqa: S608
    names = [column[0] for column in cursor.description]  # type: ignore[attr-defined]
    kept = [index for index, name in enumerate(names) if name not in PRESENCE]
    rows = sorted(repr([row[index] for index in kept]) for row in cursor.fetchall())  # type: ignore[attr-defined]
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def changed(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """The names of the tables that differ."""
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
