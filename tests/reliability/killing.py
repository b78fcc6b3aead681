"""Those who kill: servers at any moment or at a point of their own code, PostgreSQL, and Redis."""

import random
import socket
import time
from concurrent.futures import ThreadPoolExecutor

from tests.reliability.databases import Postgres, Redis
from tests.reliability.faults import POINTS
from tests.reliability.nursery import Nursery
from tests.reliability.site import Site

# A server that has an armed point and is not asked for anything there is killed all the same.
LONGEST_LIFE = 15.0
SHARE_OF_POINTS = 0.6


class Web:
    """One address of the site, and the server that lives there now."""

    def __init__(self, site: Site, nursery: Nursery, port: int, seed: int) -> None:
        self.site, self.nursery, self.port = site, nursery, port
        self.random = random.Random(seed)
        self.point = ""
        self.pid = nursery.fork(port)

    def live(self) -> None:
        """Wait for the end of this life: at a fault point, or after a few answers more."""
        if self.point:
            deadline = time.monotonic() + LONGEST_LIFE
            while time.monotonic() < deadline:
                if self.nursery.has_ended(self.pid):
                    self.site.counts[f"killed at: {self.point}"] += 1
                    return
                time.sleep(0.01)
            self.point = ""
        else:
            wait_for_commands(self.site, self.random.randint(0, 12), LONGEST_LIFE)
            time.sleep(self.random.uniform(0, 0.05))
        self.nursery.kill(self.pid)
        self.site.counts["killed at: any moment"] += 1

    def start_again(self, *, peacefully: bool = False) -> None:
        """The next life; `peacefully`: without a point at which it ends."""
        has_point = not peacefully and self.random.random() < SHARE_OF_POINTS
        self.point = self.random.choice(POINTS + ("answer",)) if has_point else ""
        self.pid = self.nursery.fork(self.port, self.point, self.random.randint(1, 8))

    def is_up(self) -> bool:
        """Whether anybody listens."""
        try:
            socket.create_connection(("127.0.0.1", self.port), 5).close()
        except OSError:
            return False
        return True


def kill_webs(site: Site, webs: list[Web], kills: int) -> None:
    """Kill the servers so often, each on its own."""
    shares = [kills // len(webs) + (number < kills % len(webs)) for number in range(len(webs))]

    def kill(web: Web, share: int) -> None:
        for left in reversed(range(share)):
            web.live()
            web.start_again(peacefully=not left)

    with ThreadPoolExecutor(len(webs)) as threads:
        list(threads.map(kill, webs, shares))


def kill_often(site: Site, server: Postgres | Redis, kills: int, away: float) -> None:
    """Kill what the site leans on, each time after a few commands; it stays away for up to `away` seconds."""
    chance = random.Random(kills)
    for _ in range(kills):
        wait_for_commands(site, chance.randint(2, 30), LONGEST_LIFE)
        time.sleep(chance.uniform(0, 0.05))
        server.kill()
        site.counts["killed"] += 1
        time.sleep(chance.uniform(0, away))
        server.start()


def wait_for_commands(site: Site, number: int, at_most: float) -> None:
    """Wait until so many more commands have been acknowledged."""
    goal, deadline = site.counts["command ok"] + number, time.monotonic() + at_most
    while site.counts["command ok"] < goal and time.monotonic() < deadline:
        time.sleep(0.005)
