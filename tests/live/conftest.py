"""Fixtures for the tests of live updates."""

import pytest

from games import relay


@pytest.fixture(autouse=True)
def quick_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changed numbers of watchers are told at once, not a second later."""
    monkeypatch.setattr(relay, "RECOUNT_SECONDS", 0.01)
