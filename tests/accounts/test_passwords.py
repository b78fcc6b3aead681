"""Changing a password, and getting a new one by mail."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import check_password, make_password
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from config.settings import PASSWORD_HASHERS as SITE_HASHERS
from tests.accounts.people import OTHER_PASSWORD, PASSWORD, errors, is_logged_in, log_in, play_as_guest, whoever
from tests.accounts.watched import WatchedHasher

pytestmark = [pytest.mark.django_db, pytest.mark.data]
CHANGE = {"oldpassword": PASSWORD, "password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD}
NEW = {"password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD}


@pytest.fixture
def confirmed(zoe: User) -> User:
    """Zoë, with an address she has confirmed."""
    User.objects.filter(pk=zoe.pk).update(email="zoe@example.org")
    EmailAddress.objects.create(user=zoe, email="zoe@example.org", verified=True, primary=True)
    zoe.refresh_from_db()
    return zoe


def mailed_link(number: int = -1) -> str:
    """The path of the link in a mail."""
    found = re.search(r"https?://testserver(/\S+)", str(mail.outbox[number].body))
    assert found
    return found[1]


def test_passwords_are_kept_as_argon2id_at_the_cost_of_the_site(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = SITE_HASHERS
    kept = make_password(PASSWORD)
    assert kept.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert check_password(PASSWORD, kept)
    assert not check_password(OTHER_PASSWORD, kept)


def test_change_password(client: Client, zoe: User) -> None:
    log_in(client, "Zoë")
    elsewhere = Client()
    log_in(elsewhere, "Zoë")
    assert client.post("/accounts/password/change/", CHANGE).status_code == 302
    zoe.refresh_from_db()
    assert zoe.check_password(OTHER_PASSWORD)
    assert is_logged_in(client)
    assert not is_logged_in(elsewhere)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"oldpassword": "not this one"}, "oldpassword"),
        ({"password2": "something else"}, "password2"),
        ({"password1": "short", "password2": "short"}, "password1"),
    ],
)
def test_change_password_refuses(client: Client, zoe: User, wrong: dict[str, str], field: str) -> None:
    client.force_login(zoe)
    assert field in errors(client.post("/accounts/password/change/", CHANGE | wrong))
    zoe.refresh_from_db()
    assert zoe.check_password(PASSWORD)
    assert client.post("/accounts/password/change/", CHANGE).status_code == 302


def test_change_password_is_for_those_who_are_logged_in(client: Client, zoe: User) -> None:
    assert client.post("/accounts/password/change/", CHANGE)["Location"].startswith("/accounts/login/?next=")
    client.force_login(zoe)
    assert client.post("/accounts/password/change/", CHANGE)["Location"] == "/accounts/password/change/"


def test_change_password_fields_are_for_password_managers(client: Client, zoe: User) -> None:
    client.force_login(zoe)
    response = client.get("/accounts/password/change/")
    attrs = [field.widget.attrs["autocomplete"] for field in response.context["form"].fields.values()]
    assert attrs == ["current-password", "new-password", "new-password"]
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("address", ["/accounts/password/change/", "/accounts/email/", "/accounts/reauthenticate/"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_guest_is_sent_to_sign_up_first(client: Client, address: str, method: str) -> None:
    play_as_guest(client)
    response = getattr(client, method)(address, follow=True)
    assert response.redirect_chain == [(f"/accounts/signup/?next={address.replace('/', '%2F')}", 302)]
    assert "Guests have no password. Sign up first" in response.content.decode()


def test_account_without_a_password_is_sent_to_the_reset(client: Client) -> None:
    root = User.objects.create_superuser("root")
    client.force_login(root)
    assert client.get("/accounts/password/change/")["Location"] == "/accounts/password/reset/"


def test_reset_by_mail(client: Client, confirmed: User) -> None:
    response = client.post("/accounts/password/reset/", {"email": "Zoe@example.org"})
    assert response["Location"] == "/accounts/password/reset/done/"
    assert mail.outbox[0].to == ["zoe@example.org"]
    assert "the account Zoë" in str(mail.outbox[0].body)
    form = client.get(mailed_link(), follow=True)
    assert form.redirect_chain[0][0].endswith("-set-password/")  # the secret is not in the page's address
    assert client.post(form.request["PATH_INFO"], NEW)["Location"] == "/accounts/password/reset/key/done/"
    assert not is_logged_in(client)
    assert log_in(client, "Zoë", OTHER_PASSWORD).status_code == 302


def test_reset_link_works_once(client: Client, confirmed: User) -> None:
    client.post("/accounts/password/reset/", {"email": "zoe@example.org"})
    form = client.get(mailed_link(), follow=True)
    client.post(form.request["PATH_INFO"], NEW)
    assert "not valid any more" in client.get(mailed_link(), follow=True).content.decode()
    assert "not valid any more" in client.post(form.request["PATH_INFO"], NEW).content.decode()


@pytest.mark.parametrize("link", ["1-abc-def", "zzzzzzzzzzzzz-abc", "0-set-password", "1-\u00e4\u00f6"])
def test_reset_link_that_was_made_up_is_refused(client: Client, confirmed: User, link: str) -> None:
    for answer in (
        client.get(f"/accounts/password/reset/key/{link}/"),
        client.post(f"/accounts/password/reset/key/{link}/", NEW),
    ):
        assert answer.status_code == 200
        assert "not valid any more" in answer.content.decode()


def test_reset_ends_the_sessions_there_are(client: Client, confirmed: User) -> None:
    log_in(client, "Zoë")
    elsewhere = Client()
    elsewhere.post("/accounts/password/reset/", {"email": "zoe@example.org"})
    form = elsewhere.get(mailed_link(), follow=True)
    assert is_logged_in(client)
    elsewhere.post(form.request["PATH_INFO"], NEW)
    assert not is_logged_in(client)


def test_reset_answers_alike_for_known_and_unknown_addresses(
    client: Client, confirmed: User, hasher: type[WatchedHasher]
) -> None:
    known = client.post("/accounts/password/reset/", {"email": "zoe@example.org"}, follow=True)
    unknown = client.post("/accounts/password/reset/", {"email": "nobody@example.org"}, follow=True)
    assert known.redirect_chain == unknown.redirect_chain
    assert known.content == unknown.content
    assert [message.to for message in mail.outbox] == [["zoe@example.org"], ["nobody@example.org"]]
    assert "no account there has confirmed this address" in str(mail.outbox[1].body)


def test_reset_ignores_addresses_that_nobody_confirmed(client: Client, zoe: User) -> None:
    EmailAddress.objects.create(user=zoe, email="zoe@example.org", primary=True)
    User.objects.update(email="zoe@example.org")
    client.post("/accounts/password/reset/", {"email": "zoe@example.org"})
    assert "/password/reset/key/" not in str(mail.outbox[-1].body)
    EmailAddress.objects.update(verified=True)
    client.post("/accounts/password/reset/", {"email": "zoe@example.org"})
    assert "/password/reset/key/" in str(mail.outbox[-1].body)


def test_following_a_reset_link_leaves_a_guest_his_session(client: Client, confirmed: User) -> None:
    Client().post("/accounts/password/reset/", {"email": "zoe@example.org"})
    guest = play_as_guest(client)
    form = client.get(mailed_link(), follow=True)
    assert whoever(client) == guest
    assert client.post(form.request["PATH_INFO"], NEW).status_code == 302
    confirmed.refresh_from_db()
    assert confirmed.check_password(OTHER_PASSWORD)
    assert whoever(client) == guest
