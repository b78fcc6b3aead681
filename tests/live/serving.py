"""The real server (`manage.py serve`) in processes of their own, on the test database, and clients for it."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db import connection
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from accounts.models import User
from tests.live.viewing import PATIENCE, session_of

ROOT = Path(__file__).resolve().parent.parent.parent
CSRF = "a" * 32


class Server:
    """A running server process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdout is not None
        said = process.stdout.readline()
        address = re.search(r"http://localhost:(\d+)/", said)
        if address is None:
            process.wait(PATIENCE)
            raise RuntimeError(f"the server did not start: {said}{process.stderr and process.stderr.read()}")
        self.port = int(address[1])
        self._said: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        self._said.extend(self.process.stderr)

    def ends_well(self, *, may_complain: bool = False) -> None:
        """Wait for the end of the process; it must not have failed or complained of anything."""
        status = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        complaints = "".join(self._said)
        assert status == 0, f"exit status {status}: {complaints}"
        assert may_complain or not complaints, complaints

    def post(self, match: str, user: User, **form: object) -> int:
        """Give a command over HTTP, as htmx does; gives the status of the answer."""
        client = http.client.HTTPConnection("localhost", self.port, timeout=PATIENCE)
        client.request("POST", f"/matches/{match}/moves/", urlencode(form), headers_of(user))
        status = client.getresponse().status
        client.close()
        return status

    @contextmanager
    def posting(self, match: str, user: User, **form: object) -> Iterator[None]:
        """Give a command over HTTP; within the context it is on its way, then the connection is closed, unread."""
        body = urlencode(form)
        headers = headers_of(user) | {"Host": f"localhost:{self.port}", "Content-Length": str(len(body))}
        lines = [f"POST /matches/{match}/moves/ HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        with socket.create_connection(("localhost", self.port), PATIENCE) as client:
            client.sendall("\r\n".join([*lines, "", body]).encode())
            yield

    @contextmanager
    def watch(
        self, match: str, user: User | None = None, *, seen: int = 0, origin: str = ""
    ) -> Iterator[ClientConnection]:
        """An open table socket."""
        headers = {"Cookie": f"sessionid={session_of(user)}"} if user else {}
        url = f"ws://localhost:{self.port}/ws/matches/{match}/?v={seen}"
        origin = origin or f"http://localhost:{self.port}"
        with connect(url, origin=Origin(origin), additional_headers=headers, open_timeout=PATIENCE) as viewer:
            yield viewer


def headers_of(user: User) -> dict[str, str]:
    """What a browser of this user sends along with a command."""
    return {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"sessionid={session_of(user)}; csrftoken={CSRF}",
        "X-CSRFToken": CSRF,
        "HX-Request": "true",
    }


Answer = tuple[int, str, str]


def ask(server: Server, path: str, user: User | None = None, form: dict[str, Any] | None = None) -> Answer:
    """Status, body and Retry-After of a page, or of a form that is sent without JavaScript."""
    return ask_as(server, path, headers_of(user)["Cookie"] if user else f"csrftoken={CSRF}", form)


def ask_as(server: Server, path: str, cookie: str, form: dict[str, Any] | None = None) -> Answer:
    """The same by a browser that has logged in before."""
    client = http.client.HTTPConnection("localhost", server.port, timeout=PATIENCE)
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    body = urlencode({**form, "csrfmiddlewaretoken": CSRF}) if form else None
    client.request("POST" if form else "GET", path, body, headers)
    answer = client.getresponse()
    text = answer.read().decode()
    client.close()
    return answer.status, text, answer.headers.get("Retry-After", "")


def sees(viewer: ClientConnection, version: int) -> None:
    """Wait until a socket shows this version."""
    while not re.match(rf'<section id="table"[^>]* data-version="{version}"', str(viewer.recv(PATIENCE))):
        pass


def counts(viewer: ClientConnection, watchers: int) -> None:
    """Wait until a socket shows this number of watchers."""
    while f'<span id="watchers" data-number="{watchers}"' not in str(viewer.recv(PATIENCE)):
        pass


def seats(viewer: ClientConnection, **states: str) -> None:
    """Wait until a socket shows the seats so: `seats(viewer, white="here", black="away")`."""
    while True:
        frame = str(viewer.recv(PATIENCE))
        _, element, seats = frame.partition('<div id="seats"')
        if element and all(f'data-{seat}="{state}"' in seats for seat, state in states.items()):
            return


def environment(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a server on the test database, with its files in `folder`."""
    (folder / "static").mkdir(exist_ok=True)
    database = connection.settings_dict
    place = f"sqlite:///{database['NAME']}"
    if connection.vendor == "postgresql":
        account = f"{database['USER']}:{database['PASSWORD']}".rstrip(":")
        place = f"postgres://{account}@{database['HOST']}:{database['PORT']}/{database['NAME']}"
    return {
        **os.environ,
        "BARPOINT_DATA": str(folder),
        "DATABASE_URL": place,
        "SECRET_KEY": settings.SECRET_KEY,  # so that a test can log somebody in
        **more,
    }


def start(environment: dict[str, str], *options: str, program: str = "manage.py") -> subprocess.Popen[str]:
    """Start a server process on a free port.

    It hears an interrupt even where the tests run in a shell's background, whose children ignore it.
    """
    return subprocess.Popen(
        [sys.executable, program, "serve", "--port", "0", *options],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


@contextmanager
def serving(environment: dict[str, str], *, program: str = "manage.py", may_complain: bool = False) -> Iterator[Server]:
    """A server that is stopped at the end, unless the test has done so; see `ends_well`."""
    process = start(environment, program=program)
    try:
        server = Server(process)
        yield server
        process.terminate()
        server.ends_well(may_complain=may_complain)
    finally:
        process.kill()
        process.communicate()
