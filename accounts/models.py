"""People: registered users and guests in one table, so that a guest who signs up stays the same person."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import KEY_LENGTH, LONGEST, check_sane, fold, name_key

LONGEST_ENDPOINT = 1000


class NameKeyField(models.CharField):
    """`name_key` of the row's user name; taken anew at every write, so that no row can be without it."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """The value to store."""
        key = name_key(str(model_instance.username))  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, key)
        return key


class UserManager(DjangoUserManager["User"]):
    """People by name. The key is what is indexed and unique, on SQLite and PostgreSQL alike."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> "User":
        """The user of this name without regard to case; what log-in asks. User.DoesNotExist when there is none."""
        name = username or ""
        if not name.isprintable():  # PostgreSQL would raise at a NUL
            raise self.model.DoesNotExist
        user = self.get(name_key=name_key(name))
        if fold(user.username) != fold(name):  # a lookalike of the name is not the name
            raise self.model.DoesNotExist
        return user


class User(AbstractUser):
    """Somebody with a name: a registered user, or a guest (no usable password, plays unrated).

    `name_key` is the name as a reader may confuse it (accounts/names.py): two people never share one.
    """

    first_name = None  # type: ignore[assignment]  # one name is enough
    last_name = None  # type: ignore[assignment]
    username = models.CharField(_("user name"), max_length=LONGEST, unique=True, validators=[check_sane])
    name_key = NameKeyField(max_length=KEY_LENGTH, unique=True, editable=False)
    is_guest = models.BooleanField(_("guest"), default=False, editable=False)
    # Mail at a day or more a decision, once his address is confirmed.
    wants_turn_mail = models.BooleanField(_("mail when it is his turn"), default=True, db_default=True, editable=False)
    # accounts/preferences.py
    preferences = models.JSONField(
        _("preferences"), default=dict, db_default=models.Value({}, models.JSONField()), editable=False
    )

    objects: ClassVar[UserManager] = UserManager()

    class Meta(AbstractUser.Meta):
        pass


class PushSubscription(models.Model):
    """A browser in which somebody wants to be told that it is his turn: where to send it, and the browser's keys."""

    user = models.ForeignKey(User, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT, unique=True)
    p256dh = models.CharField(max_length=90)
    auth = models.CharField(max_length=30)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user_id} {self.made_at}"  # the endpoint is a secret: who knows it may send
