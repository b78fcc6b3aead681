"""Pages that say no, politely: what was wrong, and where to go from here."""

import sys
from collections.abc import Callable
from functools import wraps

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.patience import is_passing, try_again
from games.errors import MatchError, MatchFull, NoSuchMatch, RatedNeedsAccount

View = Callable[..., HttpResponse]
Link = tuple[str, str]  # its words and its address

TITLES = {
    403: gettext_lazy("Not possible from here"),
    404: gettext_lazy("Nothing here"),
    405: gettext_lazy("This address takes forms only"),
    409: gettext_lazy("Not any more"),
}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler400: oversized, malformed or tampered with."""
    unknown_host = isinstance(exception, DisallowedHost)
    return render(request, "400.html", {"unknown_host": unknown_host}, status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler403."""
    return render(request, "403.html", {"sentence": _sentence_of(exception)}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler404; the sentence is there when a view said what is missing."""
    return render(request, "404.html", {"sentence": _sentence_of(exception)}, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """handler500: a page that needs neither the database nor the visitor.

    Where the database failed after the view, as a session was stored, there may be nothing wrong but the moment.
    """
    error = sys.exception()
    return try_again(error) if is_passing(error) else render(None, "500.html", status=500)


def refusal_page(request: HttpRequest, error: MatchError, public_id: str) -> HttpResponse:
    """A page for a refused request about a match, with the links that help."""
    return _refused(request, error.status, str(error), _ways_out(request, error, public_id))


def refusals_as_pages(view: View) -> View:
    """Turn a MatchError of a view that has a `public_id` into its page."""

    @wraps(view)
    def answer(request: HttpRequest, public_id: str, **rest: str) -> HttpResponse:
        try:
            return view(request, public_id, **rest)
        except MatchError as error:
            return refusal_page(request, error, public_id)

    return answer


def only(*methods: str) -> Callable[[View], View]:
    """Refuse other methods with a page and status 405: a form's address is sometimes opened as a link."""

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, **arguments: str) -> HttpResponse:
            method = "GET" if request.method == "HEAD" else request.method
            if method in methods:
                return view(request, **arguments)
            sentence = _("Nothing has been changed. Go back to the page you came from and use its button.")
            response = _refused(request, 405, sentence, [])
            response["Allow"] = ", ".join(methods)
            return response

        return answer

    return decorate


def _refused(request: HttpRequest, status: int, sentence: str, links: list[Link]) -> HttpResponse:
    title = TITLES.get(status, _("Not possible now"))
    return render(request, "refused.html", {"title": title, "sentence": sentence, "links": links}, status=status)


def _ways_out(request: HttpRequest, error: MatchError, public_id: str) -> list[Link]:
    match error:
        case NoSuchMatch():
            return []
        case RatedNeedsAccount():
            back = urlencode({"next": request.path})
            return [
                (_("Sign up"), f"{reverse('account_signup')}?{back}"),
                (_("Log in"), f"{reverse('account_login')}?{back}"),
            ]
        case MatchFull():
            return [(_("Watch the match"), reverse("games:table", args=[public_id]))]
        case _:
            return [(_("Go to the match"), reverse("games:table", args=[public_id]))]


def _sentence_of(exception: Exception) -> str:
    """What a view said when it raised; the resolver's own Http404 carries no sentence."""
    said = exception.args[0] if exception.args else ""
    return str(said) if isinstance(said, str | Promise) else ""
