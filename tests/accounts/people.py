"""What a person does on the site, as requests."""

from typing import Any

from django.http import HttpResponseBase
from django.test import Client

from accounts.models import User

PASSWORD = "dwarf plays for six"
OTHER_PASSWORD = "the cube lies idle"


def sign_up(client: Client, name: str, email: str = "", password: str = PASSWORD, **more: Any) -> Any:
    """Send the sign-up form."""
    form = {"username": name, "password1": password, "password2": password, "email": email}
    return client.post("/accounts/signup/", form | more)


def log_in(client: Client, name: str, password: str = PASSWORD, **more: Any) -> Any:
    """Send the log-in form; `more` goes into the request (headers, REMOTE_ADDR)."""
    return client.post("/accounts/login/", {"login": name, "password": password}, **more)


def play_as_guest(client: Client, **more: Any) -> User:
    """Press "Play as a guest"."""
    client.post("/accounts/guest/", **more)
    return whoever(client)


def whoever(client: Client) -> User:
    """Whom the site takes the browser for."""
    return User.objects.get(pk=client.session["_auth_user_id"])


def is_logged_in(client: Client) -> bool:
    """Whether the site knows the browser, as its next page says."""
    return bool(client.get("/accounts/password/reset/").wsgi_request.user.is_authenticated)


def errors(response: HttpResponseBase) -> dict[str, list[str]]:
    """What the form on the page complains about, by field; "" for the whole form."""
    form = response.context["form"]  # type: ignore[attr-defined]
    return {"" if field == "__all__" else field: list(sentences) for field, sentences in form.errors.items()}
