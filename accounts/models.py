"""People: registered users and guests in one table, so that a guest who signs up stays the same person."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """Somebody with a name: a registered user, or a guest (no usable password, plays unrated).

    `name_key` is the name as a reader may confuse it (accounts/names.py): two people never share one.
    """

    username = models.CharField(_("user name"), max_length=24, unique=True)
    name_key = models.CharField(max_length=48, unique=True, editable=False)
    is_guest = models.BooleanField(default=False, editable=False)

    class Meta(AbstractUser.Meta):
        pass
