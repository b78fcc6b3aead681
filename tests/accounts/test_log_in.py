"""Logging in and out."""

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.people import PASSWORD, errors, is_logged_in, log_in, play_as_guest, whoever
from tests.accounts.watched import WatchedHasher

pytestmark = [pytest.mark.django_db, pytest.mark.data]


def test_log_in(client: Client, zoe: User) -> None:
    response = log_in(client, "Zoë")
    assert (response.status_code, response["Location"]) == (302, "/")
    assert whoever(client) == zoe


@pytest.mark.parametrize("typed", ["zoë", "ZOË", " Zoë ", "Zoe\u0308"])
def test_log_in_knows_the_name_without_regard_to_case(client: Client, zoe: User, typed: str) -> None:
    assert log_in(client, typed).status_code == 302


@pytest.mark.parametrize("typed", ["łukasz", "ŁUKASZ"])
def test_log_in_knows_case_beyond_ascii(client: Client, typed: str) -> None:
    User.objects.create_user("Łukasz", password=PASSWORD)
    assert log_in(client, typed).status_code == 302


@pytest.mark.parametrize(("name", "password"), [("Zoë", "wrong password"), ("nobody", PASSWORD), ("z0e", PASSWORD)])
def test_log_in_answers_alike_to_wrong_names_and_wrong_passwords(
    client: Client, zoe: User, hasher: type[WatchedHasher], name: str, password: str
) -> None:
    response = log_in(client, name, password)
    assert errors(response) == {"": ["The user name or the password is not right."]}
    assert hasher.asked == 1  # and takes as long
    assert not is_logged_in(client)
    assert log_in(client, "Zoë").status_code == 302


def test_log_in_of_a_closed_account_is_refused(client: Client, zoe: User) -> None:
    User.objects.update(is_active=False)
    assert "" in errors(log_in(client, "Zoë"))
    User.objects.update(is_active=True)
    assert log_in(client, "Zoë").status_code == 302


@pytest.mark.parametrize("name", ["", "nul\x00", "x" * 5000, "\ud7ff\uffff"])
def test_log_in_refuses_odd_names(client: Client, db: None, name: str) -> None:
    assert errors(log_in(client, name))


def test_session_that_has_expired_is_nobodys(client: Client, zoe: User) -> None:
    client.force_login(zoe)
    assert is_logged_in(client)
    session = client.session
    session.set_expiry(-1)
    session.save()
    assert not is_logged_in(client)


def test_log_in_form_is_for_password_managers(client: Client) -> None:
    fields = client.get("/accounts/login/").context["form"].fields
    attrs = {name: field.widget.attrs["autocomplete"] for name, field in fields.items()}
    assert attrs == {"login": "username", "password": "current-password"}


def test_log_in_starts_a_new_session_that_lasts(client: Client, zoe: User) -> None:
    client.get("/accounts/login/")
    before = client.session.session_key
    log_in(client, "Zoë")
    assert client.session.session_key != before
    assert client.session.get_expiry_age() == 90 * 24 * 3600


def test_log_in_keeps_a_local_next_only(client: Client, zoe: User) -> None:
    page = client.get("/accounts/login/?next=/watch/").content.decode()
    assert '<input type="hidden" name="next" value="/watch/">' in page
    form = {"login": "Zoë", "password": PASSWORD}
    assert client.post("/accounts/login/", form | {"next": "/watch/"})["Location"] == "/watch/"
    assert Client().post("/accounts/login/", form | {"next": "https://example.org/"})["Location"] == "/"


def test_log_in_page_is_not_for_those_who_are(client: Client, zoe: User) -> None:
    client.force_login(zoe)
    assert client.get("/accounts/login/?next=/watch/")["Location"] == "/watch/"


def test_log_in_page_offers_to_play_at_once(client: Client) -> None:
    page = client.get("/accounts/login/?next=/watch/").content.decode()
    assert 'action="/accounts/guest/"' in page


def test_guest_may_log_in_to_an_account_and_is_told_what_it_costs(client: Client, zoe: User) -> None:
    guest = play_as_guest(client)
    page = client.get("/accounts/login/").content.decode()
    assert f"stays under the name <bdi>{guest.username}</bdi>" in page
    assert log_in(client, "Zoë").status_code == 302
    assert whoever(client) == zoe
    guest.refresh_from_db()
    assert guest.is_guest


def test_log_out(client: Client, zoe: User) -> None:
    client.force_login(zoe)
    session = client.cookies["sessionid"].value
    assert client.get("/accounts/logout/").status_code == 200
    assert is_logged_in(client)  # to look at the page is not yet to leave
    assert client.post("/accounts/logout/")["Location"] == "/"
    assert not is_logged_in(client)
    client.cookies["sessionid"] = session
    assert not is_logged_in(client)  # the session is gone from the server too


def test_log_out_needs_the_csrf_token(zoe: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(zoe)
    assert client.post("/accounts/logout/").status_code == 403
    client.get("/accounts/logout/")
    token = client.cookies["csrftoken"].value
    assert client.post("/accounts/logout/", {"csrfmiddlewaretoken": token}).status_code == 302


def test_guest_is_asked_before_he_leaves_for_good(client: Client) -> None:
    play_as_guest(client)
    page = client.post("/accounts/logout/")
    assert page.status_code == 200
    assert "A guest has no password" in page.content.decode()
    assert is_logged_in(client)
    assert client.post("/accounts/logout/", {"leave": "1"}).status_code == 302
    assert not is_logged_in(client)


def test_admin_site_has_no_log_in_of_its_own(client: Client, zoe: User) -> None:
    assert client.get("/admin/login/?next=/admin/")["Location"] == "/accounts/login/?next=%2Fadmin%2F"
    log_in(client, "Zoë")
    assert client.get("/admin/login/").status_code == 403


def test_answer_is_a_page_whatever_the_browser_says_it_accepts(client: Client, zoe: User) -> None:
    response = log_in(client, "Zoë", "wrong password", headers={"accept": "application/json"})
    assert response["Content-Type"].startswith("text/html")
