"""/healthz and /readyz of a process whose PostgreSQL and Redis are really frozen and killed."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import redis

from tests.scaled.conftest import WORLD
from tests.scaled.site import ROOT, Web, web_processes
from tests.services import private_postgres, private_redis

FINE = {"database": "ok", "layer": "ok"}
SILENT = "does not answer"


def test_process_says_what_is_away_and_lives(tmp_path: Path) -> None:
    with ExitStack() as database, ExitStack() as layer:
        database_url = database.enter_context(private_postgres())
        redis_url = layer.enter_context(private_redis())
        place = {**os.environ, **WORLD, "BARPOINT_DATA": str(tmp_path), "SECRET_KEY": "k" * 60}
        place |= {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
        (tmp_path / "static").mkdir()
        migrate(place)
        with web_processes(place, tmp_path, 1) as (web,):
            with frozen(postmaster_of(database_url)):
                found(web, database=SILENT)
            found(web)
            with frozen(int(redis.Redis.from_url(redis_url).info("server")["process_id"])):
                found(web, layer=SILENT)
            found(web)
            layer.close()
            found(web, layer=SILENT)
            database.close()
            found(web, database=SILENT, layer=SILENT)
            said = web.log.read_text()
    assert "Internal Server Error" not in said
    assert "barpoint@" not in said


def migrate(place: dict[str, str]) -> None:
    """Make the tables."""
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=place, check=True)


def found(web: Web, **away: str) -> None:
    """Wait until /readyz says that just these are away; it does so in its own time, and /healthz stays calm."""
    said = json.loads(web.wait(503 if away else 200))
    assert {name: said[name] for name in FINE} == FINE | away
    assert web.door.ask("GET", "/healthz") == (200, '{"status": "ok"}')


def postmaster_of(database_url: str) -> int:
    """The process that takes a PostgreSQL's new connections."""
    with psycopg.connect(database_url) as connection:
        row = connection.execute("SHOW data_directory").fetchone()
    assert row
    return int((Path(row[0]) / "postmaster.pid").read_text().split()[0])


@contextmanager
def frozen(process: int) -> Iterator[None]:
    """A process that is there and does nothing."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)
