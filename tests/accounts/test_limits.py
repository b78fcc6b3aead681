"""Limits: as many as documented in config/settings.py, before any password is hashed, and nobody else suffers."""

from collections.abc import Callable

import pytest
from django.core import mail
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.people import PASSWORD, errors, log_in, play_as_guest, sign_up
from tests.accounts.watched import WatchedHasher

pytestmark = [pytest.mark.django_db, pytest.mark.data]
TOO_MANY = ["Too many wrong passwords for this name from your network. Please try again in a quarter of an hour."]


def wrong(client: Client, times: int, name: str = "Zoë", **more: str) -> None:
    for _ in range(times):
        log_in(client, name, "wrong password", **more)


def test_five_wrong_passwords_are_allowed(client: Client, zoe: User) -> None:
    wrong(client, 4)
    assert log_in(client, "Zoë").status_code == 302


def test_after_five_wrong_passwords_even_the_right_one_waits_unhashed(
    client: Client, zoe: User, hasher: type[WatchedHasher], later: Callable[[float], None]
) -> None:
    wrong(client, 5)
    assert hasher.asked == 5
    assert errors(log_in(client, "Zoë")) == {"": TOO_MANY}
    assert errors(log_in(client, "ZOË")) == {"": TOO_MANY}
    assert hasher.asked == 5
    later(15 * 60 + 1)
    assert log_in(client, "Zoë").status_code == 302


def test_a_crowd_of_visitors_does_not_wash_the_counts_out(client: Client, zoe: User) -> None:
    """Sessions are kept in the same cache."""
    wrong(client, 5)
    for number in range(2000):
        cache.set(f"session-{number}", {})
    assert errors(log_in(client, "Zoë")) == {"": TOO_MANY}


def test_wrong_passwords_from_elsewhere_lock_nobody_out(client: Client, zoe: User) -> None:
    wrong(Client(), 6, REMOTE_ADDR="203.0.113.7")
    assert log_in(client, "Zoë").status_code == 302


def test_wrong_passwords_for_one_name_leave_others_alone(client: Client, zoe: User) -> None:
    User.objects.create_user("joe", password=PASSWORD)
    wrong(client, 6)
    assert log_in(client, "joe").status_code == 302


def test_right_passwords_are_not_counted_as_wrong(zoe: User) -> None:
    for _ in range(7):
        assert log_in(Client(), "Zoë").status_code == 302


def test_log_ins_from_one_address_are_limited_unhashed(
    client: Client, zoe: User, hasher: type[WatchedHasher], later: Callable[[float], None]
) -> None:
    for number in range(60):
        assert client.post("/accounts/login/", {"login": f"nobody{number}", "password": ""}).status_code == 200
    asked = hasher.asked
    refused = log_in(client, "Zoë")
    assert refused.status_code == 429
    assert "A little slower, please" in refused.content.decode()
    assert hasher.asked == asked
    assert log_in(Client(), "Zoë", REMOTE_ADDR="203.0.113.7").status_code == 302
    assert client.get("/accounts/login/").status_code == 200
    later(3601)
    assert log_in(client, "Zoë").status_code == 302


def test_twenty_people_behind_one_address_can_sign_up_with_a_slip_each(db: None) -> None:
    for number in range(20):
        assert sign_up(Client(), f"player{number}", password2="a slip").status_code == 200
        assert sign_up(Client(), f"player{number}").status_code == 302
    assert User.objects.count() == 20
    assert sign_up(Client(), "onemore").status_code == 429
    assert User.objects.count() == 20
    assert sign_up(Client(REMOTE_ADDR="203.0.113.7"), "elsewhere").status_code == 302


def test_guests_from_one_address_are_limited_politely(client: Client, later: Callable[[float], None]) -> None:
    for _ in range(100):
        play_as_guest(Client())
    refused = client.post("/accounts/guest/")
    assert refused.status_code == 429
    assert "Please wait a while, or sign up for an account." in refused.content.decode()
    assert User.objects.count() == 100
    assert Client().post("/accounts/guest/", REMOTE_ADDR="203.0.113.7").status_code == 302
    later(3601)
    assert client.post("/accounts/guest/").status_code == 302


def test_mails_to_one_address_are_limited(client: Client) -> None:
    for _ in range(5):
        assert client.post("/accounts/password/reset/", {"email": "zoe@example.org"}).status_code == 302
    assert client.post("/accounts/password/reset/", {"email": "ZOE@example.org"}).status_code == 429
    assert len(mail.outbox) == 5
    assert client.post("/accounts/password/reset/", {"email": "joe@example.org"}).status_code == 302


def test_present_password_cannot_be_guessed_at_leisure(client: Client, zoe: User, hasher: type[WatchedHasher]) -> None:
    client.force_login(zoe)
    form = {"oldpassword": "a guess", "password1": "anything else", "password2": "anything else"}
    for _ in range(10):
        assert client.post("/accounts/password/change/", form).status_code == 200
    asked = hasher.asked
    assert client.post("/accounts/password/change/", form).status_code == 429
    assert hasher.asked == asked


def ask(forwarded: str | None, remote: str = "10.0.0.1") -> HttpResponse:
    """A log-in with a wrong password, as it comes from a proxy."""
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    return log_in(Client(), "Zoë", "wrong password", headers=headers, REMOTE_ADDR=remote)


def is_limited(response: HttpResponse) -> bool:
    return errors(response) == {"": TOO_MANY}


def test_without_proxies_a_forwarded_address_means_nothing(zoe: User) -> None:
    for number in range(5):
        assert not is_limited(ask(f"203.0.113.{number}"))
    assert is_limited(ask("203.0.113.99"))
    assert not is_limited(ask("203.0.113.99", remote="10.0.0.2"))


def test_behind_one_proxy_the_last_forwarded_address_counts(zoe: User, settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for number in range(5):
        assert not is_limited(ask(f"198.51.100.{number}, 203.0.113.7"))  # what the client made up comes first
    assert is_limited(ask("198.51.100.99, 203.0.113.7"))
    assert not is_limited(ask("203.0.113.7, 203.0.113.8"))


def test_behind_two_proxies_the_last_but_one_counts(zoe: User, settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2
    for number in range(5):
        assert not is_limited(ask(f"198.51.100.{number}, 203.0.113.7, 10.0.0.{number}"))
    assert is_limited(ask("203.0.113.7, 10.0.0.99"))
    assert not is_limited(ask("203.0.113.8, 10.0.0.99"))


@pytest.mark.parametrize("forwarded", ["203.0.113.7", "nonsense, 10.0.0.1"])
def test_request_that_hides_its_address_is_refused(zoe: User, settings: Settings, forwarded: str) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2
    assert ask("203.0.113.7, 10.0.0.1").status_code == 200
    assert ask(forwarded).status_code == 403


def test_one_network_of_ipv6_is_one_address(zoe: User) -> None:
    for number in range(5):
        assert not is_limited(ask(None, remote=f"2001:db8:1:1::{number}"))
    assert is_limited(ask(None, remote="2001:db8:1:1:ffff::1"))
    assert not is_limited(ask(None, remote="2001:db8:1:2::1"))
