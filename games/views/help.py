"""The help page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.views.errors import only


@only("GET")
def help_page(request: HttpRequest) -> HttpResponse:
    """How to play at a table by every hand: mouse, touch, keyboard, screen reader, words."""
    return render(request, "games/help.html")
