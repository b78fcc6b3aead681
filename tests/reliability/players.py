"""Two people who play one match after another over HTTP, and never give up asking."""

import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from django.db import connection

from games.commands import Command
from games.models import Match
from games.rules.errors import RuleError
from games.rules.game import Phase, Seat
from games.rules.notation import format_play
from tests.reliability.exchange import by_browsers, exchange
from tests.reliability.history import Asked, Op
from tests.reliability.model import STALE, Model
from tests.reliability.record import read_record
from tests.reliability.site import PATIENCE_SECONDS, Site
from tests.reliability.wishes import Tab, Wish, asked_by, close_connections, form_of

SESSION_GAMES = 2


class Players(threading.Thread):
    """Both players of one table, and everything that happens to them: doubled clicks, old tabs, the wrong seat."""

    def __init__(
        self, site: Site, tabs: Mapping[str, Sequence[Tab]], stranger: Tab, create: dict[str, object], seed: int
    ) -> None:
        super().__init__(name=f"players {seed}")
        self.site, self.tabs, self.stranger, self.create = site, tabs, stranger, create
        self.random = random.Random(seed)
        self.threads = ThreadPoolExecutor(max(map(len, tabs.values())), f"tabs of {self.name}")
        self.names: dict[Seat, str] = {}
        self.match = ""
        self.wished = False  # whether a rematch of this match has been asked for already
        self.done: list[tuple[int, Wish]] = []  # what has been acknowledged in this match

    def run(self) -> None:
        try:
            self.begin()
            while not self.site.stopping.is_set():
                self.act()
        except Exception as error:
            self.site.tell(f"{self.name} stopped: {error!r}")
            raise
        finally:
            self.close()

    def close(self) -> None:
        """Close all tabs and their threads."""
        for tab in (self.stranger, *(tab for tabs in self.tabs.values() for tab in tabs)):
            tab.close()
        close_connections(self.threads, max(map(len, self.tabs.values())))
        self.threads.shutdown()
        connection.close()  # of this thread

    def look_once_more(self) -> None:
        """See the table as it is in the end, from every side."""
        for browser in (self.stranger, *(tabs[0] for tabs in self.tabs.values())):
            browser.look(self.match)

    # Matches begin

    def begin(self) -> None:
        """One makes a match, the other joins."""
        first, second = self.tabs
        self.match = self.tabs[first][0].create({**self.create, "seat": "white"})
        self.names = {Seat.WHITE: first, Seat.BLACK: second}
        joiner = self.tabs[second][0]
        exchange(self.site, self.match, Seat.WHITE, self.create, self.tabs[first][0], partial(joiner.join, self.match))
        self._sit_down()

    def play_again(self) -> None:
        """One asks for a rematch, the other agrees; a match that was called off has none."""
        if self.model.status == "aborted":
            self.begin()
            return
        first, second = self.random.sample(list(Seat), 2)
        old, version = self.match, self.model.version
        op = Op(next(self.site.moment), version, Asked(first, "rematch"))
        if not self.wished:
            self.site.histories[old].append(op)
        self.wished = False
        creator, joiner = self.tab(first), self.tab(second)
        offered = creator.rematch(old, self.create if by_browsers(self.create) else {})
        agreed = exchange(self.site, offered, first, self.create, creator, partial(joiner.rematch, old))
        op.ended, op.answer = next(self.site.moment), "ok"
        self.match = agreed or offered
        if offered != self.match:
            self.site.tell(f"two rematches of one match: {offered} and {self.match}")
        self.site.counts["matches over"] += 1
        self._sit_down()

    def _sit_down(self) -> None:
        self.done = []
        self.model = self._stored_model()

    def _stored_model(self) -> Model:
        """The match from its record: at its beginning, and when the server has acted by itself."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return read_record(Match.objects.get(public_id=self.match))[0]
            except Exception:  # the database may be dead as well
                if time.monotonic() > deadline:
                    raise
                connection.close()
                time.sleep(0.05)

    # One step

    def act(self) -> None:
        """Give the next command, in one of many ways."""
        if self.model.is_over:
            self.play_again()
        wish = self.choose()
        chance = self.random.random()
        if chance < 0.10:
            self.submit_together(wish)
        elif chance < 0.16 and len(rivals := self.rivals(self.random.randint(2, 4))) > 1:
            self.submit_rivals(rivals)
        else:
            self.submit(wish)
        chance = self.random.random()
        if chance < 0.10 and self.done:
            self.repeat(*self.done[-1])
        elif chance < 0.15 and self.done:
            self.ask_with_an_old_page(*self.done[-1])
        elif chance < 0.20:
            self.ask_from_the_wrong_seat()
        elif chance < 0.30:
            self.random.choice([self.stranger, *self.tabs[self.random.choice(list(self.tabs))]]).look(self.match)

    def submit(self, wish: Wish) -> None:
        """Give a command until it is answered."""
        op = self._insist(self.tab(wish.seat), self.model.version, wish)
        if op.answer == "ok":
            self._follow(wish, op)
        else:
            self._resync(wish)

    def submit_together(self, wish: Wish) -> None:
        """The same form from several tabs at once: carried out once, and all are told so."""
        version, tabs = self.model.version, self.tabs[self.names[wish.seat]]
        ops = self._at_once([(self._insist, tab, version, wish) for tab in tabs[: self.random.randint(2, len(tabs))]])
        if {op.answer for op in ops} == {"ok"}:
            self._follow(wish, next((op for op in ops if op.seen), ops[0]))
        else:
            self._resync(wish)

    def submit_rivals(self, wishes: list[Wish]) -> None:
        """Different commands at one version: one is carried out, the others are told that they came too late."""
        version, tabs = self.model.version, self.tabs[self.names[wishes[0].seat]]
        calls = [(self._insist, tab, version, wish) for tab, wish in zip(tabs, wishes, strict=False)]
        done = list(zip(self._at_once(calls), wishes, strict=False))
        won = [(op, wish) for op, wish in done if op.answer == "ok"]
        if len(won) == 1 and all(op.status == STALE for op, _ in done if op is not won[0][0]):
            self._follow(won[0][1], won[0][0])
        else:
            self._resync(wishes[0])

    def rivals(self, number: int) -> list[Wish]:
        """Different things that may be done now by the same player, as far as chance finds them."""
        if self.model.state is None or self.model.state.to_act is None:
            return []
        return list(dict.fromkeys(self.choose() for _ in range(3 * number)))[:number]

    def repeat(self, version: int, wish: Wish) -> None:
        """A command that was acknowledged, once more: the same answer."""
        op = self._insist(self.tab(wish.seat), version, wish)
        if op.answer != "ok":
            self.site.tell(f"{self.match}: {wish} at {version} was acknowledged, and its repetition refused")

    def ask_with_an_old_page(self, version: int, wish: Wish) -> None:
        """Another command at a version that is past."""
        kind = "roll" if wish.command.kind != "roll" else "double"
        op = self._insist(self.tab(wish.seat), version, Wish(wish.seat, Command(kind)))
        if op.answer != "refused":
            self.site.tell(f"{self.match}: a stale {kind} at {version} was {op.answer}")

    def ask_from_the_wrong_seat(self) -> None:
        """A command of whoever is not to act."""
        wish = self.choose()
        if self.model.state is None or self.model.state.to_act is None:
            return
        op = self._insist(self.tab(wish.seat.other), self.model.version, Wish(wish.seat.other, Command("roll")))
        if op.answer != "refused":
            self.site.tell(f"{self.match}: the wrong seat's roll was {op.answer}")

    def choose(self) -> Wish:
        """Something that somebody may do now."""
        state, chance = self.model.state, self.random.random()
        assert state
        seat = state.to_act
        if seat is None:
            leaves = self.model.terms.length == 0 and self.model.games >= SESSION_GAMES
            return Wish(self.random.choice(list(Seat)), Command("leave" if leaves else "next"))
        if state.phase == Phase.DOUBLED:
            kind = "take" if chance < 0.6 else "beaver" if chance < 0.8 and state.can_beaver(seat) else "drop"
            return Wish(seat, Command(kind))
        if state.phase == Phase.RESIGNING:
            return Wish(seat, Command("accept" if chance < 0.5 else "refuse"))
        if chance < 0.03 and state.resign_levels(seat):
            return Wish(seat, Command("resign", str(self.random.choice(state.resign_levels(seat)))))
        if chance < 0.032 and self.model.may_be_called_off:
            return Wish(seat, Command("abort"))
        if chance < 0.036 and self.model.terms.length:
            return Wish(seat, Command("resign", "match"))
        if state.phase == Phase.TO_ROLL:
            return Wish(seat, Command("double" if state.can_double(seat) and chance < 0.15 else "roll"))
        legal = state.legal()
        return Wish(seat, Command("play", format_play(legal.play_for(self.random.choice(legal.results)))))

    def tab(self, seat: Seat) -> Tab:
        """Any tab of the player in this seat."""
        return self.random.choice(self.tabs[self.names[seat]])

    def _insist(self, tab: Tab, version: int, wish: Wish) -> Op:
        """Give the same command with the same version until it is answered; sometimes look at the table in between."""
        asked = asked_by(self.model, version, wish)
        form = form_of(wish.command)
        deadline = time.monotonic() + PATIENCE_SECONDS
        tries = 0
        while time.monotonic() < deadline:
            op = tab.command(self.match, version, asked, form)
            if op.answer != "unknown":
                if tries:
                    self.site.counts["answered after a retry"] += 1
                return op
            tries += 1
            time.sleep(random.uniform(0.01, 0.05))
            if random.random() < 0.3:
                tab.look(self.match)
        raise TimeoutError(f"no answer to {wish} in {PATIENCE_SECONDS} seconds")

    def _at_once(self, calls: list[tuple[Callable[..., Op], Tab, int, Wish]]) -> list[Op]:
        barrier = threading.Barrier(len(calls))

        def call(each: tuple[Callable[..., Op], Tab, int, Wish]) -> Op:
            barrier.wait()
            return each[0](*each[1:])

        return list(self.threads.map(call, calls))

    def _follow(self, wish: Wish, op: Op) -> None:
        """Have the model do what was acknowledged, with the dice that were shown."""
        seen, version = op.seen, self.model.version
        self.done.append((version, wish))
        if seen is None or wish.command.kind == "next" or seen.version != version + 1:
            self.model = self._stored_model()  # opening ties, or a second tab that was answered later
            return
        dice = (seen.rolled[-1], seen.rolled[0]) if seen.rolled else (0, 0)
        try:
            status = self.model.answer(wish.seat, version, wish.command, lambda: dice)
        except RuleError as error:
            self.site.tell(f"{self.match}: {wish} at {version} was acknowledged: {error}")
        else:
            if status != 200:
                self.site.tell(f"{self.match}: {wish} at {version} was acknowledged, and the rules say {status}")

    def _resync(self, wish: Wish) -> None:
        """A command that the rules allow was refused: only because the server has acted by itself meanwhile."""
        version = self.model.version
        self.model = self._stored_model()
        stored = self.model.stored.get(version + 1)
        if stored is None or (stored.seat is not None and stored.kind != "flag"):
            self.site.tell(f"{self.match}: {wish} at {version} was refused; stored after it is {stored}")
        self.site.counts["the server acted first"] += 1
