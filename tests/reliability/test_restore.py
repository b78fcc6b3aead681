"""Ten matches through a backup and a restore; `make restore` takes fifty."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 400


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_restored_matches_go_on(database: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.reliability.restore", database, "--pairs", "10", "--seed", "7"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
