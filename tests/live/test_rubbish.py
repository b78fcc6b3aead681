"""What a socket leaves behind, on the real server."""

import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.live.serving import Server, environment, sees, serving
from tests.live.viewing import PATIENCE
from tests.playing import Table

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]
Begin = Callable[..., Table]
SOCKETS = 40
# Two people, their match and its dice hold each other; nothing of the socket itself does, which is a hundred objects.
OBJECTS_EACH = 25


def rubbish(server: Server, found: Path) -> int:
    """The number of objects that have to be searched for: they hold each other, so nobody else frees them."""
    found.unlink(missing_ok=True)
    server.process.send_signal(signal.SIGUSR1)
    deadline = time.monotonic() + PATIENCE
    while not found.exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return int(found.read_text())


def watched_and_left(server: Server, match: str) -> None:
    """Sockets that see the table and go, each as one does."""
    with ExitStack() as open_sockets:
        for _ in range(SOCKETS):
            viewer = open_sockets.enter_context(server.watch(match))
            sees(viewer, 1)
    time.sleep(2.5)  # daphne looks every second for what has ended


def test_a_socket_that_has_closed_leaves_nothing_to_be_searched_for(
    transactional_db: None, begin: Begin, tmp_path: Path
) -> None:
    match = begin(length=0, cube=False).match.public_id
    place = environment(tmp_path, RUBBISH=str(tmp_path / "rubbish"))
    with serving(place, program="tests/live/hoarding.py") as server:
        watched_and_left(server, match)
        assert rubbish(server, tmp_path / "rubbish") > 0  # there is some from the beginning
        watched_and_left(server, match)
        assert rubbish(server, tmp_path / "rubbish") < SOCKETS * OBJECTS_EACH
