"""The scaled-out form for tests: four web processes on the tests' PostgreSQL and Redis, nginx before them; workers."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from tests.live.serving import environment
from tests.mail_server import MailServer, mail_serving
from tests.scaled.site import NAME, ROOT, Door, Web, nginx, web_processes


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without PostgreSQL and Redis there is nothing to scale: `make test-services` brings them."""
    if not {"DATABASE_URL", "REDIS_URL"} <= os.environ.keys():
        raise pytest.UsageError("Run these by: python -m tests.services pytest tests/scaled")


@dataclass(frozen=True)
class Site:
    """Four web processes, nginx, and the mail server that all are told of. A test that needs workers starts them."""

    webs: list[Web]
    front: Door
    folder: Path
    environment: dict[str, str]
    mail_server: MailServer


@pytest.fixture(scope="session")
def site(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    with mail_serving() as mail_server:
        with django_db_blocker.unblock():
            place = environment(folder, **WORLD, EMAIL_URL=mail_server.url)
        collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
        subprocess.run(collect, cwd=ROOT, env=place, check=True)
        with web_processes(place, folder, 4) as webs:
            ports = [web.door.port for web in webs]
            with nginx(folder, ports, folder / "static") as front:
                yield Site(webs, front, folder, place, mail_server)


WORLD = {"BARPOINT_HOSTS": NAME, "BARPOINT_HTTPS": "1", "BARPOINT_PROXIES": "1", "BARPOINT_LOG": "json"}
