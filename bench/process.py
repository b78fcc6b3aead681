"""A server in a process of its own, and the processor time it has used."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.services import free_port

ROOT = Path(__file__).resolve().parent.parent


class Process:
    """A running server that listens on `port`."""

    def __init__(self, pid: int, port: int) -> None:
        self.pid = pid
        self.port = port

    def cpu(self) -> float:
        """Seconds of processor time used so far by all its threads."""
        tasks = Path(f"/proc/{self.pid}/task")
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()) / 1e9


@contextmanager
def serving(command: Sequence[str]) -> Iterator[Process]:
    """Run a server that takes --port, on the first core if there are two; stopped at the end."""
    port = free_port()
    with subprocess.Popen([*command, "--port", str(port)], cwd=ROOT, stdout=subprocess.DEVNULL) as process:
        try:
            cores = sorted(os.sched_getaffinity(0))
            os.sched_setaffinity(process.pid, cores[:1])
            wait_for(process, port)
            yield Process(process.pid, port)
        finally:
            process.terminate()


def wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    """Return once somebody listens."""
    for _ in range(600):
        if process.poll() is not None:
            raise RuntimeError("the server stopped at once")
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("the server does not listen")
