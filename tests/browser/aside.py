"""Work that may not be done in the thread of the tests, where Playwright's event loop runs."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection

Made = TypeVar("Made")


def aside(work: Callable[[], Made]) -> Made:
    """What `work` returns; services publish through an event loop of their own."""

    def finished() -> Made:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(finished).result()
