"""django-allauth's forms in our words: labels and help that stay visible instead of placeholders."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.models import EmailAddress
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User

PASSWORD_HELP = _("At least 10 characters. A few words in a row are easy to keep in mind; spaces count.")
NO_EMAIL_HELP = _(
    "To hear of your turn in a slow match, and to reset a forgotten password. "
    "Without an address a lost password cannot be reset."
)


class _Plain(forms.Form):
    """A form whose `words` give fields a label and a help text."""

    words: dict[str, tuple[Any, Any]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name in self.words:
                field.label, field.help_text = self.words[name]
        for name in ("username", "login"):
            if name in self.fields:
                self.fields[name].widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}


class SignUpForm(_Plain, allauth_forms.SignupForm):
    """User name and password twice; an e-mail address for those who want one."""

    field_order = ["username", "password1", "password2", "email"]
    words = {
        "username": (_("User name"), _("2 to 20 letters or digits, also - _ . between them. Everybody sees it.")),
        "password1": (_("Password"), PASSWORD_HELP),
        "password2": (_("Password again"), ""),
        "email": (_("E-mail (optional)"), NO_EMAIL_HELP),
    }


class LogInForm(_Plain, allauth_forms.LoginForm):
    """User name and password."""

    words = {"login": (_("User name"), ""), "password": (_("Password"), "")}


class ReauthenticateForm(_Plain, allauth_forms.ReauthenticateForm):
    """The password once more, before an address is changed."""

    words = {"password": (_("Password"), "")}


class ChangePasswordForm(_Plain, allauth_forms.ChangePasswordForm):
    """The present password, and a new one twice."""

    words = {
        "oldpassword": (_("Present password"), ""),
        "password1": (_("New password"), PASSWORD_HELP),
        "password2": (_("New password again"), ""),
    }


class NewPasswordForm(_Plain, allauth_forms.ResetPasswordKeyForm):
    """A new password twice, for whoever followed the link in the mail."""

    words = {
        "password1": (_("New password"), PASSWORD_HELP),
        "password2": (_("New password again"), ""),
    }


class EmailForm(_Plain, allauth_forms.AddEmailForm):
    """The address to write to from now on."""

    words = {"email": (_("New address"), "")}


class ResetPasswordForm(_Plain, allauth_forms.ResetPasswordForm):
    """The address a password is reset by. Only confirmed addresses count: a mistyped one may be a stranger's."""

    words = {"email": (_("E-mail"), "")}
    users: list[User]

    def clean_email(self) -> str:
        """The address, with `users` narrowed to those who confirmed it."""
        email: str = super().clean_email()
        confirmed = set(EmailAddress.objects.filter(email=email.lower(), verified=True).values_list("user", flat=True))
        self.users = [user for user in self.users if user.pk in confirmed]
        return email
