"""Small storms; `make kill9` has the large ones."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 240


@pytest.mark.parametrize(
    "what",
    [
        ["sqlite", "web=12"],
        ["postgres", "web=6", "redis=2", "postgres=1"],
    ],
    ids=lambda what: what[0],
)
def test_nothing_is_lost_in_a_small_storm(what: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.reliability.kill9", *what, "--seed", "7", "--look", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
