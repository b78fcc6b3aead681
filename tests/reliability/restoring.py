"""The proof that a restored backup can be played on. To be imported once Django is set up."""

import itertools
import os
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.db import connection
from django.db.models import F

from games.models import Match, Move, Process
from games.rules.game import Seat
from tests.live.viewing import session_of
from tests.people import make_user
from tests.reliability import audit
from tests.reliability.history import Op
from tests.reliability.killing import Web, wait_for_commands
from tests.reliability.nursery import ROOT, Nursery
from tests.reliability.place import Place
from tests.reliability.players import Players
from tests.reliability.site import Browser, Site, tabs_of
from tests.services import free_port

MATCH: dict[str, object] = {"kind": "match", "cube": "on", "crawford": "on", "visibility": "public"}
GAMES: list[dict[str, object]] = [
    {**MATCH, "length": 5, "pace": "standard"},
    {**MATCH, "length": 3, "pace": "blitz", "rated": "on"},
    {"kind": "session", "cube": "on", "jacoby": "on", "visibility": "public", "pace": "slow"},
    {**MATCH, "length": 3},
]
AGE = timedelta(hours=1)
BEFORE, BETWEEN, AFTER = 20, 5, 20  # commands of each pair
PATIENCE = 300.0
FAULTS_SHOWN = 40

Clocks = dict[int, tuple[object, ...]]


def up_to(version: int, history: list[Op]) -> list[Op]:
    """What was asked and seen of a match as far as the backup has it."""
    known = []
    for op in history:
        is_later = op.seen is not None and op.seen.version > version
        if op.version < version if op.asked else not is_later:
            known.append(replace(op, seen=None) if is_later else op)
    return known


class Returning(Players):
    """Two people who find their match as the backup has it."""

    def begin(self) -> None:
        """Go on at the newest table that both have sat at."""
        names = list(self.tabs)
        tables = Match.objects.filter(white__username__in=names, black__username__in=names)
        match = tables.filter(status__in=["playing", "over"]).select_related("white", "black").latest("id")
        assert match.white
        assert match.black
        self.match = match.public_id
        self.wished = Match.objects.filter(rematch_of=match).exists()  # then whoever asks agrees, or asks once more
        self.names = {Seat.WHITE: match.white.username, Seat.BLACK: match.black.username}
        self._sit_down()


