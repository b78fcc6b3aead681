"""Django's PostgreSQL, which hands out no connection that the server has closed meanwhile (docs/decisions.md)."""

import select
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """Takes another connection out of the pool where one was lost while it lay there: PostgreSQL has been restarted."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection that is open as far as this side has been told."""
        while is_lost(connection := super().get_new_connection(conn_params)):
            self.pool.putconn(connection)
        return connection


def is_lost(connection: psycopg.Connection[Any]) -> bool:
    """Whether the server has ended an idle connection.

    It says so, and an idle connection hears nothing else as a rule: only where there is something to hear is the
    server asked. A question each time would cost a round trip for every request.
    """
    try:
        watch = select.poll()
        watch.register(connection.fileno(), select.POLLIN)
        if watch.poll(0):
            ConnectionPool.check_connection(connection)
    except psycopg.OperationalError:
        return True
    return False
