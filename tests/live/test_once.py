"""Working something out once for all who ask at the same moment."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import Queue
from threading import Thread

import pytest

from games.once import Once

ASKING = 8


class Work:
    """Something slow to work out: it ends when the test says so."""

    def __init__(self, answer: Callable[[], str]) -> None:
        self.answer = answer
        self.times = 0
        self.begun, self.may_end = threading.Event(), threading.Event()

    def __call__(self) -> str:
        self.times += 1
        self.begun.set()
        assert self.may_end.wait(20)
        return self.answer()


def ask_together(once: Once[str], work: Work) -> list[str | Exception]:
    """What many threads get that ask while the first one works; nobody waits for one that gets nothing."""
    answers: Queue[str | Exception] = Queue()

    def ask() -> None:
        try:
            answers.put(once.get("key", work))
        except Exception as error:
            answers.put(error)

    for _ in range(ASKING):
        Thread(target=ask, daemon=True).start()
        assert work.begun.wait(20)
    deadline = time.monotonic() + 20
    while not once._awaited["key"]:  # somebody waits, and the others have asked as well or are about to
        assert time.monotonic() < deadline
        time.sleep(0.001)
    work.may_end.set()
    return [answers.get(timeout=20) for _ in range(ASKING)]


def test_all_who_ask_at_once_get_one_answer() -> None:
    work = Work(lambda: "answer")
    assert ask_together(Once(4), work) == ASKING * ["answer"]
    assert work.times == 1


def test_failure_goes_to_all_who_wait_and_is_not_kept() -> None:
    once: Once[str] = Once(4)
    failing = Work(lambda: str(1 // 0))
    answers = ask_together(once, failing)
    assert all(isinstance(each, ZeroDivisionError) for each in answers)
    assert once.get("key", lambda: "answer") == "answer"


def test_other_keys_do_not_wait() -> None:
    once: Once[str] = Once(4)
    work = Work(lambda: "slow")
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(once.get, "slow", work)
        assert work.begun.wait(20)
        assert once.get("quick", lambda: "quick") == "quick"
        work.may_end.set()
        assert slow.result(20) == "slow"


@pytest.mark.parametrize(("used_again", "forgotten"), [(None, 1), (1, 2)])
def test_the_answer_longest_unused_is_forgotten(used_again: int | None, forgotten: int) -> None:
    once: Once[str] = Once(3)
    for key in (1, 2, 3):
        once.get(key, lambda: "first")
    if used_again:
        once.get(used_again, lambda: "second")
    once.get(4, lambda: "first")
    kept = [key for key in (1, 2, 3) if key != forgotten]
    assert [once.get(key, lambda: "second") for key in kept] == ["first", "first"]
    assert once.get(forgotten, lambda: "second") == "second"
