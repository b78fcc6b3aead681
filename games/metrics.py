"""What is measured while games are played (config/metrics.py has the page that shows it)."""

import time

from django.http import HttpRequest
from prometheus_client import Counter, Histogram

BEGUN = "barpoint.begun"  # in a request's META: when it arrived, by time.perf_counter()

MOVE_SECONDS = Histogram(
    "barpoint_move_seconds",
    "From the arrival of a command that was carried out to its answer, by kind of move.",
    ["kind"],
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
LAYER_FAILURES = Counter("barpoint_layer_failures", "Messages that the channel layer did not take.")


def note_move(request: HttpRequest, kind: str) -> None:
    """Measure a command that has been carried out. There are few kinds: no form takes another."""
    MOVE_SECONDS.labels(kind).observe(time.perf_counter() - request.META[BEGUN])
