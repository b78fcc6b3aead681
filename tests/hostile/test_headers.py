"""Headers and cookies of every answer, of a real server with and without HTTPS, equal tests/hostile/headers.tsv."""

import subprocess
import sys
from pathlib import Path

from tests.hostile.headers import TABLE
from tests.hostile.routes import routes

ROOT = Path(__file__).resolve().parent.parent.parent


def test_every_answer_has_the_headers_and_cookies_of_the_table() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile.headers"], cwd=ROOT, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_address_is_in_the_table() -> None:
    """Whoever adds one writes down there how it is answered."""
    written = {line.split("\t")[0] for line in TABLE.read_text().splitlines() if not line.startswith("#")}
    assert set(routes()) <= written
