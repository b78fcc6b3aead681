"""Which browsers are told, what goes to their push service, and what its answers lead to."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from py_vapid import Vapid

from accounts.models import PushSubscription, User
from accounts.push import MOST_BROWSERS, is_push_service, public_key, send, subscribe
from tests.people import make_user
from tests.push_service import Browser, PushService, push_serving, written

pytestmark = pytest.mark.django_db
FCM = "https://fcm.googleapis.com/fcm/send/abc:def"
START, STOP = "/accounts/push/", "/accounts/push/stop/"


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_serving() as service:
        yield service


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize(
    "url",
    [
        FCM,
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA_-",
        "https://web.push.apple.com/QGx",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d%3d",
    ],
)
def test_push_services_of_the_known_browsers_are_taken(url: str) -> None:
    assert is_push_service(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://fcm.googleapis.com/fcm/send/abc",
        "https://fcm.googleapis.com:8443/fcm/send/abc",
        "https://fcm.googleapis.com",
        "https://fcm.googleapis.com@127.0.0.1/",
        "https://fcm.googleapis.com\\@127.0.0.1/",
        "https://fcm.googleapis.com#@127.0.0.1/",
        "https://127.0.0.1/fcm.googleapis.com/",
        "https://localhost/",
        "https://[::1]/",
        "https://169.254.169.254/latest/meta-data/",
        "https://evilfcm.googleapis.com/",
        "https://fcm.googleapis.com.example.org/",
        "https://push.apple.com.example.org/",
        "https://xpush.apple.com/",
        "https://fcm.googleapis.com/a b",
        "https://fcm.googleapis.com/\r\nHost: x",
        "file:///etc/passwd",
        "",
    ],
)
def test_other_addresses_are_refused(url: str) -> None:
    assert not is_push_service(url)
    client = logged_in(make_user("zoe"))
    assert client.post(START, {"endpoint": FCM, **Browser().keys}).status_code == 204
    assert client.post(START, {"endpoint": url, **Browser().keys}).status_code == 422
    assert PushSubscription.objects.get().endpoint == FCM


@pytest.mark.parametrize(
    "broken",
    [{"p256dh": "AAAA"}, {"p256dh": "é"}, {"p256dh": written(b"\4" + 64 * b"x")}, {"auth": "AAAA"}, {"auth": "é"}],
)
def test_keys_that_are_none_are_refused(broken: dict[str, str]) -> None:
    client = logged_in(make_user("zoe"))
    assert client.post(START, {"endpoint": FCM, **Browser().keys, **broken}).status_code == 422
    assert not PushSubscription.objects.exists()


def test_strangers_cannot_subscribe(client: Client) -> None:
    somebody = logged_in(make_user("zoe"))
    for url in (START, STOP, "/accounts/turn-mail/"):
        assert client.post(url, {"endpoint": FCM, **Browser().keys}).status_code == 403
        assert somebody.get(url).status_code == 405
    assert not PushSubscription.objects.exists()


def test_browser_is_told_from_a_click_to_the_next() -> None:
    zoe = make_user("zoe", is_guest=True)
    client = logged_in(zoe)
    page = reverse("accounts:profile", args=["zoe"])
    assert 'data-on=""' in client.get(page).content.decode()
    assert client.post(START, {"endpoint": FCM, **Browser().keys}).status_code == 204
    assert 'data-on="1"' in client.get(page).content.decode()
    assert 'data-on=""' in logged_in(zoe).get(page).content.decode()  # another browser of hers
    assert logged_in(zoe).post(STOP).status_code == 204
    assert PushSubscription.objects.count() == 1
    assert client.post(STOP).status_code == 204
    assert not PushSubscription.objects.exists()
    assert 'data-on=""' in client.get(page).content.decode()


def test_button_stands_on_ones_own_profile_alone() -> None:
    zoe = make_user("zoe")
    page = reverse("accounts:profile", args=["zoe"])
    assert 'id="notify"' in logged_in(zoe).get(page).content.decode()
    for other in (logged_in(make_user("bob")), Client()):
        assert 'id="notify"' not in other.get(page).content.decode()


def test_who_logs_out_is_told_no_more() -> None:
    client = logged_in(make_user("zoe"))
    client.post(START, {"endpoint": FCM, **Browser().keys})
    client.post("/accounts/logout/")
    assert not PushSubscription.objects.exists()


def test_browser_belongs_to_who_used_it_last() -> None:
    first, second = make_user("first"), make_user("second")
    for user in (first, second):
        logged_in(user).post(START, {"endpoint": FCM, **Browser().keys})
    assert PushSubscription.objects.get().user == second


def test_ten_browsers_of_a_person_are_told_the_newest() -> None:
    zoe, now = make_user("zoe"), timezone.now()
    for number in range(MOST_BROWSERS + 2):
        subscribe(zoe, {"endpoint": f"{FCM}{number}", **Browser().keys}, now=now + timedelta(seconds=number))
    kept = set(PushSubscription.objects.values_list("endpoint", flat=True))
    assert kept == {f"{FCM}{number}" for number in range(2, MOST_BROWSERS + 2)}


def test_message_is_encrypted_for_the_browser_and_signed_by_the_site(service: PushService) -> None:
    browser = Browser()
    subscription = browser.subscribed(make_user("zoe"), service.address())
    send(subscription, {"who": "Bob", "path": "/matches/x/"}, seconds=77, topic="x")
    ((headers, body),) = service.received
    assert browser.read(body) == {"who": "Bob", "path": "/matches/x/"}
    assert b"Bob" not in body
    assert (headers["content-encoding"], headers["ttl"], headers["topic"]) == ("aes128gcm", "77", "x")
    signed = re.fullmatch(r"vapid t=(\S+),k=(\S+)", headers["authorization"])
    assert signed
    assert signed[2] == public_key()
    assert Vapid.verify(headers["authorization"])


@pytest.mark.parametrize("status", [404, 410])
def test_subscription_that_has_ended_is_deleted(service: PushService, status: int) -> None:
    subscription = Browser().subscribed(make_user("zoe"), service.address())
    send(subscription, {"who": "Bob"}, seconds=60, topic="x")
    assert PushSubscription.objects.count() == 1
    service.status = status
    send(subscription, {"who": "Bob"}, seconds=60, topic="x")
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("status", [307, 429, 500, 503])
def test_service_that_is_busy_is_asked_again_later_and_nobody_else(service: PushService, status: int) -> None:
    subscription = Browser().subscribed(make_user("zoe"), service.address())
    service.status = status
    with pytest.raises(OSError):  # noqa: PT011
        send(subscription, {"who": "Bob"}, seconds=60, topic="x")
    assert len(service.received) == 1


def test_message_that_a_service_refuses_is_a_line_in_the_log(
    service: PushService, caplog: pytest.LogCaptureFixture
) -> None:
    subscription = Browser().subscribed(make_user("zoe"), service.address())
    service.status = 403
    send(subscription, {"who": "Bob"}, seconds=60, topic="x")
    assert "refused a message: 403" in caplog.text
    assert PushSubscription.objects.exists()


def test_worker_comes_from_the_root(client: Client) -> None:
    answer = client.get("/push-worker.js")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/javascript")
    assert "is waiting for you." in answer.content.decode()
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
    assert settings.VAPID_KEY not in answer.content.decode()
