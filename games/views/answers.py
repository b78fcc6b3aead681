"""Answers about a table: the fragment for htmx, the whole page without it, and every refusal as a sentence."""

from functools import partial

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django_htmx.middleware import HtmxDetails

from accounts.preferences import preferences_of
from accounts.preferences_form import menu_view
from accounts.push import notify_view
from config.link_preview import LinkPreview, link_preview
from games.access import Access
from games.errors import MatchError
from games.fragments import facts_of, follow, seats_html, table_html, tables_html
from games.models import Match
from games.presenters.actions import notation_view
from games.presenters.challenges import InvitationView, invitation_view
from games.presenters.clocks import unseen_words
from games.presenters.link_words import match_words
from games.presenters.people import SPECTATOR, pairing, people
from games.presenters.reading import reading
from games.presenters.rule_card import rule_card
from games.presenters.table import draft_of, table_url
from games.relay import views_here
from games.rules.errors import AmbiguousPlay, BadNotation, IllegalPlay, RuleError
from games.selectors.seats import seat_facts
from games.selectors.table import TableFacts, secrets_of
from games.services.moves import Done
from games.stored import creator_seat
from games.time_source import time_now
from games.typed import NOTHING, Sketch

Refusal = MatchError | RuleError


class TableRequest(HttpRequest):
    """A request as the middleware hands it on."""

    htmx: HtmxDetails


def show_table(
    request: TableRequest,
    access: Access,
    *,
    sketch: Sketch = NOTHING,
    question: str = "",
    notice: str = "",
    status: int = 200,
    is_step: bool = False,
) -> HttpResponse:
    """The table as this viewer sees it: the fragment alone for htmx, else the page around it.

    `question` asks to be told something. Raises a RuleError for a draft or a question that cannot be understood.
    """
    match, (draft, lead) = access.match, sketch
    note = _told(access, sketch, question) if question else ""
    is_step = is_step and bool(request.htmx)
    fragment = table_html(match, access.view, draft=draft, lead=lead, notice=notice, note=note, is_step=is_step)
    if request.htmx:
        response = HttpResponse(fragment, status=status)
        if request.method == "POST":
            response["HX-Replace-Url"] = _address(match, sketch)
    else:
        response = render(request, "games/table.html", _page(request, access, fragment), status=status)
    response["Cache-Control"] = "no-store"
    return response


def _told(access: Access, sketch: Sketch, question: str) -> str:
    facts = facts_of(access.match)
    return reading(facts, access.view, question, draft_of(facts.state, access.view, *sketch), time_now())


def _address(match: Match, sketch: Sketch, **query: str) -> str:
    """Where the table is seen with this on the board."""
    url = table_url(match.public_id)
    if sketch.draft:
        query |= {"v": str(match.version), "draft": sketch.draft} | ({"lead": sketch.lead} if sketch.lead else {})
    return f"{url}?{urlencode(query)}" if query else url


def show_glance(request: TableRequest, access: Access, sketch: Sketch, question: str) -> HttpResponse:
    """The answer to a line that stored nothing; without htmx the way to it, so that it can be read again."""
    if request.htmx:
        return show_table(request, access, sketch=sketch, question=question)
    return HttpResponseRedirect(_address(access.match, sketch, ask=question), status=303)


def show_done(request: TableRequest, done: Done) -> HttpResponse:
    """The answer to a command that was carried out: the new table, or without htmx the way to it."""
    match = done.access.match
    follow(match, done.state, done.entries)
    tables_html(match.public_id, match.version, views_here(match.public_id))
    if request.htmx:
        return show_table(request, done.access)
    return HttpResponseRedirect(reverse("games:table", args=[match.public_id]), status=303)


def show_refusal(request: TableRequest, access: Access, refusal: Refusal, sketch: Sketch = NOTHING) -> HttpResponse:
    """The table as it stands, with the sentence that says why nothing has changed; what was on the board stays."""
    answer = partial(show_table, request, access, notice=sentence_of(refusal), status=status_of(refusal))
    try:
        return answer(sketch=sketch)
    except RuleError:
        return answer()  # the draft itself was refused


def sentence_of(refusal: Refusal) -> str:
    """Why nothing has changed, for whoever asked."""
    if isinstance(refusal, RuleError):
        return gettext(refusal.message) % refusal.values
    return str(refusal)


def status_of(refusal: Refusal) -> int:
    """422 for a play that is none, 409 for a command at the wrong moment."""
    if isinstance(refusal, MatchError):
        return refusal.status
    return 422 if isinstance(refusal, BadNotation | IllegalPlay | AmbiguousPlay) else 409


def _page(request: TableRequest, access: Access, fragment: str) -> dict[str, object]:
    """What stands around the fragment; all that is personal is here."""
    match, facts = access.match, facts_of(access.match)
    pace = facts.clock.pace
    return {
        "fragment": fragment,
        "seats": seats_html(seat_facts([match.public_id])[match.public_id], time_now()),
        "match": match,
        "view": access.view,
        "is_player": access.seat is not None,
        "waiting": _waits(access),
        "unseen": unseen_words(pace) if match.status == Match.Status.PLAYING else "",
        "invitation": _invitation(request, access),
        "exchange": _exchange(access),
        "card": rule_card(facts.terms, pace),
        "notify": notify_view(request) if access.seat and pace.takes_days else None,
        "menu": menu_view(preferences_of(request)),
        "notation": notation_view(facts.terms.rules),
        "preview": _preview(request, match, facts),
        "match_url": reverse("games:table", args=[match.public_id]),
        "moves_url": reverse("games:moves", args=[match.public_id]),
        "socket_url": f"/ws/matches/{match.public_id}/?v={facts.version}",
    }


def picture_of(match: Match) -> str:
    """The address of the picture beside a link to a match, as it stands now."""
    return f"{reverse('games:match_png', args=[match.public_id])}?v={match.version}"


def _preview(request: TableRequest, match: Match, facts: TableFacts) -> LinkPreview:
    who = people(facts, SPECTATOR)
    return link_preview(request, pairing(who), match_words(facts, who), picture_of(match))


def _waits(access: Access) -> bool:
    """Whether somebody else acts next, so that a page without JavaScript should look again by itself."""
    if access.match.status in Match.UNBEGUN:
        return True
    state = facts_of(access.match).state
    return access.match.status == Match.Status.PLAYING and state is not None and state.to_act != access.seat


def _invitation(request: TableRequest, access: Access) -> InvitationView | None:
    """For the creator of an open challenge: the link that gives the seat, and the one that does not."""
    match = access.match
    if match.status != Match.Status.OPEN or access.seat is None or match.rematch_of_id:
        return None
    invite_path = reverse("games:invitation", args=[match.public_id, match.invite_token])
    return invitation_view(
        invite_url=request.build_absolute_uri(invite_path),
        watch_url=request.build_absolute_uri(reverse("games:table", args=[match.public_id])),
        public=match.visibility == Match.Visibility.PUBLIC,
    )


def _exchange(access: Access) -> dict[str, str] | None:
    """For the creator whose browser draws a secret: what it has to know to commit to it, and to reveal it later."""
    match, seat, secrets = access.match, creator_seat(access.match), secrets_of(access.match)
    if match.status not in Match.UNBEGUN or access.seat != seat:
        return None
    if secrets is None or seat in secrets.by_server:
        return None
    return {"seat": seat.value, "root": secrets.root, "commitment": secrets.commitment}
