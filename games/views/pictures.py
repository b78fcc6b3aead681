"""Pictures of boards, for link previews, lists and whoever wants to show a position."""

from collections.abc import Callable
from hashlib import sha256

from allauth.core import ratelimit
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext

from accounts.limits import is_within_limit
from games.access import access_match
from games.pictures import is_png_known, match_board, match_preview, png, position_board, position_preview
from games.presenters.looks import FIRST, looks
from games.records.ids import read_position_id
from games.rules.errors import RuleError
from games.rules.position import Position
from games.views.errors import only, refusals_as_pages

NEWEST = "public, no-cache"  # a match goes on: ask whether there is a newer one
FOR_EVER = "public, max-age=31536000, immutable"
A_WEEK = "public, max-age=604800"


@only("GET")
@refusals_as_pages
def match_svg(request: HttpRequest, public_id: str) -> HttpResponse:
    """The board of a match, `?look=flat-dark` in another look; with its version, `v=17`, it may be kept for ever."""
    match = access_match(AnonymousUser(), public_id).match
    return _svg(request, match_board(match, _look(request)), _match_cache(request, match.version))


@only("GET")
@refusals_as_pages
def match_png(request: HttpRequest, public_id: str) -> HttpResponse:
    """The picture beside a link to a match: its board, and the score."""
    match = access_match(AnonymousUser(), public_id).match
    return _png(request, match_preview(match), _match_cache(request, match.version))


@only("GET")
def position_svg(request: HttpRequest, position_id: str) -> HttpResponse:
    """The board of a position id."""
    return _svg(request, position_board(_position(position_id), _look(request)), A_WEEK)


@only("GET")
def position_png(request: HttpRequest, position_id: str) -> HttpResponse:
    """The picture beside a link to a position."""
    return _png(request, position_preview(_position(position_id)), A_WEEK)


def _look(request: HttpRequest) -> str:
    look = request.GET.get("look", FIRST)
    return look if look in looks() else FIRST


def _match_cache(request: HttpRequest, version: int) -> str:
    return FOR_EVER if request.GET.get("v") == str(version) else NEWEST


def _position(position_id: str) -> Position:
    try:
        return read_position_id(position_id)
    except RuleError as error:
        raise Http404(gettext(error.message) % error.values) from error


def _svg(request: HttpRequest, svg: str, cache: str) -> HttpResponse:
    return _answer(request, svg, "svg", cache, lambda: HttpResponse(svg, content_type="image/svg+xml"))


def _png(request: HttpRequest, svg: str, cache: str) -> HttpResponse:
    def draw() -> HttpResponse:
        if not is_png_known(svg) and not is_within_limit(request, "draw_picture"):
            return ratelimit.respond_429(request)
        return HttpResponse(png(svg), content_type="image/png")

    return _answer(request, svg, "png", cache, draw)


def _answer(request: HttpRequest, svg: str, kind: str, cache: str, draw: Callable[[], HttpResponse]) -> HttpResponse:
    """The picture, or that the one the browser has is still right. Other sites may show it."""
    etag = quote_etag(f"{kind}-{sha256(svg.encode()).hexdigest()[:20]}")
    response = get_conditional_response(request, etag=etag) or draw()
    if response.status_code != 429:
        response["ETag"] = etag
        response["Cache-Control"] = cache
        response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
