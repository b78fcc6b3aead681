"""GET /metrics: what this process has measured, in the words of Prometheus. Ask every process for its own.

No label has more values than the source has routes, statuses, kinds and views: never an id, never a name.
"""

import ipaddress
from collections.abc import Iterator
from secrets import compare_digest

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django_tasks_db.models import DBTaskResult
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Summary, disable_created_metrics, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from config.health import database_state, state_of
from games.keeper import silence
from games.relay import sockets
from games.selectors.backlog import backlog
from games.time_source import time_now

HTTP_SECONDS = Summary("barpoint_http_seconds", "Requests and the time they took, by route.", ["route", "status"])
VIEWS = ("white", "black", "spectator", "joining")


class Stock(Collector):
    """What there is at the moment somebody asks."""

    def describe(self) -> list[GaugeMetricFamily]:
        """Nothing in advance: otherwise it would be counted when it is registered."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Sockets of this process; and, while the database answers, what all processes share."""
        held = GaugeMetricFamily("barpoint_sockets", "Open table sockets of this process.", labels=["view"])
        counted = sockets()
        for view in VIEWS:
            held.add_metric([view], counted[view])
        yield held
        yield GaugeMetricFamily(
            "barpoint_silence_seconds", "Since the keeper last looked at the clocks.", silence() or 0
        )
        if state_of("database", database_state) != "ok":
            return
        for name, (number, meaning) in backlog(time_now()).items():
            yield GaugeMetricFamily(f"barpoint_{name}", meaning, number)
        waiting = DBTaskResult.objects.ready().count()
        yield GaugeMetricFamily("barpoint_tasks_waiting", "Work in the queue that could be begun.", waiting)


REGISTRY.register(Stock())
disable_created_metrics()  # when each label was first seen, which nobody asks


@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures, for who may read them."""
    if not may_read(request):
        return HttpResponse("Ask from this machine, or with the token.\n", content_type="text/plain", status=403)
    return HttpResponse(generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST)


def may_read(request: HttpRequest) -> bool:
    """Whoever has the token, if there is one; without one, programs of this machine that come through no proxy."""
    token = settings.METRICS_TOKEN
    if token:
        given = request.headers.get("Authorization", "")
        return compare_digest(given.encode(), f"Bearer {token}".encode())
    if "X-Forwarded-For" in request.headers:
        return False
    return ipaddress.ip_address(request.META["REMOTE_ADDR"]).is_loopback
