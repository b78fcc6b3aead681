"""A parent that has imported all of Barpoint, and forks servers: one starts in hundredths of a second instead of two.

    python -m tests.reliability.nursery

It forks before there is an event loop, a thread or a connection, and its children run `manage.py serve` as it is.
Lines of JSON come on its standard input; each is answered with one. When its input ends, so do its children. Nobody
else kills them: a process that has not been waited for keeps its id, so no other can be hit.
"""

import json
import os
import signal
import subprocess
import sys
import threading
from importlib import import_module
from pathlib import Path
from typing import Any

# What `serve` imports, without the parts that make the event loop.
PRELOADED = [
    "config.asgi",
    "autobahn.twisted.websocket",
    "twisted.internet.asyncioreactor",
    "twisted.internet.endpoints",
    "twisted.web.http",
]
ROOT = Path(__file__).resolve().parent.parent.parent


class Nursery:
    """The nursery as its user has it: a process of its own."""

    def __init__(self, log: Path, look_seconds: float, environment: dict[str, str] | None = None) -> None:
        self.log = log
        self._lock = threading.Lock()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.reliability.nursery", str(log), str(look_seconds)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._ask() == {"ready": True}

    def fork(self, port: int, point: str = "", passes: int = 0) -> int:
        """Start a server; with a fault point it kills itself there. Gives its process id."""
        pid: int = self._ask(do="fork", port=port, point=point, passes=passes)["pid"]
        return pid

    def kill(self, pid: int) -> None:
        """SIGKILL a server of this nursery; returns when it is gone."""
        self._ask(do="kill", pid=pid)

    def has_ended(self, pid: int) -> bool:
        """Whether a server has died by itself."""
        return bool(self._ask(do="look", pid=pid)["ended"])

    def close(self) -> None:
        """End the nursery and all its servers."""
        self.process.communicate(timeout=30)

    def _ask(self, **request: Any) -> dict[str, Any]:
        assert self.process.stdin
        assert self.process.stdout
        with self._lock:
            if request:
                print(json.dumps(request), file=self.process.stdin, flush=True)
            answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


def main(log: str, look_seconds: str) -> None:
    """Be the nursery."""
    import_everything()
    import_module("games.relay").LOOK_SECONDS = float(look_seconds)  # type: ignore[attr-defined]
    children: set[int] = set()
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, Any] = {}
        if request["do"] == "fork":
            pid = os.fork()
            if not pid:
                serve(log, request["port"], request["point"], request["passes"])
            children.add(pid)
            answer = {"pid": pid}
        elif request["do"] == "kill":
            end(request["pid"], children)
        elif request["do"] == "look":
            ended = request["pid"] not in children or os.waitpid(request["pid"], os.WNOHANG)[0] != 0
            if ended:
                children.discard(request["pid"])
            answer = {"ended": ended}
        print(json.dumps(answer), flush=True)
    for pid in list(children):
        end(pid, children)


def end(pid: int, children: set[int]) -> None:
    """Kill a child that is still there, and wait for its end."""
    if pid in children:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        children.remove(pid)


def import_everything() -> None:
    """Load what a server needs, up to where an event loop would come into being."""
    from django.template.loader import get_template
    from django.urls import get_resolver

    for name in PRELOADED:
        import_module(name)
    assert get_resolver().url_patterns
    get_template("games/table.html")
    assert "twisted.internet.reactor" not in sys.modules


def serve(log: str, port: int, point: str, passes: int) -> None:
    """Become a server (in a child); never returns."""
    try:
        with open(os.devnull) as nothing, open(log, "a") as file:
            os.dup2(nothing.fileno(), 0)
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        from django.core.management import call_command

        from tests.reliability import faults

        faults.arm(point, passes)
        call_command("serve", host="127.0.0.1", port=port)
    except BaseException as error:
        print(f"Error: the server ended with {error!r}", flush=True)
    finally:
        os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
