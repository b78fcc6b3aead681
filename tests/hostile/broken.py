"""The site's addresses, and one that fails."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.urls import handler400, handler403, handler404, handler500, urlpatterns

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


def broken(request: HttpRequest) -> HttpResponse:
    """Fails."""
    raise ZeroDivisionError


urlpatterns = [path("broken/", broken), *urlpatterns]
