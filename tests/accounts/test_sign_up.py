"""Signing up: a name, a password, an address for those who want one."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.people import PASSWORD, errors, is_logged_in, play_as_guest, sign_up, whoever
from tests.accounts.watched import WatchedHasher

pytestmark = [pytest.mark.django_db, pytest.mark.data]


def test_sign_up_needs_a_name_and_a_password_only(client: Client) -> None:
    response = sign_up(client, "Zoë")
    assert (response.status_code, response["Location"]) == (302, "/")
    user = whoever(client)
    assert (user.username, user.is_guest, user.email) == ("Zoë", False, "")
    assert user.check_password(PASSWORD)
    assert user.password.startswith("argon2$argon2id$")
    assert not mail.outbox


def test_sign_up_page_says_what_an_address_is_for(client: Client) -> None:
    page = client.get("/accounts/signup/").content.decode()
    assert "Without an address a lost password cannot be reset." in page


def test_sign_up_fields_are_for_password_managers(client: Client) -> None:
    fields = client.get("/accounts/signup/").context["form"].fields
    wanted = {"username": "username", "password1": "new-password", "password2": "new-password", "email": "email"}
    assert {name: field.widget.attrs["autocomplete"] for name, field in fields.items()} == wanted
    assert not any("placeholder" in field.widget.attrs for field in fields.values())


def test_sign_up_goes_where_the_visitor_came_from(client: Client) -> None:
    assert sign_up(client, "zoe", next="/watch/")["Location"] == "/watch/"


@pytest.mark.parametrize(
    "elsewhere",
    [
        *("https://example.org/", "//example.org/", "http://localhost/", "javascript:alert(1)", "\\\\example.org"),
        *("watch", "8/5 6/4", "games:nothing", "٣/٢", "/\\example.org"),
    ],
)
def test_sign_up_leads_to_no_other_host(client: Client, elsewhere: str) -> None:
    assert sign_up(client, "zoe", next=elsewhere)["Location"] == "/"


def test_sign_up_with_an_address_sends_a_mail_to_confirm_it(client: Client) -> None:
    sign_up(client, "zoe", email="Zoe@Example.org")
    address = EmailAddress.objects.get()
    assert (address.email, address.verified, address.user.username) == ("zoe@example.org", False, "zoe")
    assert mail.outbox[0].to == ["zoe@example.org"]
    assert "/accounts/confirm-email/" in str(mail.outbox[0].body)


@pytest.mark.parametrize("name", ["zoe", "ZOE", "Zoë", "z0e", "z-o-e"])
def test_sign_up_refuses_names_like_one_that_is_taken(client: Client, zoe: User, name: str) -> None:
    assert "username" in errors(sign_up(client, name))
    assert not is_logged_in(client)
    assert sign_up(client, "joe").status_code == 302


@pytest.mark.parametrize(
    "name", ["admin", "Guest-Heron-4821", "white", "watch", "a", "x y", "nul\x00", "раyраl", "Сара"]
)
def test_sign_up_refuses_reserved_and_odd_names(client: Client, name: str) -> None:
    assert "username" in errors(sign_up(client, name))
    assert not User.objects.exists()
    assert sign_up(client, "joe").status_code == 302


def test_sign_up_that_loses_a_race_for_a_name_is_told_in_the_form(client: Client, hasher: type[WatchedHasher]) -> None:
    hasher.meanwhile = lambda: User.objects.create(username="ZOE")
    response = sign_up(client, "Zoë")
    assert response.status_code == 200
    assert errors(response) == {
        "username": ["This user name is taken, or too much like one that is. Please choose another."]
    }
    assert [user.username for user in User.objects.all()] == ["ZOE"]
    assert not is_logged_in(client)


@pytest.mark.parametrize(
    ("password", "field"),
    [
        ("short", "password1"),
        ("1234567890", "password1"),  # one of the common ones
        ("zoezoezoezoe-zoe", "password1"),  # the name again
        ("", "password1"),
    ],
)
def test_sign_up_refuses_weak_passwords(client: Client, password: str, field: str) -> None:
    assert field in errors(sign_up(client, "zoezoezoezoe", password=password))
    assert sign_up(client, "zoezoezoezoe").status_code == 302


def test_sign_up_refuses_two_different_passwords(client: Client) -> None:
    assert errors(sign_up(client, "zoe", password2="something else")) == {
        "password2": ["You must type the same password each time."]
    }


def test_sign_up_takes_long_passwords_of_any_characters(client: Client) -> None:
    password = " correct horse \u2764 " * 12
    assert sign_up(client, "zoe", password=password).status_code == 302
    assert whoever(client).check_password(password)


@pytest.mark.parametrize("email", ["nonsense", "a@b", "x" * 250 + "@example.org", "nul\x00@example.org"])
def test_sign_up_refuses_odd_addresses(client: Client, email: str) -> None:
    assert "email" in errors(sign_up(client, "zoe", email=email))
    assert sign_up(client, "zoe", email="zoe@example.org").status_code == 302


def test_sign_up_with_a_known_address_answers_as_with_a_new_one(client: Client) -> None:
    sign_up(Client(), "zoe", email="zoe@example.org")
    EmailAddress.objects.update(verified=True)
    known, new = sign_up(client, "joe", email="zoe@example.org"), sign_up(Client(), "moe", email="moe@example.org")
    assert (known.status_code, known["Location"]) == (new.status_code, new["Location"])
    assert not EmailAddress.objects.get(user__username="joe").verified


def test_sign_up_starts_a_new_session(client: Client) -> None:
    session = client.session  # made, and its cookie set, by asking for it
    session["left"] = "before"
    session.save()
    sign_up(client, "zoe")
    assert client.session.session_key != session.session_key


def test_sign_up_needs_the_csrf_token() -> None:
    client = Client(enforce_csrf_checks=True)
    assert sign_up(client, "zoe").status_code == 403
    client.get("/accounts/signup/")
    token = client.cookies["csrftoken"].value
    assert sign_up(client, "zoe", csrfmiddlewaretoken=token).status_code == 302


def test_sign_up_page_is_not_for_those_who_have_an_account(client: Client, zoe: User) -> None:
    client.force_login(zoe)
    assert client.get("/accounts/signup/?next=/watch/")["Location"] == "/watch/"
    assert client.get("/accounts/signup/?next=watch/8")["Location"] == "/"
    assert sign_up(client, "second")["Location"] == "/"
    assert User.objects.count() == 1


def test_guest_who_signs_up_stays_the_same_person(client: Client) -> None:
    guest = play_as_guest(client)
    session = client.session.session_key
    response = sign_up(client, "Zoë", email="zoe@example.org", next="/watch/")
    assert response["Location"] == "/watch/"
    user = whoever(client)
    assert user.pk == guest.pk
    assert (user.username, user.is_guest, user.date_joined) == ("Zoë", False, guest.date_joined)
    assert user.check_password(PASSWORD)
    assert EmailAddress.objects.get().user == user
    assert client.session.session_key != session
    assert User.objects.count() == 1


def test_guest_who_signs_up_from_the_profile_comes_to_the_new_one(client: Client) -> None:
    guest = play_as_guest(client)
    assert sign_up(client, "zoe", next=f"/@{guest.username}/")["Location"] == "/@zoe/"


def test_guest_who_signs_up_ends_the_old_session(client: Client) -> None:
    play_as_guest(client)
    other_browser = Client()
    other_browser.cookies["sessionid"] = client.cookies["sessionid"].value
    assert is_logged_in(other_browser)
    sign_up(client, "zoe")
    assert not is_logged_in(other_browser)


def test_guest_who_is_refused_stays_a_guest(client: Client, zoe: User) -> None:
    guest = play_as_guest(client)
    assert "username" in errors(sign_up(client, "ZOE"))
    assert whoever(client) == guest
    assert whoever(client).is_guest
    assert sign_up(client, "joe").status_code == 302


def test_guest_who_loses_a_race_for_a_name_stays_a_guest(client: Client, hasher: type[WatchedHasher]) -> None:
    guest = play_as_guest(client)
    hasher.meanwhile = lambda: User.objects.create(username="zoe")
    response = sign_up(client, "Zoë")
    assert "username" in errors(response)
    assert guest.username in response.content.decode()  # still shown under the name it has
    guest.refresh_from_db()
    assert guest.is_guest
    assert not guest.has_usable_password()


def test_guest_who_signs_up_twice_at_once_gets_one_name(client: Client, hasher: type[WatchedHasher]) -> None:
    guest = play_as_guest(client)
    same_browser = Client()
    same_browser.cookies["sessionid"] = client.cookies["sessionid"].value
    hasher.meanwhile = lambda: sign_up(same_browser, "first")
    assert errors(sign_up(client, "second")) == {"": ["You have already signed up, in another window."]}
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == ("first", False)


def test_sign_up_page_tells_a_guest_what_he_keeps(client: Client) -> None:
    guest = play_as_guest(client)
    page = client.get("/accounts/signup/").content.decode()
    assert f"All that <bdi>{guest.username}</bdi> has played, and any seat at a table, becomes yours" in page
