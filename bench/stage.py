"""What a benchmark runs on: a new database on the disk, the embedded form or PostgreSQL and Redis."""

import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from bench.process import ROOT
from tests.reliability.databases import Postgres
from tests.services import private_redis


def options(description: str | None) -> Namespace:
    """--postgres and --redis, as every benchmark of the server takes them."""
    parser = ArgumentParser(description=description and description.splitlines()[0])
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own, with fsync")
    parser.add_argument("--redis", action="store_true", help="through a Redis of its own")
    return parser.parse_args()


@contextmanager
def stage(*, postgres: bool, redis: bool) -> Iterator[tuple[str, dict[str, str]]]:
    """A folder for data, and the variables that name the services; all stopped and removed at the end."""
    disk = ROOT / "var"  # not /tmp, which is often memory: every move waits for the disk
    disk.mkdir(exist_ok=True)
    services = {}
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-", dir=disk))
        if postgres:
            services["DATABASE_URL"] = stack.enter_context(Postgres()).url
        if redis:
            services["REDIS_URL"] = stack.enter_context(private_redis())
        yield folder, services
