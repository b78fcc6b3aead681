"""The real server (`manage.py serve`) as a process of its own, for browsers to play on."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from tests.browser.dice import DICE_FILE, DiceFile
from tests.services import free_port

ROOT = Path(__file__).resolve().parent.parent.parent


class Server:
    """A Barpoint server on this machine; stopping and starting it again is part of what tests do to it."""

    def __init__(self, folder: Path, database: str) -> None:
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.dice = DiceFile(folder / "dice")
        self.log = folder / "log"
        self.process: subprocess.Popen[bytes] | None = None
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.browser.settings",
            "BARPOINT_DATA": str(folder),
            "DATABASE_URL": f"sqlite:///{database}",
            "SECRET_KEY": settings.SECRET_KEY,  # so that a test can log somebody in
            DICE_FILE: str(self.dice.path),
        }
        # Only the tests talk to Playwright from synchronous code; the server must keep Django's check.
        self.environment.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)
        self.environment.pop("REDIS_URL", None)
        self._manage("collectstatic", "--no-input", "--verbosity", "0")

    def start(self) -> None:
        """Start the server and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--host", "localhost", "--port", str(self.port)],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        for _ in range(600):
            if self.process.poll() is not None:
                raise RuntimeError(f"the server stopped at once:\n{self.log.read_text()}")
            if self._answers():
                return
            time.sleep(0.05)
        self.stop()
        raise RuntimeError(f"the server does not answer:\n{self.log.read_text()}")

    def stop(self) -> None:
        """Stop the server as an operator would, and wait for its end."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(20)
            self.process = None

    def kill(self) -> None:
        """Stop the server as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(20)
        self.process = None

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(self.url, timeout=10).close()  # noqa: S310 - our own address
        except urllib.error.HTTPError:
            return True
        except (urllib.error.URLError, ConnectionError):
            return False
        return True

    def _manage(self, *command: str) -> None:
        subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=self.environment, check=True)


@contextmanager
def running_server(folder: Path, database: str) -> Iterator[Server]:
    """A server on `database`, with its own files in `folder`, stopped at the end."""
    server = Server(folder, database)
    server.start()
    try:
        yield server
    finally:
        server.stop()
