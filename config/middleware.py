"""Middleware of our own: every request is measured, refused ones are logged, answers carry the content policy, forms
are UTF-8.
"""

import time
from collections.abc import Callable

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.logs import id_of, log_event, request_id
from config.metrics import HTTP_SECONDS
from games.metrics import BEGUN

REFUSALS = {400: "malformed", 403: "refused", 429: "over a limit"}


class Watched:
    """The outermost: measures a request from its arrival, gives its log lines its id, and logs what was refused."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = getattr(request, "scope", {}).get(BEGUN) or time.perf_counter()
        request.META[BEGUN] = begun
        token = request_id.set(id_of(request))
        try:
            response = self.get_response(request)
            if event := REFUSALS.get(response.status_code):
                log_event(event, request, status=response.status_code)
        finally:
            request_id.reset(token)
        route = request.resolver_match.route if request.resolver_match else "none"
        HTTP_SECONDS.labels(route, response.status_code).observe(time.perf_counter() - begun)
        return response


class ContentPolicy:
    """Adds the content policy, put together once: no page of ours has another, and none has a nonce.

    Django's own error pages for developers have styles of their own and are left alone.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not (settings.DEBUG and response.status_code in (404, 500)):
            response.headers[HEADER] = self.policy
        return response


class Utf8Only:
    """Reads every form as UTF-8, whatever its Content-Type names: Django would take any codec of Python's by its
    name, and those that are no character sets ("base64") fail in the middle of the view.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.encoding is not None:
            request.encoding = "utf-8"
        return self.get_response(request)


class Guarded:
    """What every answer tells browsers beyond Django's own middleware: nothing of the site is kept in a cache, shown
    by other sites, or may ask for what the site has no use for. Answers that say otherwise about caches and other
    sites are believed.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Cache-Control", "no-store")
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response["Permissions-Policy"] = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
        return response
