"""Creating a match, inviting to it, joining it, taking it back, and playing it again."""

from allauth.core import ratelimit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.guests import ensure_user
from accounts.limits import is_within_limit
from config.link_preview import link_preview
from games.access import access_match
from games.dice_source import dice_source
from games.errors import NotCommitted, OwnChallenge, RatedNeedsAccount
from games.forms import CreateMatchForm
from games.models import Match
from games.presenters.challenges import challenge_view
from games.presenters.link_words import invitation_words
from games.presenters.rule_card import rule_card
from games.selectors.lobby import challenge
from games.services import matches
from games.time_source import time_now
from games.views.answers import picture_of
from games.views.errors import only, refusals_as_pages
from games.views.exchange import told


@only("GET", "POST")
def create(request: HttpRequest) -> HttpResponse:
    """The form for a new match; a visitor without an account becomes a guest by sending it."""
    data = request.POST if request.method == "POST" else None
    form = CreateMatchForm(data, viewer=request.user, initial=request.GET.dict())
    if not form.is_valid():
        return render(request, "games/create.html", {"form": form}, status=200 if data is None else 422)
    creator = ensure_user(request)
    if not is_within_limit(request, "create_match", user=creator):
        return ratelimit.respond_429(request)
    match = matches.create_match(
        creator,
        form.terms(),
        rated=form.cleaned_data["rated"],
        public=form.is_public,
        seat=form.draw_seat(),
        clock=form.clock(),
        now=time_now(),
        server_draws=not form.cleaned_data["browser_dice"],
    )
    return _to_table(match)


@never_cache
@only("GET", "POST")
@refusals_as_pages
def invitation(request: HttpRequest, public_id: str, token: str | None = None) -> HttpResponse:
    """What one is invited to, and one button. Only the button takes the seat: programs that preview links do not.

    Without a token: a challenge in the lobby.
    """
    access = access_match(request.user, public_id)
    joins = request.method == "POST"
    try:
        matches.check_may_join(request.user, access.match, token)
    except (OwnChallenge, RatedNeedsAccount, NotCommitted):
        if joins:
            raise
    if joins:
        secret = told(request, "secret")
        guest_or_user = ensure_user(request)
        if not is_within_limit(request, "join_match", user=guest_or_user):
            return ratelimit.respond_429(request)
        match = matches.join_match(
            guest_or_user, public_id, token, now=time_now(), roll_dice=dice_source(), secret=secret
        )
        return _to_table(match)
    offered = challenge(request.user, access.match)
    view = challenge_view(offered)
    if access.seat and (view.action != "own" or access.match.status != Match.Status.OPEN):
        return _to_table(access.match)
    preview = link_preview(request, view.page_title, invitation_words(view), picture_of(access.match))
    page = {"challenge": view, "card": rule_card(offered.terms, offered.pace), "preview": preview}
    return render(request, "games/invitation.html", page)


@only("POST")
@refusals_as_pages
def cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take an open challenge back, or call a match off that waits for its creator's secret."""
    match = matches.cancel_match(request.user, public_id, now=time_now())
    if match.white_id and match.black_id:
        messages.success(request, _("The match is called off."))
    else:
        messages.success(request, _("Your challenge is cancelled: its invitation link no longer works."))
    return HttpResponseRedirect(reverse("games:home"), status=303)


@only("POST")
@refusals_as_pages
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for another match on the same terms, or accept the opponent's wish for one."""
    access_match(request.user, public_id).require_seat()
    if not is_within_limit(request, "rematch"):
        return ratelimit.respond_429(request)
    match = matches.rematch(
        request.user,
        public_id,
        now=time_now(),
        roll_dice=dice_source(),
        server_draws="browser_dice" not in request.POST,
        secret=told(request, "secret"),
    )
    return _to_table(match)


def _to_table(match: Match) -> HttpResponse:
    return HttpResponseRedirect(reverse("games:table", args=[match.public_id]), status=303)
