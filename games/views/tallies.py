"""What was rolled: on the whole site, and by one player."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.people import person_or_404
from games.presenters.tallies import one_in, tally_view
from games.rules.bands import LEAST_ROLLS
from games.selectors.tallies import never_started, player_tally, site_tally
from games.views.errors import only


@only("GET")
def site_dice(request: HttpRequest) -> HttpResponse:
    """Why nobody has to trust the dice, what they have been so far, and how to read that."""
    page = {"tally": tally_view(site_tally()), "one_in": one_in(), "least": LEAST_ROLLS}
    return render(request, "dice/site.html", page)


@only("GET")
def player_dice(request: HttpRequest, username: str) -> HttpResponse:
    """What somebody has rolled."""
    person = person_or_404(username)
    if person.username != username:
        return redirect("games:player_dice", person.username)
    page = {
        "name": person.username,
        "is_own": person == request.user,
        "tally": tally_view(player_tally(person.pk)),
        "never_started": never_started(person.pk),
    }
    return render(request, "dice/player.html", page)
