"""The table page, drafts on it, and the commands posted from it."""

from django.http import HttpResponse

from games.access import Access, access_match
from games.commands import Command
from games.dice_source import dice_source
from games.errors import MatchError
from games.fragments import facts_of
from games.metrics import note_move
from games.move_form import read_form
from games.presenters.table import draft_of
from games.rules.errors import RuleError
from games.services.moves import perform
from games.time_source import arrived_at
from games.typed import NOTHING, Glance, Sketch, understand
from games.views.answers import TableRequest, show_done, show_glance, show_refusal, show_table
from games.views.errors import only, refusals_as_pages


@only("GET")
@refusals_as_pages
def table(request: TableRequest, public_id: str) -> HttpResponse:
    """A match as it stands: to play at or to watch. `?draft=24/18&lead=5` shows a part-played roll, `?ask=pips` tells
    something about it; neither stores anything."""
    access = access_match(request.user, public_id)
    sketch = Sketch(request.GET.get("draft", ""), request.GET.get("lead", ""))
    seen = request.GET.get("v")
    is_step = seen == str(access.match.version)
    if seen is not None and not is_step:
        sketch = NOTHING  # of a roll that has been played since: the table as it stands says so
    try:
        return show_table(request, access, sketch=sketch, question=request.GET.get("ask", ""), is_step=is_step)
    except RuleError as error:
        return show_refusal(request, access, error, sketch)


@only("POST")
@refusals_as_pages
def moves(request: TableRequest, public_id: str) -> HttpResponse:
    """One command of a player. Synchronous, so that a client that hangs up loses nothing."""
    sketch = NOTHING
    try:
        form = read_form(request.POST)
        command = form.command()
        if command is None:
            access = access_match(request.user, public_id)
            sketch = form.sketch(access.match.version)
            meant = _meaning(access, form.text, sketch)
            if isinstance(meant, Glance):
                return show_glance(request, access, Sketch(meant.draft, sketch.lead), meant.question)
            command = meant
        done = perform(
            request.user,
            public_id,
            form.version,
            command,
            now=arrived_at(request),
            roll_dice=dice_source(),
        )
        response = show_done(request, done)
    except (MatchError, RuleError) as error:
        return show_refusal(request, access_match(request.user, public_id), error, sketch)
    note_move(request, command.kind)
    return response


def _meaning(access: Access, text: str, sketch: Sketch) -> Command | Glance:
    """What a line of a player means at his table as it stands."""
    access.require_seat()
    state = facts_of(access.match).state
    return understand(text, state, draft_of(state, access.view, *sketch))
