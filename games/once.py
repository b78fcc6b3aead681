"""Answers that are worked out once, however many ask for them at the same moment."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Once(Generic[T]):
    """The newest `size` answers by key. Threads that ask for a key being worked out wait for that one answer."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._answers: OrderedDict[Hashable, Future[T]] = OrderedDict()

    def get(self, key: Hashable, work_out: Callable[[], T]) -> T:
        """The answer for `key`. What `work_out` raises goes to all who wait, and is not kept."""
        with self._lock:
            answer = self._answers.get(key)
            is_first = answer is None
            if answer is None:
                answer = self._answers[key] = Future()
                if len(self._answers) > self._size:
                    self._answers.popitem(last=False)
            self._answers.move_to_end(key)
        if is_first:
            try:
                answer.set_result(work_out())
            except BaseException as error:
                with self._lock:
                    if self._answers.get(key) is answer:
                        del self._answers[key]
                answer.set_exception(error)
        return answer.result()

    def known(self, key: Hashable) -> T | None:
        """The answer for `key` if it has been worked out already."""
        answer = self._answers.get(key)
        return answer.result() if answer is not None and answer.done() and not answer.exception() else None
