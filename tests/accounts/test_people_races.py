"""Requests that arrive at the same moment, from real threads with connections of their own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from accounts.models import User
from tests.accounts.people import errors, play_as_guest, sign_up, whoever

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.data]


def at_once(*tasks: Callable[[], Any]) -> list[Any]:
    """Run the tasks in threads that start together; what each answered."""
    barrier = Barrier(len(tasks))

    def run(task: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return task()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(tasks)) as threads:
        return list(threads.map(run, tasks))


def test_of_many_who_want_one_name_one_gets_it() -> None:
    names = ["Zoë", "zoe", "ZOE", "z0e", "Z-o-e", "zoé"]
    answers = at_once(*[lambda name=name: sign_up(Client(), name) for name in names])
    assert sorted(answer.status_code for answer in answers) == [200] * 5 + [302]
    assert all("username" in errors(answer) for answer in answers if answer.status_code == 200)
    assert User.objects.count() == 1


def test_one_form_sent_many_times_is_one_guest() -> None:
    page = Client(enforce_csrf_checks=True)
    page.get("/accounts/login/")
    token = page.cookies["csrftoken"].value
    browsers = [Client(enforce_csrf_checks=True) for _ in range(4)]
    for browser in browsers:
        browser.cookies["csrftoken"] = token
    at_once(
        *[
            lambda browser=browser: browser.post("/accounts/guest/", {"csrfmiddlewaretoken": token})
            for browser in browsers
        ]
    )
    assert {whoever(browser) for browser in browsers} == set(User.objects.all())
    assert User.objects.count() == 1


def test_guest_who_signs_up_in_many_windows_is_renamed_once() -> None:
    first = Client()
    guest = play_as_guest(first)
    browsers = [Client() for _ in range(4)]
    for browser in browsers:
        browser.cookies["sessionid"] = first.cookies["sessionid"].value
    names = ["anna", "bella", "clara", "dora"]
    answers = at_once(
        *[
            lambda browser=browser, name=name: sign_up(browser, name)
            for browser, name in zip(browsers, names, strict=True)
        ]
    )
    got = {name for name, answer in zip(names, answers, strict=True) if answer.status_code == 302}
    guest.refresh_from_db()
    assert guest.username in got
    # A window that comes after the guest's session has ended signs up somebody new.
    assert set(User.objects.values_list("username", flat=True)) == got
