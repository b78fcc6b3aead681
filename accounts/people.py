"""People whom an address names."""

from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import User


def person_or_404(username: str) -> User:
    """Who has this name, in capitals or not; Http404 where nobody has."""
    try:
        return User.objects.get_by_natural_key(username)
    except User.DoesNotExist as error:
        raise Http404(_("Nobody here has this name.")) from error
