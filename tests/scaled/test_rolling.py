"""deploy/rolling-restart.sh: all processes are started anew while people play through nginx, and nobody is told."""

import os
import random
import subprocess
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import call_command

from games.rules.game import Seat
from tests.live.viewing import session_of
from tests.playing import Table
from tests.scaled.conftest import Site
from tests.scaled.playing import Played, Player, Viewer, play
from tests.scaled.site import ROOT

pytestmark = pytest.mark.django_db(transaction=True)
Begin = Callable[..., Table]

# What the script asks systemd for is done by the test that reads from the pipe.
SYSTEMCTL = """#!/bin/sh
echo "$*" >{folder}/asked
read -r _ <{folder}/done
"""


@contextmanager
def systemd(site: Site, folder: Path) -> Iterator[dict[str, str]]:
    """An environment in which `systemctl` restarts this site's processes."""
    for pipe in ("asked", "done"):
        os.mkfifo(folder / pipe)
    program = folder / "systemctl"
    program.write_text(SYSTEMCTL.format(folder=folder))
    program.chmod(0o755)
    webs = {f"restart barpoint-web@{web.door.port}": web for web in site.webs}

    def obey() -> None:
        while (asked := (folder / "asked").read_text().strip()) != "end":
            if asked == "reload nginx":
                os.kill(int((site.folder / "nginx.pid").read_text()), 1)
            else:
                webs[asked].stop()
                webs[asked].start()
            (folder / "done").write_text("\n")

    manager = threading.Thread(target=obey, daemon=True)
    manager.start()
    yield {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    (folder / "asked").write_text("end\n")
    manager.join()


def test_rolling_restart_fails_no_request(site: Site, begin: Begin, tmp_path: Path) -> None:
    matches = []
    for number in range(3):
        table = begin(length=0, cube=False, names=(f"left{number}", f"right{number}"))
        people = {each: Player(session_of(table.people[each]), site.front) for each in Seat}
        matches.append(Played(table.match, people, random.Random(number)))
    viewers = [(played, Viewer(site.front, played.match.public_id)) for played in matches for _ in range(3)]
    before = [web.process for web in site.webs]
    is_over = threading.Event()
    with systemd(site, tmp_path) as environment, ThreadPoolExecutor(len(matches)) as pool:
        playing = [pool.submit(play, played, lambda _: not is_over.is_set(), 0.02) for played in matches]
        try:
            upstreams = str(site.folder / "upstreams.conf")
            script = [str(ROOT / "deploy/rolling-restart.sh"), "systemd", upstreams]
            subprocess.run(script, env=environment, check=True, stdout=subprocess.DEVNULL)
        finally:
            is_over.set()
        for done in playing:
            done.result()
    assert not set(before) & {web.process for web in site.webs}
    assert "down" not in (site.folder / "upstreams.conf").read_text()
    for played in matches:
        assert len(played.statuses) > 20
        assert Counter(played.statuses).keys() == {200}
    for played, viewer in viewers:
        played.match.refresh_from_db()
        viewer.ends_at(played.match.version)
    assert sum(viewer.losses for _, viewer in viewers) >= len(viewers)  # every socket was lost, and came back
    call_command("check_games", verbosity=0)
