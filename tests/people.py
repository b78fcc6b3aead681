"""Users for tests."""

from accounts.models import User


def make_user(name: str, *, is_guest: bool = False) -> User:
    """A registered user, or a guest, whose name nobody else has. The password is not set: log in by force."""
    user = User(username=name, name_key=name.lower(), is_guest=is_guest)
    user.set_unusable_password()
    user.save()
    return user
