"""A PostgreSQL and a Redis that can be killed and started again: the tests' own, made sure of before each kill."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

import psycopg
import redis

from tests.services import as_owner, free_port, postgres_programs, wait_until_answering


class Postgres:
    """A PostgreSQL; a durable one keeps what it has committed, as a host's does: fsync is on."""

    def __init__(self, *, durable: bool = True) -> None:
        self.fsync = "on" if durable else "off"
        self.folder = Path(tempfile.mkdtemp(prefix="barpoint-postgres-"))
        self.port = free_port()
        self.url = f"postgres://barpoint@127.0.0.1:{self.port}/barpoint"

    def __enter__(self) -> Self:
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        data = self.folder / "db"
        initdb = postgres_programs() / "initdb"
        as_owner([initdb, "-D", data, "-A", "trust", "-U", "barpoint", "-E", "UTF8", "--locale=C.UTF-8"])
        self.start()
        with self._connect("postgres") as connection:
            connection.execute("CREATE DATABASE barpoint")
        return self

    def __exit__(self, *error: object) -> None:
        with suppress(RuntimeError):
            as_owner([postgres_programs() / "pg_ctl", "-D", self.folder / "db", "-m", "immediate", "-w", "stop"])
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        """Start, or start again after a kill; returns when it takes connections."""
        options = f"-p {self.port} -h 127.0.0.1 -k {self.folder} -c fsync={self.fsync} -c max_connections=100"
        pg_ctl = postgres_programs() / "pg_ctl"
        for attempt in range(50):
            try:
                as_owner([pg_ctl, "-D", self.folder / "db", "-w", "-l", self.folder / "log", "-o", options, "start"])
            except RuntimeError:
                if attempt == 49:
                    raise
                time.sleep(0.1)  # the memory of the killed one is not free yet
            else:
                break
        with self._connect("postgres") as connection:
            shown = connection.execute("SHOW data_directory").fetchone()
            durable = connection.execute("SHOW fsync").fetchone()
            if shown != (str(self.folder / "db"),) or durable != (self.fsync,):
                raise RuntimeError(f"the PostgreSQL at port {self.port} is not the tests' own: {shown}, {durable}")

    def kill(self) -> None:
        """SIGKILL the postmaster and all it has started."""
        postmaster = int((self.folder / "db/postmaster.pid").read_text().split()[0])
        backends = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        for pid in [postmaster, *map(int, backends)]:
            with suppress(ProcessLookupError, FileNotFoundError):
                if Path(os.readlink(f"/proc/{pid}/cwd")) != self.folder / "db":
                    raise RuntimeError(f"process {pid} is not of the tests' own PostgreSQL")
                os.kill(pid, signal.SIGKILL)
        while Path(f"/proc/{postmaster}").exists() and not _is_zombie(postmaster):
            time.sleep(0.005)

    def _connect(self, database: str) -> psycopg.Connection:
        return psycopg.connect(f"postgres://barpoint@127.0.0.1:{self.port}/{database}", autocommit=True)


def _is_zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


class Redis:
    """A Redis that stores nothing on disk: what it knew is gone with it, as the channel layer and a cache may be."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start, or start again after a kill; returns when it answers."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(
            ["redis-server", *options], stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir()
        )
        client = redis.Redis(port=self.port)
        wait_until_answering(client, self.process)
        if client.info("server")["process_id"] != self.process.pid:
            raise RuntimeError(f"the Redis at port {self.port} is not the tests' own")
        client.close()

    def kill(self) -> None:
        """SIGKILL it: a child of this process, so its id is its own until it is waited for."""
        assert self.process
        self.process.kill()
        self.process.wait()
