"""A small attack; `make fuzz` has the large one. No route may be forgotten by either."""

import pytest

from tests.hostile.routes import TARGETS, routes
from tests.programs import succeeds


@pytest.mark.parametrize(
    "what",
    [
        ["requests=600", "handshakes=150", "frames=500"],
        ["requests=200", "handshakes=80", "frames=200", "--by", "uvicorn"],
    ],
    ids=["daphne", "uvicorn"],
)
def test_a_small_attack_changes_nothing_and_is_not_even_mentioned(what: list[str]) -> None:
    succeeds("tests.hostile.fuzz", *what, "--seed", "7")


def test_every_route_is_attacked() -> None:
    """Whoever adds an address says in tests/hostile/routes.py how it can be attacked without any effect."""
    assert set(routes()) == set(TARGETS)
