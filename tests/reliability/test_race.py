"""Small races; `make race` has the large ones."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 400


@pytest.mark.parametrize("what", [["sqlite", "--pairs", "3"], ["postgres", "--pairs", "1"]], ids=lambda what: what[0])
def test_every_answer_has_an_order_that_explains_it(what: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.reliability.race", *what, "--submits", "40", "--seed", "7"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
