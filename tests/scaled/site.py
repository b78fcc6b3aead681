"""The scaled-out form on this machine: web processes on uvicorn behind nginx, and workers, from deploy/."""

import http.client
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.live.serving import CSRF
from tests.live.viewing import PATIENCE
from tests.services import MissingProgram, free_port

ROOT = Path(__file__).resolve().parent.parent.parent
NAME = "play.example.org"
START_PATIENCE = 180.0  # four processes start together, maybe on one core with much else to do


@dataclass(frozen=True)
class Door:
    """A way in: through nginx, or past it to one process, as nginx would ask that."""

    port: int
    is_nginx: bool = False

    def ask(self, method: str, path: str, session: str = "", **form: object) -> tuple[int, str]:
        """The status of an answer, and its body; each request has a connection of its own."""
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        client.sock = self.connect()
        body = urlencode(form) if method == "POST" else None
        client.request(method, path, body, self.headers(session) | {"Host": NAME})
        answer = client.getresponse()
        said = answer.read().decode()
        client.close()
        return answer.status, said

    def post(self, match: str, session: str, **form: object) -> int:
        """Give a command, as htmx does."""
        return self.ask("POST", f"/matches/{match}/moves/", session, **form)[0]

    @contextmanager
    def watch(
        self, match: str, session: str = "", *, seen: int = 0, origin: str = f"https://{NAME}"
    ) -> Iterator[ClientConnection]:
        """An open table socket."""
        url = f"ws://{NAME}/ws/matches/{match}/?v={seen}"
        headers = {
            name: value for name, value in self.headers(session).items() if name not in ("Origin", "Content-Type")
        }
        plain = self.connect()
        with connect(
            url, sock=plain, origin=Origin(origin), additional_headers=headers, open_timeout=PATIENCE, close_timeout=1
        ) as viewer:
            yield viewer

    def connect(self) -> socket.socket:
        """A connection; to nginx over TLS, whose certificate is the test's own."""
        plain = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        if not self.is_nginx:
            return plain
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context.wrap_socket(plain, server_hostname=NAME)

    def headers(self, session: str) -> dict[str, str]:
        """What a browser sends in this session, and what nginx adds."""
        headers = {"Origin": f"https://{NAME}", "Content-Type": "application/x-www-form-urlencoded"}
        if session:
            headers["Cookie"] = f"__Host-sessionid={session}; __Host-csrftoken={CSRF}"
            headers |= {"X-CSRFToken": CSRF, "HX-Request": "true"}
        if not self.is_nginx:
            headers |= {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Proto": "https"}
        return headers


class Web:
    """One web process, as deploy/systemd/barpoint-web@.service runs it."""

    def __init__(self, environment: dict[str, str], port: int, log: Path) -> None:
        self.environment = environment
        self.log = log
        self.door = Door(port)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, without waiting."""
        port = str(self.door.port)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "uvicorn", "config.asgi:application", "--host", "127.0.0.1", "--port", port],
                cwd=ROOT,
                env=self.environment | uvicorn_options(),
                stdout=log,
                stderr=log,
            )

    def wait(self, status: int = 200) -> str:
        """Wait until /readyz answers with this status; gives what it says."""
        deadline = time.monotonic() + START_PATIENCE
        while True:
            try:
                found, said = self.door.ask("GET", "/readyz")
            except ConnectionError:
                found, said = 0, self.log.read_text()
            if found == status:
                return said
            assert time.monotonic() < deadline, said
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop in order; uvicorn ends by the signal that it was sent."""
        assert self.process is not None
        self.process.terminate()
        assert self.process.wait(PATIENCE) == -signal.SIGTERM, self.log.read_text()


@contextmanager
def web_processes(environment: dict[str, str], folder: Path, number: int) -> Iterator[list[Web]]:
    """Running web processes, stopped at the end."""
    webs = [Web(environment, free_port(), folder / f"web{n}.log") for n in range(number)]
    try:
        for web in webs:
            web.start()
        for web in webs:
            web.wait()
        yield webs
        for web in webs:
            web.stop()
    finally:
        for web in webs:
            if web.process:
                web.process.kill()
                web.process.wait()


@contextmanager
def workers(environment: dict[str, str], folder: Path, number: int) -> Iterator[list[Path]]:
    """Running workers, as deploy/systemd/barpoint-worker.service runs one; gives their logs. At the end they stop."""
    command = [sys.executable, "manage.py", "db_worker", "--no-startup-delay", "--interval", "0.1"]
    logs = [folder / f"worker{n}.log" for n in range(number)]
    with ExitStack() as stack:
        processes = []
        for path in logs:
            log = stack.enter_context(path.open("wb"))
            process = stack.enter_context(subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log))
            stack.callback(process.kill)
            processes.append(process)
        deadline = time.monotonic() + START_PATIENCE
        while not all("Starting worker" in path.read_text() for path in logs):
            assert time.monotonic() < deadline, [path.read_text() for path in logs]
            time.sleep(0.05)
        yield logs
        for process, path in zip(processes, logs, strict=True):
            process.terminate()
            assert process.wait(PATIENCE) == 0, path.read_text()


def uvicorn_options() -> dict[str, str]:
    """What deploy/uvicorn.env says."""
    lines = (ROOT / "deploy/uvicorn.env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


@contextmanager
def nginx(folder: Path, ports: list[int], static: Path) -> Iterator[Door]:
    """A running nginx with deploy/nginx/barpoint.conf, its places and ports changed; `folder` holds upstreams.conf."""
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        raise MissingProgram("nginx is not installed: apt-get install nginx-light")
    port = free_port()
    write_configuration(folder, ports, static, port)
    command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf")]
    subprocess.run([*command, "-t", "-q"], check=True)
    with subprocess.Popen([*command, "-g", "daemon off;"]) as process:
        try:
            door = Door(port, is_nginx=True)
            deadline = time.monotonic() + PATIENCE
            while True:
                try:
                    assert door.ask("GET", "/healthz")[0] == 200
                    break
                except ConnectionError:
                    assert time.monotonic() < deadline
                    time.sleep(0.02)
            yield door
        finally:
            process.terminate()


def write_configuration(folder: Path, ports: list[int], static: Path, port: int) -> None:
    """The real files, with this machine's places instead of a server's."""
    line = next(line for line in (ROOT / "deploy/nginx/upstreams.conf").read_text().splitlines() if "8001" in line)
    (folder / "upstreams.conf").write_text("".join(f"{line.replace('8001', str(each))}\n" for each in ports))
    certify(folder)
    places = {
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "/etc/nginx/barpoint/": f"{folder}/",
        f"/etc/letsencrypt/live/{NAME}/": f"{folder}/",
        "/var/log/nginx/": f"{folder}/",
        "/var/lib/barpoint/static/": f"{static}/",
    }
    text = (ROOT / "deploy/nginx/barpoint.conf").read_text()
    for theirs, ours in places.items():
        assert theirs in text
        text = text.replace(theirs, ours)
    (folder / "barpoint.conf").write_text(text)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user} worker_processes 2; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
        "events { worker_connections 1024; }\n"
        f"http {{ include /etc/nginx/mime.types; {temporary} include {folder}/barpoint.conf; }}\n"
    )


def certify(folder: Path) -> None:
    """A certificate that holds for this test."""
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}"),
            *("-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")),
        ],
        check=True,
        capture_output=True,
    )
