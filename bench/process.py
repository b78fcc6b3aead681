"""A server in a process of its own, and the processor time it has used."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.services import free_port

ROOT = Path(__file__).resolve().parent.parent
BACKGROUND_SECONDS = 10.0


class Process:
    """A running server that listens on `port`."""

    def __init__(self, pid: int, port: int) -> None:
        self.pid = pid
        self.port = port

    def cpu(self) -> float:
        """Seconds of processor time used so far by all its threads, those that have ended included."""
        return time.clock_gettime(~self.pid << 3 | 2)  # clock_getcpuclockid(3), which Python lacks

    def background(self) -> float:
        """Seconds of processor time a second while nobody asks for anything: clocks are kept, tasks looked for."""
        before, begun = self.cpu(), time.monotonic()
        time.sleep(BACKGROUND_SECONDS)
        return (self.cpu() - before) / (time.monotonic() - begun)

    def memory(self) -> int:
        """Bytes of memory it holds at this moment."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def serving(
    command: Sequence[str], variables: Mapping[str, str] | None = None, *, pinned: bool = True
) -> Iterator[Process]:
    """Run a server that takes --port, on the first core if there are two (unless not `pinned`); stopped at the end."""
    port = free_port()
    environment = {**os.environ, **(variables or {})}
    command = [*command, "--port", str(port)]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            cores = sorted(os.sched_getaffinity(0))
            if pinned:
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
