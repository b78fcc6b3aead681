"""The way from one process to many, as docs/hosting.md says it: all that SQLite has goes on in PostgreSQL."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.scaled.site import ROOT
from tests.services import private_postgres

PLAY = """
from django.core.management import call_command
from django.utils import timezone
from accounts.guests import ensure_user
from games.commands import Command
from games.dice_source import dice_source
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import create_match, join_match
from games.services.moves import perform
from tests.live.viewing import session_of
from tests.people import make_user

call_command("migrate", verbosity=0)
ana, bob = make_user("{0}"), make_user("{1}", is_guest=True)
session_of(bob)
now = timezone.now()
terms = MatchTerms("backgammon", 3)
match = create_match(ana, terms, rated=False, public=True, seat=Seat.WHITE, now=now, clock="days3")
match = join_match(bob, match.public_id, None, now=now, roll_dice=dice_source())
perform(ana, match.public_id, match.version, Command("resign", "match"), now=now, roll_dice=dice_source())
match = create_match(bob, terms, rated=False, public=False, seat=Seat.BLACK, now=now, clock="none")
join_match(ana, match.public_id, match.invite_token, now=now, roll_dice=dice_source())
"""


def manage(place: dict[str, str], *arguments: str) -> str:
    """What a command of manage.py says there."""
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **place}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def documented(command: str, file: Path) -> list[str]:
    """The words of this command in docs/hosting.md, with a file of the test's own."""
    (line,) = re.findall(rf"manage\.py ({command} .*)", (ROOT / "docs/hosting.md").read_text())
    return [str(file) if word.startswith("/") else word for word in line.split()]


def rows_of(dump: Path) -> dict[tuple[str, str], Any]:
    """Every row by its model and key."""
    rows = map(json.loads, dump.read_text().splitlines())
    return {(row["model"], str(row["pk"])): row["fields"] for row in rows}


def test_all_that_one_process_has_arrives_in_postgresql(tmp_path: Path) -> None:
    one = {
        "BARPOINT_DATA": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{tmp_path / 'barpoint.sqlite3'}",
        "REDIS_URL": "",
    }
    before, after = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    manage(one, "shell", "-c", PLAY.format("Ana", "Bob"))
    manage(one, *documented("dumpdata", before))
    with private_postgres() as url:
        many = {**one, "DATABASE_URL": url}
        manage(many, "migrate")
        manage(many, *documented("loaddata", before))
        manage(many, *documented("dumpdata", after))
        rows = rows_of(before)
        assert rows_of(after) == rows
        kinds = {kind for kind, _ in rows}
        assert {"accounts.user", "sessions.session", "games.match", "games.move", "games.dicesecret"} <= kinds
        manage(many, "shell", "-c", PLAY.format("Zoe", "Una"))  # new rows get numbers that nothing has
        assert "4 matches checked" in manage(many, "check_games")
