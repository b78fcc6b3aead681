"""Races on a database that Django is set up on: the same command many times at once, different ones, and pairs."""

from collections import Counter
from contextlib import ExitStack

from games.models import Match, Move
from tests.live.viewing import session_of
from tests.people import make_user
from tests.reliability import audit, exchange, pairs
from tests.reliability.direct import DirectTab
from tests.reliability.killing import Web
from tests.reliability.nursery import Nursery
from tests.reliability.place import Place
from tests.reliability.players import Players
from tests.reliability.site import Browser, Site
from tests.reliability.situations import People
from tests.reliability.storm import FAULTS_SHOWN, wait_for
from tests.services import free_port

MOST_TABS = 16
FAULT_LENGTH = 600
SESSION: dict[str, object] = {"kind": "session", "cube": "on", "max_beavers": 2, "visibility": "public"}
DRAWN = {**SESSION, "browser_dice": "on"}  # both players' secrets for the dice are their own


class Races:
    """What was raced so far, and every fault."""

    def __init__(self, stack: ExitStack, place: Place, seed: int) -> None:
        self.stack, self.place, self.seed = stack, place, seed
        self.counts: Counter[str] = Counter()
        self.found: list[str] = []

    def submit_over_http(self, number: int) -> None:
        """Doubles and rivals over HTTP to a real server."""
        site = Site(ports=[free_port()])
        nursery = Nursery(self.place.folder / "log", look_seconds=16)
        self.stack.callback(nursery.close)
        wait_for([Web(site, nursery, site.ports[0], self.seed)])
        tabs = {}
        for name in ("left", "right"):
            session = session_of(make_user(name))
            tabs[name] = [Browser(site, session) for _ in range(MOST_TABS)]
        self._submit(Players(site, tabs, Browser(site), SESSION, self.seed), number, "over HTTP")
        nursery.close()  # its keeper would have its say in the matches to come

    def submit_to_services(self, number: int) -> None:
        """Doubles and rivals from threads, each with a connection of its own."""
        site = Site(ports=[])
        tabs = {}
        for name in ("near", "far"):
            user = make_user(name)
            tabs[name] = [DirectTab(site, user) for _ in range(MOST_TABS)]
        self._submit(Players(site, tabs, DirectTab(site, make_user("third")), DRAWN, self.seed), number, "to services")

    def pair(self, times: int) -> None:
        """Every pair of commands, so often."""
        people = People(make_user("white"), make_user("black"), (make_user("guest1"), make_user("guest2")))
        self.found += pairs.faults(people, times, self.counts)

    def report(self, lasted: float) -> int:
        """Print what happened, and every fault; 0 if there is none."""
        for name, count in sorted(self.counts.items()):
            print(f"{count:8} {name}")
        print(f"{Move.objects.count():8} moves stored in {Match.objects.count()} matches, in {lasted:.0f} s")
        print(f"{len(self.found):8} faults")
        for fault in self.found[:FAULTS_SHOWN]:
            print(f"  {fault[:FAULT_LENGTH]}")
        return 1 if self.found else 0

    def _submit(self, players: Players, number: int, how: str) -> None:
        """So many doubles and so many rivals, as a game goes on; its record must explain every answer."""
        players.begin()
        doubles = rivals = 0
        while doubles < number or rivals < number:
            if players.model.is_over:
                players.play_again()
            elif doubles < number and (rivals >= number or players.random.random() < 0.5):
                players.submit_together(players.choose())
                doubles += 1
            elif len(wishes := players.rivals(players.random.randint(2, MOST_TABS))) > 1:
                players.submit_rivals(wishes)
                rivals += 1
            else:
                players.submit(players.choose())
        players.close()
        self.counts[f"doubles {how}"] += doubles
        self.counts[f"rivals {how}"] += rivals
        for name, count in players.site.counts.items():
            self.counts[f"{name} {how}"] += count
        self.found += [*players.site.surprises, *audit.faults(players.site.histories), *exchange.faults(players.site)]
