"""A PostgreSQL and a Redis of the tests' own: fresh ports and folders, stopped at the end."""

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import redis

Command = list[str | Path]


class MissingProgram(Exception):
    """A server program that is not installed; the message says how to get it."""


def free_port() -> int:
    """A TCP port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def private_postgres() -> Iterator[str]:
    """A running PostgreSQL; gives its DATABASE_URL. Without fsync: for tests, never for a benchmark."""
    programs = postgres_programs()
    port = free_port()
    # Not under pytest's own folders: those are closed to other users, and root must not run PostgreSQL.
    with tempfile.TemporaryDirectory(prefix="barpoint-postgres-") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        initdb: Command = [programs / "initdb", "-D", folder / "db"]
        as_owner([*initdb, "-A", "trust", "-U", "barpoint", "-E", "UTF8", "--locale=C.UTF-8", "-N"])
        options = f"-p {port} -h 127.0.0.1 -k {folder} -c fsync=off -c full_page_writes=off"
        pg_ctl: Command = [programs / "pg_ctl", "-D", folder / "db", "-w", "-l", folder / "log"]
        as_owner([*pg_ctl, "-o", options, "start"])
        try:
            server = f"postgres://barpoint@127.0.0.1:{port}"
            with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
                shown = connection.execute("SHOW data_directory").fetchone()
                if shown is None or Path(shown[0]) != folder / "db":
                    raise RuntimeError(f"the PostgreSQL at port {port} is not the tests' own: {shown}")
                connection.execute("CREATE DATABASE barpoint")
            yield f"{server}/barpoint"
        finally:
            as_owner([*pg_ctl, "-m", "immediate", "stop"])


@contextmanager
def private_redis() -> Iterator[str]:
    """A running Redis that stores nothing on disk; gives its REDIS_URL."""
    program = shutil.which("redis-server")
    if program is None:
        raise MissingProgram("redis-server is not installed: apt-get install redis-server")
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="barpoint-redis-") as folder:
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        with subprocess.Popen([program, *options, "--dir", folder], stdout=subprocess.DEVNULL) as process:
            try:
                client = redis.Redis(port=port)
                wait_until_answering(client, process)
                if client.info("server")["process_id"] != process.pid:
                    raise RuntimeError(f"the Redis at port {port} is not the tests' own")
                yield f"redis://127.0.0.1:{port}/0"
                client.close()
            finally:
                process.terminate()


def postgres_programs() -> Path:
    """The folder of PostgreSQL's server programs; Debian keeps them off the PATH, one folder per version."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if installed:
        return installed[-1].parent
    initdb = shutil.which("initdb")
    if initdb is None:
        raise MissingProgram("PostgreSQL is not installed: apt-get install postgresql")
    return Path(initdb).parent


def as_owner(command: Command) -> None:
    """Run a PostgreSQL program as somebody who is allowed to: it refuses root."""
    account = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
    done = subprocess.run(
        command,
        user=account and account.pw_uid,
        group=account and account.pw_gid,
        extra_groups=[] if account else None,
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"{Path(command[0]).name} failed: {done.stderr.strip()}")


def wait_until_answering(client: redis.Redis, process: subprocess.Popen[bytes]) -> None:
    """Return once Redis answers; it needs some milliseconds to start."""
    for _ in range(200):
        try:
            client.ping()
        except redis.ConnectionError:
            if process.poll() is not None:
                raise RuntimeError("redis-server stopped at once") from None
            time.sleep(0.02)
        else:
            return
    raise RuntimeError("redis-server does not answer")


def main() -> int:
    """Run the command given as arguments with DATABASE_URL and REDIS_URL set to both servers."""
    try:
        with private_postgres() as database_url, private_redis() as redis_url:
            environment = {**os.environ, "DATABASE_URL": database_url, "REDIS_URL": redis_url}
            return subprocess.run(sys.argv[1:], env=environment).returncode
    except MissingProgram as missing:
        print(missing, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
