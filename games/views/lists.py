"""Pages that list: home with its open challenges, live matches, the leaderboard."""

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config.link_preview import link_preview
from games.forms import FRIENDLY, USUAL_GAME
from games.pictures import showpiece
from games.presenters.challenges import challenge_view
from games.presenters.lists import LiveView, leaderboard_view, live_view, own_table_view, pager_view
from games.relay import watchers
from games.rules.variants import VARIANTS
from games.selectors.leaderboard import leaderboard as read_leaderboard
from games.selectors.lobby import LiveMatch, has_account, live_matches, open_challenges, own_tables
from games.selectors.paging import Page
from games.services.ratings import LEAST_EXPERIENCE
from games.time_source import time_now
from games.views.answers import TableRequest
from games.views.errors import only

LIVE_AT_HOME = 6


@only("GET")
def home(request: TableRequest) -> HttpResponse:
    """Play now, open challenges, live games. A page that looks again asks for the games alone."""
    if request.htmx:
        return _live_boards(request, live_matches(size=LIVE_AT_HOME))
    now = time_now()
    challenges = open_challenges(request.user, page_number(request))
    _require_items(challenges.items, challenges.number)
    context = {
        "friendly": FRIENDLY.items(),
        "board": showpiece(),
        "preview": link_preview(
            request,
            _("Backgammon with a friend"),
            _("Press a button, send the link, play: on any device, free, without an account."),
        ),
        "tables": [own_table_view(table, now) for table in own_tables(request.user)],
        "challenges": [challenge_view(each) for each in challenges.items],
        "pager": pager_view(challenges.number, has_next=challenges.has_next),
        "live": _live_views(live_matches(size=LIVE_AT_HOME).items),
    }
    return render(request, "games/home.html", context)


@only("GET")
def watch(request: TableRequest) -> HttpResponse:
    """All public matches that are being played. A page that looks again asks for their boards alone."""
    page = live_matches(page_number(request))
    if request.htmx:
        return _live_boards(request, page)
    _require_items(page.items, page.number)
    pager = pager_view(page.number, has_next=page.has_next)
    return render(request, "games/watch.html", {"live": _live_views(page.items), "pager": pager})


@only("GET")
def leaderboard(request: HttpRequest, variant: str = USUAL_GAME) -> HttpResponse:
    """The ranking of a variant."""
    if variant not in VARIANTS:
        raise Http404(_("There is no leaderboard of this name."))
    viewer_id = request.user.pk if has_account(request.user) else None
    board = read_leaderboard(variant, page_number(request), viewer_id)
    _require_items(board.rows, board.number)
    view = leaderboard_view(board, viewer_id=viewer_id, least_experience=LEAST_EXPERIENCE)
    return render(request, "games/leaderboard.html", {"board": view})


def _live_boards(request: HttpRequest, page: Page[LiveMatch]) -> HttpResponse:
    return render(request, "games/partials/live_boards.html", {"live": _live_views(page.items)})


def _live_views(matches: tuple[LiveMatch, ...]) -> list[LiveView]:
    counts = watchers([match.public_id for match in matches])
    return [live_view(match, counts[match.public_id]) for match in matches]


def page_number(request: HttpRequest) -> int:
    """The page asked for, 1 if none. Raises Http404 for what is no page number."""
    asked = request.GET.get("page", "1")
    if not re.fullmatch("[1-9][0-9]{0,8}", asked):
        raise Http404(_("There is no such page in this list."))
    return int(asked)


def _require_items(items: tuple[object, ...], number: int) -> None:
    if number > 1 and not items:
        raise Http404(_("This list has no page %(number)d.") % {"number": number})
