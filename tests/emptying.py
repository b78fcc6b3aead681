"""Empties the test database after a test whose transactions were real ones."""

from asgiref.sync import SyncToAsync
from django.db import OperationalError, connection, transaction

# As the migrations have made them; no test writes them.
KEPT = {"django_content_type", "auth_permission"}
TRIES = 20


def empty_tables() -> None:
    """Delete all rows, but for those that Django would write anew.

    Its own way truncates every table, which on PostgreSQL makes new files for each and for its indexes, and then
    writes content types and permissions once more: that took longer than most tests.

    Servers of other tests may be at work. PostgreSQL is to end none of their transactions as a deadlock, so this one
    waits for no lock for long, and tries again.
    """
    # A test may end while the relay's or the keeper's work is in their thread. It has to be over: what it writes would
    # be there in the next test, and between tests pytest-django refuses every use of the database, also the one that
    # ends a transaction, so that the thread's connection would be left in the middle of it for all later tests.
    SyncToAsync.single_thread_executor.submit(int).result()
    tables = [
        connection.ops.quote_name(name)
        for name in sorted(connection.introspection.django_table_names())
        if name not in KEPT
    ]
    deletions = [f"DELETE FROM {table}" for table in tables]  # noqa: S608
    if connection.vendor == "postgresql":
        # With the lock it also deletes what is being written now.
        lock = f"LOCK TABLE {', '.join(tables)} IN EXCLUSIVE MODE"
        deletions = ["; ".join(["SET LOCAL lock_timeout = '200ms'", lock, *deletions])]
    for attempt in range(TRIES):
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                for deletion in deletions:
                    cursor.execute(deletion)
        except OperationalError:
            if connection.vendor != "postgresql" or attempt == TRIES - 1:
                raise
        else:
            return