class Restoring:
    """Pairs of players, their server, and the scripts of deploy/."""

    def __init__(self, stack: ExitStack, place: Place, pairs: int, seed: int) -> None:
        self.place, self.seed = place, seed
        self.people = [
            {name: session_of(make_user(name)) for name in (f"player{2 * n}", f"player{2 * n + 1}")}
            for n in range(pairs)
        ]
        self.nursery = Nursery(place.folder / "log", look_seconds=16.0)
        stack.callback(self.nursery.close)
        self.moment = itertools.count()
        self.histories: dict[str, list[Op]] = {}
        self.found: list[str] = []

    def prove(self) -> int:
        """All of it; 0 if nothing is wrong."""
        backup = self.play_and_back_up()
        later = dict(Match.objects.values_list("public_id", "version"))
        self.refuse_to_overwrite(backup)
        self.restore(backup)
        stored = dict(Match.objects.values_list("public_id", "version"))
        lost = sum(later[match] - version for match, version in stored.items())
        print(f"{sum(stored.values()):8} moves in {len(stored)} matches of the backup; {lost} were made after it")
        self.histories = {match: up_to(version, self.histories[match]) for match, version in stored.items()}
        self.found += audit.faults(self.histories)
        if lost <= 0 or any(later[match] < version for match, version in stored.items()):
            self.found.append("the backup is not of the middle of the play")
        self.grow_old()
        self.go_on(self.running_clocks())
        print(f"{Move.objects.count():8} moves in the end")
        print(f"{len(self.found):8} faults")
        for fault in self.found[:FAULTS_SHOWN]:
            print(f"  {fault}")
        return 1 if self.found else 0

    def play_and_back_up(self) -> Path:
        """Play, back up, play on, stop; where the backup is."""
        site = Site(ports=[free_port()], moment=self.moment)
        pairs = [
            Players(site, tabs_of(site, each), Browser(site), GAMES[n % len(GAMES)], self.seed + n)
            for n, each in enumerate(self.people)
        ]
        with self.served(site, pairs):
            self.wait_for(site, BEFORE)
            done = self.script("backup.sh", str(self.place.folder / "backups"))
            self.wait_for(site, BETWEEN)
        self.found += site.surprises
        self.histories = site.histories
        return Path(done.stdout.strip())

    def refuse_to_overwrite(self, backup: Path) -> None:
        """What is there is not touched without a word."""
        before = Move.objects.count()
        connection.close()
        if self.script("restore.sh", str(backup), may_fail=True).returncode != 1:
            self.found.append("a database that is there was overwritten silently")
        if Move.objects.count() != before:
            self.found.append("a refused restore has changed the database")
        connection.close()

    def restore(self, backup: Path) -> None:
        """Put the backup back; what was there is kept."""
        self.script("restore.sh", "--overwrite", str(backup))
        kept = list((backup.parent / "before-restore").iterdir())
        if len(kept) != 1 or not list(kept[0].glob("database.*")):
            self.found.append("what was there before the restore was not kept")

    def grow_old(self) -> None:
        """Make the backup one of an hour ago."""
        times = ["clock_started_at", "due_at", "moved_at", "started_at", "white_left_at", "black_left_at"]
        Match.objects.update(**{name: F(name) - AGE for name in times})
        Process.objects.update(beat_at=F("beat_at") - AGE, started_at=F("started_at") - AGE)

    def running_clocks(self) -> Clocks:
        """What every clock that runs has left, and since when it runs."""
        running = Match.objects.filter(status="playing").exclude(clock_seat="")
        facts = ("clock_started_at", "clock_seat", "white_reserve_ms", "black_reserve_ms", "version")
        return {row[0]: row[1:] for row in running.values_list("pk", *facts)}

    def go_on(self, before: Clocks) -> None:
        """Start the server, look at the clocks, have everybody go on, and judge what they saw."""
        site = Site(ports=[free_port()], moment=self.moment)
        site.histories.update(self.histories)
        begun = datetime.now(UTC)
        pairs = [
            Returning(site, tabs_of(site, each), Browser(site), {}, self.seed + n) for n, each in enumerate(self.people)
        ]
        with self.served(site, pairs, first=lambda: self.check_clocks(before, begun)):
            self.wait_for(site, AFTER)
        for players in pairs:
            players.look_once_more()
        self.found += [*site.surprises, *audit.faults(site.histories)]
        print(f"{site.counts['command ok']:8} commands were carried out after the restore")

    def check_clocks(self, before: Clocks, begun: datetime) -> None:
        """The server that comes up charges the hour to nobody: clocks run as if they had just been pressed.

        One that stood still for a while yet starts when the server has begun, or later.
        """
        after = self.running_clocks()
        if not before:
            self.found.append("no clock ran")
        for match, (started, *rest) in before.items():
            if match not in after or list(after[match][1:]) != rest:
                self.found.append(f"match {match} was not left as it was: {rest}, now {after.get(match)}")
            elif after[match][0] - started < AGE and after[match][0] < begun:  # type: ignore[operator]
                self.found.append(f"match {match}: its clock has been charged for {AGE} that nobody had")
        print(f"{len(before):8} clocks ran on, credited with the time in between")

    @contextmanager
    def served(self, site: Site, pairs: Sequence[Players], first: Callable[[], None] = lambda: None) -> Iterator[None]:
        """A server, and these players at their tables; both have stopped at the end."""
        web = Web(site, self.nursery, site.ports[0], self.seed)
        deadline = time.monotonic() + PATIENCE
        while not web.is_up():
            assert time.monotonic() < deadline, self.nursery.log.read_text()
            time.sleep(0.02)
        Browser(site).insist("/healthz")  # nothing is answered before lost time has been credited
        first()
        for players in pairs:
            players.start()
        try:
            yield
        finally:
            site.stopping.set()
            for players in pairs:
                players.join()
            self.nursery.kill(web.pid)

    def wait_for(self, site: Site, commands: int) -> None:
        """Wait until the pairs have given so many commands more, each on average."""
        wait_for_commands(site, commands * len(self.people), PATIENCE)

    def script(self, name: str, *arguments: str, may_fail: bool = False) -> subprocess.CompletedProcess[str]:
        """Run a script of deploy/ as an operator would."""
        command = [str(ROOT / "deploy" / name), *arguments]
        done = subprocess.run(command, cwd=ROOT, env=dict(os.environ), capture_output=True, text=True)
        assert may_fail or done.returncode == 0, done.stderr
        return done
