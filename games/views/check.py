"""The record of a match as a file, and the page on which its dice are checked."""

from django.http import HttpRequest, HttpResponse

from games.access import access_match
from games.records.seal import sealed
from games.selectors.match_record import match_record
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
