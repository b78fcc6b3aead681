"""Push messages to browsers (RFC 8030): who wants them, where they may go, and sending one.

A browser names an address of its maker's push service, and the server posts to it. Only the services of the known
browsers are taken, by https: an address of one's own choosing would make the server knock at doors inside its network.
"""

import json
import logging
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime
from functools import cache
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django import forms
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import LONGEST_ENDPOINT, PushSubscription, User

# Of Chrome and its kin, Firefox, Safari and Edge; with all hosts below these names.
SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
MOST_BROWSERS = 10
SEND_SECONDS = 10.0
SESSION_KEY = "push"

logger = logging.getLogger(__name__)


def is_push_service(url: str) -> bool:
    """Whether this is an address at a known push service.

    >>> is_push_service("https://fcm.googleapis.com/fcm/send/abc"), is_push_service("https://localhost/")
    (True, False)
    """
    # No port, no user, no other way to write a host: nothing that two programs could read in two ways.
    match = re.fullmatch(r"https://([a-z0-9.-]+)/[!-~]*", url)
    return match is not None and any(f".{match[1]}".endswith(f".{name}") for name in SERVICES)


class PushForm(forms.Form):
    """What a browser says about itself when its person wants to be told."""

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT)
    p256dh = forms.CharField(max_length=90)
    auth = forms.CharField(max_length=30)

    def clean_endpoint(self) -> str:
        """The address, when it is one of a push service."""
        endpoint: str = self.cleaned_data["endpoint"]
        if not is_push_service(endpoint):
            raise forms.ValidationError("no known push service")
        return endpoint

    def clean_p256dh(self) -> str:
        """The browser's public key, a point of the curve P-256."""
        key: str = self.cleaned_data["p256dh"]
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(key))
        except ValueError as error:
            raise forms.ValidationError("no key") from error
        return key

    def clean_auth(self) -> str:
        """The secret it shares with us: 16 bytes."""
        secret: str = self.cleaned_data["auth"]
        try:
            is_right = len(_bytes(secret)) == 16
        except ValueError:
            is_right = False
        if not is_right:
            raise forms.ValidationError("no secret")
        return secret


def subscribe(user: User, browser: dict[str, str], *, now: datetime) -> PushSubscription:
    """Send to this browser (cleaned data of a PushForm) from now on, in the name of `user`; at most ten of a person."""
    with transaction.atomic():
        subscription, _ = PushSubscription.objects.update_or_create(
            endpoint=browser["endpoint"],
            defaults={"user": user, "p256dh": browser["p256dh"], "auth": browser["auth"], "made_at": now},
        )
        newest = user.push_subscriptions.order_by("-made_at", "-pk").values_list("pk", flat=True)
        user.push_subscriptions.exclude(pk__in=list(newest[:MOST_BROWSERS])).delete()
    return subscription


def subscription_of(request: HttpRequest) -> PushSubscription | None:
    """The subscription that was made in this browser's session, while it lasts."""
    pk = request.session.get(SESSION_KEY)
    user: User | AnonymousUser = request.user
    return PushSubscription.objects.filter(pk=pk, user=user.pk).first() if pk else None


def notify_view(request: HttpRequest) -> dict[str, str]:
    """What the button "Notify me" needs (templates/accounts/notify.html)."""
    return {"key": public_key(), "on": "1" if subscription_of(request) else ""}


@receiver(user_logged_out)
def forget_browser(request: HttpRequest | None, **kwargs: Any) -> None:
    """Who logs out is not told of his matches in this browser any more."""
    if request is not None and (pk := request.session.get(SESSION_KEY)):
        PushSubscription.objects.filter(pk=pk).delete()


@cache
def public_key() -> str:
    """The key by which push services know this site; browsers are given it when they subscribe."""
    number = int.from_bytes(_bytes(settings.VAPID_KEY), "big")
    point = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    key = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(key).decode().rstrip("=")


def send(subscription: PushSubscription, payload: dict[str, str], *, seconds: int, topic: str) -> None:
    """Send a message, encrypted for the browser; the service keeps it so many seconds, one per topic.

    A subscription that has ended is deleted. Raises OSError when it may be tried again: no network, a busy service.
    """
    # Here, because it brings a second HTTP client: only a process that sends has to hold it.
    from pywebpush import WebPushException, webpush
    from requests import Session

    with Session() as session:
        session.max_redirects = 0
        try:
            webpush(
                {"endpoint": subscription.endpoint, "keys": {"p256dh": subscription.p256dh, "auth": subscription.auth}},
                json.dumps(payload),
                vapid_private_key=settings.VAPID_KEY,
                vapid_claims={"sub": re.sub(r"^https?://([^:/]+).*", r"https://\1", settings.SITE_URL)},
                ttl=seconds,
                headers={"Topic": topic},
                timeout=SEND_SECONDS,
                requests_session=session,
            )
        except WebPushException as error:
            _answer(subscription, error.response.status_code if error.response is not None else 0)


def _answer(subscription: PushSubscription, status: int) -> None:
    if status in (404, 410):
        subscription.delete()
    elif status == 429 or status >= 500:
        raise ConnectionError(f"the push service answered {status}")
    else:
        logger.error("A push service refused a message: %s", status)


def _bytes(text: str) -> bytes:
    """What was written in base64 for addresses, with or without its padding. Raises ValueError."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
