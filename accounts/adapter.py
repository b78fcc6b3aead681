"""Where django-allauth asks us: names, guests who sign up, addresses of clients, safe redirects."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal.ratelimit import get_ip
from django.core.exceptions import ImproperlyConfigured, PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from accounts.errors import NameTaken, NoGuestAnyMore
from accounts.models import User
from accounts.names import check_not_reserved, clean_name, name_key
from accounts.preferences import cookie_preferences, to_store
from config.logs import log_event

LONGEST_EMAIL = 254  # of the column; the form field alone would let 320 pass


class AccountAdapter(DefaultAccountAdapter):
    """Barpoint's answers to django-allauth."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _("The user name or the password is not right."),
        "username_taken": _("This user name is taken, or too much like one that is. Please choose another."),
        "too_many_login_attempts": _(
            "Too many wrong passwords for this name from your network. Please try again in a quarter of an hour."
        ),
        "enter_current_password": _("This is not your present password."),
    }

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse a log-in after too many wrong passwords, and have that known."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            log_event("over a limit", request)
            raise

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name to store, when nobody has it or one like it."""
        name = clean_name(username)
        check_not_reserved(name)
        if not shallow and User.objects.filter(name_key=name_key(name)).exists():
            raise self.validation_error("username_taken")
        return name

    def clean_email(self, email: str) -> str:
        """The address, when the column can hold it."""
        if len(email) > LONGEST_EMAIL:
            raise ValidationError(_("This e-mail address is too long."), code="max_length")
        return email

    def new_user(self, request: HttpRequest) -> User:
        """The row a sign-up fills: a guest's own, so that matches and seat stay; else a new one."""
        if request.user.is_authenticated and request.user.is_guest:
            return User.objects.get(pk=request.user.pk)
        return User()

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        """Store who signed up. Raises NameTaken and NoGuestAnyMore; then nothing is stored."""
        super().save_user(request, user, form, commit=False)  # hashes the password, outside of the transaction
        user.is_guest = False
        user.preferences = to_store(cookie_preferences(request))
        try:
            with transaction.atomic():
                if user._state.adding:
                    user.save(force_insert=True)
                elif User.objects.select_for_update().filter(pk=user.pk, is_guest=True).exists():
                    user.save(update_fields=["username", "name_key", "email", "password", "is_guest", "preferences"])
                else:
                    raise NoGuestAnyMore
        except IntegrityError as error:
            raise NameTaken from error
        return user

    def is_safe_url(self, url: str) -> bool:
        """Whether a redirect to `url` stays on this site: all of ours are paths.

        Django would take "watch" for the name of a page, and fail at a name that no page has.
        """
        return url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None)

    def is_ajax(self, request: HttpRequest) -> bool:
        """Never: the pages answer with HTML only, whatever a client says it accepts."""
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """The client's address as the outermost of the configured proxies saw it (ALLAUTH_TRUSTED_PROXY_COUNT).

        A request that came through fewer proxies is refused: what it says about its client is not to be trusted.
        """
        try:
            address: str = super().get_client_ip(request)
        except ImproperlyConfigured as error:
            raise PermissionDenied(_("This request did not come through the site's proxy.")) from error
        return address

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """What wrong passwords are counted by: the name *and* the address (of IPv6 the network) they come from.

        By the name alone, as allauth does it, anybody could keep anybody else logged out.
        """
        return f"{name_key(str(credentials.get('username', '')))}@{get_ip(request)}"
