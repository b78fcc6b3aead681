"""The record of a match as a file, and the page on which its dice are checked."""

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.limits import is_within_limit
from games.access import access_match
from games.models import Match
from games.presenters.check import check_view, file_name
from games.records.seal import sealed
from games.selectors.match_record import match_record, results_of
from games.stored import match_terms
from games.views.errors import only, refusals_as_pages

# To read so many moves costs as much as to draw a picture. Few matches have them, but a session may have many more.
LARGE = 5000


@only("GET")
@refusals_as_pages
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """The record of a match as it stands, sealed, to keep or to check with any program."""
    match = access_match(request.user, public_id).match
    if not _may_read(request, match):
        return ratelimit.respond_429(request)
    response = HttpResponse(sealed(match_record(match)), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{file_name(public_id)}"'
    response["Cache-Control"] = "no-store"
    return response


@only("GET")
@refusals_as_pages
def check_dice(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every roll of the finished games, what they come from, and a script that computes them anew in the browser."""
    access = access_match(request.user, public_id)
    if not _may_read(request, access.match):
        return ratelimit.respond_429(request)
    record = match_record(access.match)
    view = check_view(record, results_of(record), match_terms(access.match), access.view)
    return render(request, "games/check_dice.html", {"check": view})


def _may_read(request: HttpRequest, match: Match) -> bool:
    return match.version < LARGE or is_within_limit(request, "read_record")
