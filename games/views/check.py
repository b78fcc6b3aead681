"""The record of a match as a file, and the page on which its dice are checked."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.access import access_match
from games.presenters.check import check_view
from games.records.seal import sealed
from games.selectors.match_record import match_record, results_of
from games.stored import match_terms
from games.views.errors import only, refusals_as_pages


@only("GET")
@refusals_as_pages
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """The record of a match as it stands, sealed, to keep or to check with any program."""
    file = sealed(match_record(access_match(request.user, public_id).match))
    response = HttpResponse(file, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="barpoint-{public_id}.json"'
    response["Cache-Control"] = "no-store"
    return response


@only("GET")
@refusals_as_pages
def check_dice(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every roll of the finished games, what they come from, and a script that computes them anew in the browser."""
    access = access_match(request.user, public_id)
    record = match_record(access.match)
    view = check_view(record, results_of(record), match_terms(access.match), access.view)
    return render(request, "games/check_dice.html", {"check": view})
