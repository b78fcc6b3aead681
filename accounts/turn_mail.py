"""Mail to somebody whose turn it is: whether he wants it, where it goes, and the link by which he stops it."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import User

_SALT = "turn mail"


def address_for(user: User) -> str | None:
    """Where to write to when it is his turn; None when he does not want it or has confirmed no address."""
    if not user.wants_turn_mail:
        return None
    return confirmed_address(user)


def confirmed_address(user: User) -> str | None:
    """His confirmed address, if there is one."""
    addresses = EmailAddress.objects.filter(user=user, verified=True)
    return addresses.order_by("-primary").values_list("email", flat=True).first()


def switch(user: User, *, on: bool) -> None:
    """Switch the mail on or off."""
    User.objects.filter(pk=user.pk).update(wants_turn_mail=on)


def stop_url(user: User) -> str:
    """The link by which whoever reads the mail ends it, without logging in. It does nothing else, and for ever."""
    return settings.SITE_URL + reverse("accounts:turn_mail_stop", args=[signing.dumps(user.pk, salt=_SALT)])


def reader(token: str) -> User | None:
    """Whose mail a link of `stop_url` was in."""
    try:
        return User.objects.filter(pk=signing.loads(token, salt=_SALT)).first()
    except signing.BadSignature:
        return None
