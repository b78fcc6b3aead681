"""Middleware of our own: forms are UTF-8."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


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
