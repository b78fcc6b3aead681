"""What a creator's browser says about its secret for the dice: static/js/dice.js commits to it, then reveals it."""

from django.http import HttpRequest, HttpResponse

from games.dice_source import dice_source
from games.errors import BadCommand
from games.rules.strict_json import SECRET
from games.services import matches
from games.time_source import time_now
from games.views.errors import only, refusals_as_pages


@only("POST")
@refusals_as_pages
def exchange(request: HttpRequest, public_id: str) -> HttpResponse:
    """A commitment or a secret. What follows from it reaches the page as a frame of its table."""
    commitment, secret = told(request, "commitment"), told(request, "secret")
    if commitment:
        matches.commit_secret(request.user, public_id, commitment, now=time_now())
    elif secret:
        matches.reveal_secret(request.user, public_id, secret, now=time_now(), roll_dice=dice_source())
    else:
        raise BadCommand
    return HttpResponse(status=204)


def told(request: HttpRequest, name: str) -> str | None:
    """32 bytes that a browser has sent in this field, in hexadecimal; None if it has not."""
    text = request.POST.get(name)
    if text is None:
        return None
    if not SECRET.fullmatch(text):
        raise BadCommand
    return text
