"""What a newcomer meets first: make, and one clear line when something is missing."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def run(*command: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the source folder."""
    environment = {"PATH": os.environ["PATH"], **variables}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)


def fake_python(folder: Path, script: str) -> str:
    """A program that stands for a Python with something wrong."""
    path = folder / "python3"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def refusal(folder: Path, python: str) -> str:
    """The one line that setting up with this Python ends with."""
    done = run("scripts/venv.sh", folder / "venv", "requirements.txt", PYTHON=python)
    assert done.returncode == 1
    lines = (done.stdout + done.stderr).splitlines()
    assert len(lines) == 1, lines
    return lines[0]


def test_setting_up_without_python(tmp_path: Path) -> None:
    assert refusal(tmp_path, "python-that-is-not-there").startswith("There is no python-that-is-not-there here.")


def test_setting_up_with_an_old_python(tmp_path: Path) -> None:
    python = fake_python(tmp_path, 'if [ "$1" = -V ]; then echo Python 3.9.2; else exit 1; fi')
    assert "Barpoint needs Python 3.11 or later" in refusal(tmp_path, python)


def test_setting_up_without_the_venv_module(tmp_path: Path) -> None:
    python = fake_python(tmp_path, 'case "$2" in *venv*) exit 1;; esac')
    assert refusal(tmp_path, python).endswith("has no venv module: apt-get install python3-venv")


def test_command_line_without_packages() -> None:
    done = run(sys.executable, "-S", "manage.py", "check")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "django is not installed: use make run (and delete the folder .venv before, if you did)."
    ]


def test_help_names_what_a_newcomer_needs() -> None:
    said = run("make").stdout
    assert all(f"make {target} " in said for target in ("run", "test", "bench", "property", "lint", "help"))


def test_run_serves_where_the_newcomer_asks() -> None:
    planned = run("make", "--dry-run", "--what-if=requirements.txt", "run", PORT="9000").stdout
    assert "scripts/venv.sh .venv requirements.txt" in planned
    assert "manage.py serve --host localhost --port 9000" in planned


def test_second_run_installs_nothing(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").touch()
    planned = run("make", "--dry-run", f"RUNTIME={tmp_path}/requirements.txt", "run").stdout
    assert "venv.sh" not in planned
    assert "manage.py serve" in planned


def test_example_of_the_readme_works_without_any_package() -> None:
    """The opening 3-1 has sixteen plays."""
    example = next(line.strip() for line in (ROOT / "README.md").read_text().splitlines() if "| python3 -m" in line)
    done = run("sh", "-c", example.replace("python3 -m", f"{sys.executable} -S -m"))
    assert len(json.loads(done.stdout)["plays"]) == 16
