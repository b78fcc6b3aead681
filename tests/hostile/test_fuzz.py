"""A small attack; `make fuzz` has the large one. No route may be forgotten by either."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.routes import TARGETS, routes

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 900


@pytest.mark.parametrize(
    "what",
    [
        ["requests=600", "handshakes=150", "frames=500"],
        ["requests=200", "handshakes=80", "frames=200", "--by", "uvicorn"],
    ],
    ids=["daphne", "uvicorn"],
)
def test_a_small_attack_changes_nothing_and_is_not_even_mentioned(what: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile.fuzz", *what, "--seed", "7"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_route_is_attacked() -> None:
    """Whoever adds an address says in tests/hostile/routes.py how it can be attacked without any effect."""
    assert set(routes()) == set(TARGETS)
