"""Why the site refuses a person something; each says so in a sentence."""

from allauth.core.exceptions import ImmediateHttpResponse
from django.http import HttpRequest
from django.shortcuts import render
from django.utils.translation import gettext as _


class NameTaken(Exception):
    """Somebody else took the name, or one like it, while the form was being answered."""


class NoGuestAnyMore(Exception):
    """A guest who signs up has already done so in another window."""


class TooManyGuests(ImmediateHttpResponse):
    """The visitor's address has made more guests than anybody needs; allauth's middleware answers 429 with why.

    Raise it in a view and let it pass.
    """

    def __init__(self, request: HttpRequest) -> None:
        self.sentence = _(
            "Many people have started to play as guests from your network within the last hour. Please wait a "
            "while, or sign up for an account."
        )
        super().__init__(render(request, "429.html", {"sentence": self.sentence}, status=429))

    def __str__(self) -> str:
        return self.sentence
