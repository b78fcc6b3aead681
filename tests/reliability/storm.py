"""People play while servers die, and what is left is judged. To be imported once Django is set up."""

import time
from collections.abc import Sequence
from contextlib import ExitStack

from django.db import connection

from games.models import Match, Move
from tests.live.viewing import session_of
from tests.people import make_user
from tests.reliability import audit, exchange, killing
from tests.reliability.nursery import Nursery
from tests.reliability.place import Place
from tests.reliability.players import Players
from tests.reliability.site import Browser, Site, tabs_of
from tests.reliability.watching import Watcher
from tests.services import free_port

# What the create form is sent, in turn: both kinds, the lengths that matter, all the cube can do, clocks in half,
# secrets by browsers in half.
MATCH: dict[str, object] = {"kind": "match", "cube": "on", "crawford": "on", "visibility": "public"}
GAMES: list[dict[str, object]] = [
    {**MATCH, "length": 3, "rated": "on", "pace": "standard"},
    {**MATCH, "length": 5, "pace": "none", "browser_dice": "on"},
    {"kind": "session", "cube": "on", "jacoby": "on", "max_beavers": 2, "visibility": "public", "pace": "blitz"},
    {**MATCH, "length": 1, "rated": "on", "pace": "none", "browser_dice": "on"},
]
STARTING_SECONDS = 60.0
VIEWERS_SECONDS = 25.0  # a socket must have found within twenty what it was not told
WEBS_ON_POSTGRES = 2
FAULTS_SHOWN = 40


def wait_for(webs: Sequence[killing.Web]) -> None:
    """Wait until all servers listen."""
    deadline = time.monotonic() + STARTING_SECONDS
    while not all(web.is_up() for web in webs):
        if time.monotonic() > deadline:
            raise RuntimeError(f"the server does not start:\n{webs[0].nursery.log.read_text()}")
        time.sleep(0.02)


class Storm:
    """Pairs of players at their tables, watchers beside them, and the servers that are about to be killed."""

    def __init__(self, stack: ExitStack, place: Place, pairs: int, seed: int, look_seconds: float) -> None:
        self.place = place
        sessions = [(name, session_of(make_user(name))) for name in (f"player{n}" for n in range(2 * pairs))]
        self.site = Site(ports=[free_port() for _ in range(WEBS_ON_POSTGRES if place.postgres else 1)])
        self.nursery = Nursery(place.folder / "log", look_seconds)
        stack.callback(self.nursery.close)
        self.webs = [killing.Web(self.site, self.nursery, port, seed + port) for port in self.site.ports]
        self.pairs = [
            Players(
                self.site, tabs_of(self.site, dict(pair)), Browser(self.site), GAMES[number % len(GAMES)], seed + number
            )
            for number, pair in enumerate(zip(sessions[::2], sessions[1::2], strict=True))
        ]
        self.watchers = [Watcher(self.site, players, number) for number, players in enumerate(self.pairs)]
        self.lasted = 0.0

    def rage(self, kills: list[tuple[str, int]]) -> None:
        """Let them play, and kill each of these so often."""
        wait_for(self.webs)
        began = time.monotonic()
        for thread in [*self.pairs, *self.watchers]:
            thread.start()
        try:
            for what, number in kills:
                self._kill(what, number)
        finally:
            self.site.stopping.set()
        for players in self.pairs:
            players.join()
        self.lasted = time.monotonic() - began
        connection.close()  # PostgreSQL may have been killed since it was opened

    def report(self, *, may_complain: bool) -> int:
        """Print what happened, and every fault; 0 if there is none."""
        for players in self.pairs:
            players.look_once_more()
        found = [*self._late_watchers(), *self.site.surprises, *audit.faults(self.site.histories)]
        found += exchange.faults(self.site)
        self.nursery.close()
        if not may_complain:
            found += [line for line in self.nursery.log.read_text().splitlines() if "Error" in line]
            if self.site.counts["errors"]:
                found.append(f"{self.site.counts['errors']} answers said that the server failed")
        self.site.counts["notes of browsers that hold"] = len(self.site.notes)
        self.site.counts["rolls drawn again after a crash"] = again = audit.drawn_again()
        if self.site.counts["killed at: dice"] and not again:
            found.append("no roll was drawn again, so nothing is known about the dice after a crash")
        for name, number in sorted(self.site.counts.items()):
            print(f"{number:8} {name}")
        print(f"{Move.objects.count():8} moves stored in {Match.objects.count()} matches, in {self.lasted:.0f} s")
        print(f"{len(found):8} faults")
        for fault in found[:FAULTS_SHOWN]:
            print(f"  {fault}")
        return 1 if found else 0

    def _kill(self, what: str, number: int) -> None:
        if what == "web":
            killing.kill_webs(self.site, self.webs, number)
        elif what == "postgres" and self.place.postgres:
            killing.kill_often(self.site, self.place.postgres, number, away=0.0)
        elif what == "redis" and self.place.redis:
            killing.kill_often(self.site, self.place.redis, number, away=0.3)
        else:
            raise ValueError(f"there is no {what} to kill")

    def _late_watchers(self) -> list[str]:
        """Wait until every socket shows the newest version; who does not in time."""
        versions = {each: Match.objects.get(public_id=each.players.match).version for each in self.watchers}
        deadline = time.monotonic() + VIEWERS_SECONDS
        while time.monotonic() < deadline and any(each.seen < version for each, version in versions.items()):
            time.sleep(0.05)
        late = {each: version for each, version in versions.items() if each.seen < version}
        for each in self.watchers:
            each.has_ended.set()
        for each in self.watchers:
            each.join()
        return [f"{each.match}: a socket still shows version {each.seen} of {late[each]}" for each in late]
