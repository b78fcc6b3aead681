"""A folder with an empty site, and real servers for it whose output is kept: what they must not say."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.hostile.raw import Line

ROOT = Path(__file__).resolve().parent.parent.parent
UVICORN = ROOT / "deploy/uvicorn.env"
START_SECONDS = 60.0


def found_site(folder: Path, *, settings: str = "config.settings") -> None:
    """Make this process, and the servers it starts, one of a new site in `folder`."""
    os.environ |= {
        "BARPOINT_DATA": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": settings,
    }
    for name in ("REDIS_URL", "BARPOINT_HTTPS", "BARPOINT_HOSTS", "BARPOINT_PROXIES", "DEBUG"):
        os.environ.pop(name, None)
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


class Served:
    """A running server."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self.process, self.port, self._log = process, port, log

    def memory(self) -> int:
        """Its resident memory in bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def said(self) -> str:
        """What it has written, but for its address; of tracebacks the last lines."""
        lines = self._log.read_text(errors="replace").splitlines()
        return "\n".join(line for line in lines if not re.match(r"Barpoint is at|    |Traceback|$", line))

    def is_alive(self) -> bool:
        """Whether it still answers."""
        if self.process.poll() is not None:
            return False
        line = Line(self.port)
        line.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n")
        answer = line.answer()
        line.close()
        return answer is not None and answer.status == 200


@contextmanager
def served(folder: Path, *, by: str = "daphne", **variables: str) -> Iterator[Served]:
    """A server by daphne (`manage.py serve`) or by uvicorn, on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = ["manage.py", "serve", "--port", str(port)]
    environment = {**os.environ, **variables}
    if by == "uvicorn":
        command = ["-m", "uvicorn", "config.asgi:application", "--port", str(port)]
        environment |= dict(line.split("=", 1) for line in UVICORN.read_text().split("\n") if re.match("[A-Z]", line))
    log = folder / f"{by}-{port}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, *command], cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        server = Served(process, port, log)
        wait_for(server)
        yield server
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(20)
        process.kill()
        process.wait()


def wait_for(server: Served) -> None:
    """Return once it answers."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.process.poll() is None:
        with suppress(OSError):
            Line(server.port).close()
            return
        time.sleep(0.05)
    raise RuntimeError(f"the server did not start: {server.said()}")
