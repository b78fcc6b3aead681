"""The address of an account: given, confirmed, changed, removed."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.people import PASSWORD, errors, log_in, play_as_guest, sign_up, whoever

pytestmark = [pytest.mark.django_db, pytest.mark.data]
PAGE = "/accounts/email/"


def mailed_link() -> str:
    """The path of the link in the newest mail."""
    found = re.search(r"https?://testserver(/\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def addresses() -> list[tuple[str, bool]]:
    return list(EmailAddress.objects.order_by("email").values_list("email", "verified"))


@pytest.fixture
def at_home(client: Client, zoe: User) -> Client:
    """Zoë's browser, with the password shown a moment ago."""
    log_in(client, "Zoë")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def test_confirming_takes_the_link_and_a_button(client: Client) -> None:
    sign_up(client, "zoe", email="zoe@example.org")
    page = client.get(mailed_link())
    assert "zoe@example.org" in page.content.decode()
    assert addresses() == [("zoe@example.org", False)]  # programs that preview links confirm nothing
    assert client.post(mailed_link())["Location"] == "/"
    assert addresses() == [("zoe@example.org", True)]


def test_confirming_works_in_another_browser(client: Client) -> None:
    sign_up(client, "zoe", email="zoe@example.org")
    assert Client().post(mailed_link())["Location"] == "/accounts/login/"
    assert addresses() == [("zoe@example.org", True)]


def test_confirming_leaves_a_guest_his_session(client: Client) -> None:
    sign_up(Client(), "zoe", email="zoe@example.org")
    guest = play_as_guest(client)
    client.get(mailed_link())
    assert whoever(client) == guest
    client.post(mailed_link())
    assert whoever(client) == guest
    assert addresses() == [("zoe@example.org", True)]


@pytest.mark.parametrize("key", ["abc", "MQ:1wabcd:made-up-signature"])
def test_confirming_with_a_link_made_up_is_refused(client: Client, key: str) -> None:
    assert "not valid any more" in client.get(f"/accounts/confirm-email/{key}/").content.decode()
    assert client.post(f"/accounts/confirm-email/{key}/").status_code == 404


def test_address_of_another_account_cannot_be_confirmed(client: Client) -> None:
    sign_up(Client(), "zoe", email="zoe@example.org")
    EmailAddress.objects.update(verified=True)
    sign_up(client, "joe", email="zoe@example.org")
    assert "belongs to another account" in client.get(mailed_link()).content.decode()
    client.post(mailed_link())
    assert not EmailAddress.objects.get(user__username="joe").verified


def test_page_of_the_address_is_for_those_who_are_logged_in(client: Client, zoe: User) -> None:
    assert client.get(PAGE)["Location"].startswith("/accounts/login/")
    client.force_login(zoe)
    page = client.get(PAGE)
    assert "You have given no address" in page.content.decode()
    assert "no-store" in page["Cache-Control"]


def test_changing_the_address_asks_for_the_password_first(client: Client, zoe: User) -> None:
    log_in(client, "Zoë")
    response = client.post(PAGE, {"email": "zoe@example.org", "action_add": ""})
    assert response["Location"].startswith("/accounts/reauthenticate/")
    assert addresses() == []
    wrong = client.post(response["Location"], {"password": "not this one"})
    assert errors(wrong) == {"password": ["Incorrect password."]}
    assert addresses() == []
    assert client.post(response["Location"], {"password": PASSWORD})["Location"] == PAGE
    assert addresses() == [("zoe@example.org", False)]


def test_new_address_replaces_the_old_once_it_is_confirmed(at_home: Client, zoe: User) -> None:
    at_home.post(PAGE, {"email": "old@example.org", "action_add": ""})
    at_home.post(mailed_link())
    at_home.post(PAGE, {"email": "new@example.org", "action_add": ""})
    assert addresses() == [("new@example.org", False), ("old@example.org", True)]
    assert "<strong>new@example.org</strong> is not confirmed yet" in at_home.get(PAGE).content.decode()
    at_home.post(mailed_link())
    assert addresses() == [("new@example.org", True)]
    zoe.refresh_from_db()
    assert zoe.email == "new@example.org"


def test_address_can_be_removed(at_home: Client, zoe: User) -> None:
    at_home.post(PAGE, {"email": "zoe@example.org", "action_add": ""})
    at_home.post(mailed_link())
    at_home.post(PAGE, {"email": "zoe@example.org", "action_remove": ""})
    zoe.refresh_from_db()
    assert (addresses(), zoe.email) == ([], "")


def test_mail_can_be_sent_again(at_home: Client) -> None:
    at_home.post(PAGE, {"email": "zoe@example.org", "action_add": ""})
    at_home.post(PAGE, {"email": "zoe@example.org", "action_send": ""})
    assert [message.to for message in mail.outbox] == [["zoe@example.org"]] * 2


@pytest.mark.parametrize("email", ["nonsense", "x" * 250 + "@example.org", "nul\x00@example.org", ""])
def test_odd_addresses_are_refused(at_home: Client, email: str) -> None:
    assert "email" in errors(at_home.post(PAGE, {"email": email, "action_add": ""}))
    assert at_home.post(PAGE, {"email": "zoe@example.org", "action_add": ""}).status_code == 302


@pytest.mark.parametrize("action", ["action_send", "action_remove", "action_primary", "action_fly"])
def test_actions_on_addresses_of_others_do_nothing(at_home: Client, action: str) -> None:
    joe = User.objects.create_user("joe")
    EmailAddress.objects.create(user=joe, email="joe@example.org", verified=True, primary=True)
    assert at_home.post(PAGE, {"email": "joe@example.org", action: ""}).status_code == 302
    assert addresses() == [("joe@example.org", True)]
    assert not mail.outbox


def test_adding_a_known_address_answers_as_with_a_new_one(at_home: Client) -> None:
    joe = User.objects.create_user("joe")
    EmailAddress.objects.create(user=joe, email="joe@example.org", verified=True, primary=True)
    known = at_home.post(PAGE, {"email": "joe@example.org", "action_add": ""})
    new = at_home.post(PAGE, {"email": "new@example.org", "action_add": ""})
    assert (known.status_code, known["Location"]) == (new.status_code, new["Location"])
