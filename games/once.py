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
        self._answers: OrderedDict[Hashable, T] = OrderedDict()
        self._awaited: dict[Hashable, Future[T] | None] = {}  # being worked out; None as long as nobody waits

    def get(self, key: Hashable, work_out: Callable[[], T]) -> T:
        """The answer for `key`. What `work_out` raises goes to all who wait, and is not kept."""
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
                return self._answers[key]
            if is_first := key not in self._awaited:
                self._awaited[key] = None
            else:
                waiting = self._awaited[key] = self._awaited[key] or Future()
        if not is_first:
            return waiting.result()
        try:
            answer = work_out()
        except BaseException as error:
            with self._lock:
                others = self._awaited.pop(key)
            if others:
                others.set_exception(error)
            raise
        with self._lock:
            self._answers[key] = answer
            if len(self._answers) > self._size:
                self._answers.popitem(last=False)
            others = self._awaited.pop(key)
        if others:
            others.set_result(answer)
        return answer

    def known(self, key: Hashable) -> T | None:
        """The answer for `key` if it has been worked out already."""
        return self._answers.get(key)
