"""Programs of the tests' own: long proofs whose small versions run in the suite."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 900


def succeeds(module: str, *arguments: str) -> None:
    """Run a module as a program; what it says is shown if it fails."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
