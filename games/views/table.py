"""The table page, drafts on it, and the commands posted from it."""

from django.http import HttpResponse

from games.access import access_match
from games.broadcast import held_back
from games.dice_source import dice_source
from games.errors import BadCommand, MatchError
from games.metrics import note_move
from games.move_form import MoveForm
from games.rules.errors import RuleError
from games.services.moves import perform
from games.time_source import arrived_at
from games.views.answers import TableRequest, show_done, show_refusal, show_table
from games.views.errors import only, refusals_as_pages


@only("GET")
@refusals_as_pages
def table(request: TableRequest, public_id: str) -> HttpResponse:
    """A match as it stands: to play at or to watch. `?draft=24/18&lead=5` shows a part-played roll, stores nothing."""
    access = access_match(request.user, public_id)
    draft, lead = request.GET.get("draft", ""), request.GET.get("lead", "")
    if request.GET.get("v") not in (None, str(access.match.version)):
        draft = lead = ""  # of a roll that has been played since: the table as it stands says so
    try:
        return show_table(request, access, draft=draft, lead=lead)
    except RuleError as error:
        return show_refusal(request, access, error)


@only("POST")
@refusals_as_pages
def moves(request: TableRequest, public_id: str) -> HttpResponse:
    """One command of a player. Synchronous, so that a client that hangs up loses nothing."""
    try:
        form = MoveForm(request.POST)
        if not form.is_valid():
            raise BadCommand(form.complaint())
        with held_back():
            done = perform(
                request.user,
                public_id,
                form.cleaned_data["version"],
                form.command(),
                now=arrived_at(request),
                roll_dice=dice_source(),
            )
            response = show_done(request, done)
    except (MatchError, RuleError) as error:
        return show_refusal(request, access_match(request.user, public_id), error)
    note_move(request, form.command().kind)
    return response
