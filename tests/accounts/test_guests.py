"""Guests: a name and a session at once."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import cycle

import pytest
from django.test import Client, RequestFactory
from pytest_django import Settings

from accounts.guests import ensure_user, make_guest
from accounts.models import User
from games.models import Match
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import create_match
from tests.accounts.people import is_logged_in, log_in, play_as_guest, sign_up, whoever
from tests.people import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.data]
NOW = datetime(2026, 5, 3, 12, tzinfo=UTC)


def draws(*numbers: int) -> Iterator[int]:
    return cycle(numbers)


def test_play_as_guest(client: Client) -> None:
    response = client.post("/accounts/guest/", {"next": "/watch/"})
    assert (response.status_code, response["Location"]) == (302, "/watch/")
    guest = whoever(client)
    assert guest.is_guest
    assert guest.username.startswith("Guest-")
    assert not guest.has_usable_password()
    assert client.session.get_expiry_age() == 365 * 24 * 3600


@pytest.mark.parametrize(
    "elsewhere", ["https://example.org/", "//example.org/", "javascript:alert(1)", "", "/\\example.org"]
)
def test_play_as_guest_leads_to_no_other_host(client: Client, elsewhere: str) -> None:
    assert client.post("/accounts/guest/", {"next": elsewhere})["Location"] == "/"


def test_play_as_guest_by_get_makes_nobody(client: Client) -> None:
    assert client.get("/accounts/guest/").status_code == 405
    assert not User.objects.exists()


def test_play_as_guest_needs_the_csrf_token() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/accounts/guest/").status_code == 403
    client.get("/accounts/login/")
    token = client.cookies["csrftoken"].value
    assert client.post("/accounts/guest/", {"csrfmiddlewaretoken": token}).status_code == 302


def test_play_as_guest_keeps_whoever_is_logged_in(client: Client, zoe: User) -> None:
    client.force_login(zoe)
    client.post("/accounts/guest/")
    assert whoever(client) == zoe
    guest = play_as_guest(Client())
    assert User.objects.count() == 2
    client.force_login(guest)
    client.post("/accounts/guest/")
    assert whoever(client) == guest


def test_play_as_guest_pressed_twice_is_one_guest() -> None:
    first = Client(enforce_csrf_checks=True)
    first.get("/accounts/login/")
    second = Client(enforce_csrf_checks=True)
    second.cookies["csrftoken"] = token = first.cookies["csrftoken"].value
    for client in (first, second):  # the second is sent before the answer to the first has come
        client.post("/accounts/guest/", {"csrfmiddlewaretoken": token})
    assert whoever(first) == whoever(second) == User.objects.get()


def test_two_visitors_are_two_guests() -> None:
    assert play_as_guest(Client()) != play_as_guest(Client())


def test_pressing_again_after_signing_up_gives_no_way_into_the_account() -> None:
    first = Client(enforce_csrf_checks=True)
    first.get("/accounts/login/")
    second = Client(enforce_csrf_checks=True)
    second.cookies["csrftoken"] = token = first.cookies["csrftoken"].value
    first.post("/accounts/guest/", {"csrfmiddlewaretoken": token})
    User.objects.update(is_guest=False, username="zoe", name_key="zoe")
    second.post("/accounts/guest/", {"csrfmiddlewaretoken": token})
    assert whoever(second).is_guest
    assert whoever(second) != whoever(first)


@pytest.fixture
def challenge() -> Match:
    """A challenge in the lobby."""
    host = make_user("host")
    return create_match(host, MatchTerms("backgammon", 5), rated=False, public=True, seat=Seat.WHITE, now=NOW)


def test_guest_who_signs_up_keeps_match_and_seat(client: Client, challenge: Match) -> None:
    client.post(f"/matches/{challenge.public_id}/join/")
    guest = whoever(client)
    challenge.refresh_from_db()
    assert (challenge.black, guest.is_guest) == (guest, True)
    sign_up(client, "zoe")
    challenge.refresh_from_db()
    assert challenge.black == whoever(client) == User.objects.get(username="zoe")
    assert f"/matches/{challenge.public_id}/" in client.get("/@zoe/").content.decode()
    assert 'data-view="black"' in client.get(f"/matches/{challenge.public_id}/").content.decode()


def test_one_guest_too_many_takes_no_seat(client: Client, challenge: Match, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "1/h/ip"}
    play_as_guest(Client())
    refused = client.post(f"/matches/{challenge.public_id}/join/")
    assert refused.status_code == 429
    assert "sign up for an account" in refused.content.decode()
    challenge.refresh_from_db()
    assert challenge.black is None
    joined = client.post(f"/matches/{challenge.public_id}/join/", REMOTE_ADDR="203.0.113.7")
    assert joined.status_code == 303
    challenge.refresh_from_db()
    assert challenge.black == whoever(client)


def test_nobody_can_log_in_as_a_guest(client: Client) -> None:
    guest = play_as_guest(Client())
    for password in ("", "!", guest.password):
        log_in(client, guest.username, password)
        assert not is_logged_in(client)


def test_ensure_user_gives_the_user_there_is(zoe: User) -> None:
    request = RequestFactory().post("/")
    request.user = zoe
    assert ensure_user(request) == zoe
    assert User.objects.count() == 1


def test_make_guest_draws_the_name() -> None:
    numbers = draws(0, 0)
    guest = make_guest(now=NOW, draw=lambda below: next(numbers))
    assert (guest.username, guest.date_joined, guest.is_guest) == ("Guest-Avocet-1000", NOW, True)


def test_make_guest_draws_again_when_the_name_is_taken() -> None:
    numbers = draws(0, 0)
    make_guest(now=NOW, draw=lambda below: next(numbers))
    more = draws(0, 0, 0, 7)
    assert make_guest(now=NOW, draw=lambda below: next(more)).username == "Guest-Avocet-1007"


def test_make_guest_takes_longer_numbers_when_the_short_ones_are_taken() -> None:
    names = [make_guest(now=NOW, draw=lambda below: 0).username for _ in range(2)]
    assert names == ["Guest-Avocet-1000", "Guest-Avocet-100000"]


def test_make_guest_gives_up_when_no_name_is_free() -> None:
    for _ in range(2):
        make_guest(now=NOW, draw=lambda below: 0)
    with pytest.raises(RuntimeError, match="no free name"):
        make_guest(now=NOW, draw=lambda below: 0)
    assert User.objects.count() == 2
