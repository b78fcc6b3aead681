"""Where a proof takes place: a folder, an empty database, and Django set up on it."""

import os
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests.reliability.databases import Postgres, Redis


@dataclass(frozen=True, slots=True)
class Place:
    """The servers that belong to a proof; without them it has SQLite in its folder."""

    folder: Path
    postgres: Postgres | None
    redis: Redis | None


def prepare(stack: ExitStack, *, on_postgres: bool, durable: bool = True) -> Place:
    """Start what is needed, set Django up and migrate; all of it ends with `stack`.

    What proves nothing about crashes need not wait for the disk: not `durable`.
    """
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="barpoint-proof-")))
    (folder / "static").mkdir()
    os.environ |= {
        "BARPOINT_DATA": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'proof.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "tests.reliability.settings",
    }
    os.environ.pop("REDIS_URL", None)
    postgres = redis = None
    if on_postgres:
        postgres, redis = stack.enter_context(Postgres(durable=durable)), stack.enter_context(Redis())
        os.environ |= {"DATABASE_URL": postgres.url, "REDIS_URL": redis.url}
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    options = settings.DATABASES["default"]["OPTIONS"]
    options.pop("pool", None)  # a pool would offer connections that are dead
    if not on_postgres and not durable:
        options["init_command"] += "PRAGMA synchronous=OFF;"
    call_command("migrate", verbosity=0)
    return Place(folder, postgres, redis)
