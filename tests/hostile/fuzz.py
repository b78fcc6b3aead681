"""Malformed requests, handshakes and frames by the thousand against a real server: nothing breaks, nothing changes.

    python -m tests.hostile.fuzz requests=100000 handshakes=10000 frames=100000
    python -m tests.hostile.fuzz requests=5000 --by uvicorn --seed 7

Prints what was answered; fails at an answer of 500 or more, at any word of the server's, at a changed table, at memory
that grows. The same seed sends the same bytes. What has failed once is kept in tests/hostile/regressions.txt, which
every run sends first.
"""

import argparse
import random
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests.hostile.served import Served, found_site, served

REGRESSIONS = Path(__file__).with_name("regressions.txt")
GROWTH_BYTES = 20_000_000
PORTION = 5000  # after each the figures are printed
WARM = 5000  # so many fill caches; with fewer nothing can be said about memory
QUEUE_SECONDS = 60.0
STRANGERS = 40  # so that what a person may do in an hour is not used up at once


def main() -> int:
    """Make a site, attack it, and judge."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("shots", nargs="+", help="what is sent, and how often: requests=1000")
    parser.add_argument("--by", choices=["daphne", "uvicorn"], default="daphne")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    options = parser.parse_args()
    shots = [(what, int(number)) for what, _, number in (each.partition("=") for each in options.shots)]
    print(f"{' '.join(options.shots)} to a server by {options.by}, seed {options.seed}", flush=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="barpoint-fuzz-")))
        found_site(folder, settings="tests.hostile.unlimited")
        from tests.hostile.digest import changed, digests
        from tests.hostile.volley import Volley
        from tests.hostile.world import build_world

        world = build_world()
        server = stack.enter_context(served(folder, by=options.by, BARPOINT_PROXIES="1"))
        volley = Volley(server, dict(world.names()), sessions_of(world), options.seed)
        if options.by == "daphne":  # uvicorn leaves the queue to a worker
            wait_for_the_queue()
        before = digests()
        faults: list[str] = volley.again(REGRESSIONS)
        for what, number in shots:
            faults += attack(server, volley, what, number)
        faults += [f"the table {name} has changed" for name in changed(before, digests())]
        faults += judge(server)
    print("\n".join(faults) or "No fault", flush=True)
    return 1 if faults else 0


def wait_for_the_queue() -> None:
    """Let the server finish the work that making the site has left, and drop what is done, as it does once a minute."""
    from django_tasks_db.models import DBTaskResult

    deadline = time.monotonic() + QUEUE_SECONDS
    while DBTaskResult.objects.filter(status__in=["READY", "RUNNING"]).exists():
        if time.monotonic() > deadline:
            raise TimeoutError("the queue is never empty")
        time.sleep(0.05)
    DBTaskResult.objects.successful().delete()


def attack(server: Served, volley: "Volley", what: str, number: int) -> list[str]:  # type: ignore[name-defined]  # noqa: F821
    """Send so many of one kind, the first of them to warm the server up; gives the faults."""
    warming = min(WARM, number // 2)
    volley.fire(what, warming)
    begun, before = time.monotonic(), server.memory()
    left = number - warming
    while left:
        volley.fire(what, min(left, PORTION))
        left -= min(left, PORTION)
        counts = " ".join(f"{kind}:{count}" for kind, count in sorted(volley.counts.items()))
        print(
            f"{number - left} {what}: {counts}; {time.monotonic() - begun:.0f} s; "
            f"memory {before / 1e6:.1f} -> {server.memory() / 1e6:.1f} MB",
            flush=True,
        )
    faults, growth = volley.take_faults(), server.memory() - before
    if warming == WARM and growth > GROWTH_BYTES:
        faults.append(f"memory has grown by {growth / 1e6:.1f} MB under {what}")
    return faults


def judge(server: Served) -> list[str]:
    """What is wrong with the server in the end."""
    faults = [] if server.is_alive() else ["the server does not answer any more"]
    if said := server.said():
        faults.append(f"the server said: {said[:6000]}")
    return faults


def sessions_of(world: "World") -> dict[str, list[str]]:  # type: ignore[name-defined]  # noqa: F821
    """Browsers by role, in which everybody has just given his password; of strangers there are many."""
    from importlib import import_module

    from django.conf import settings

    from accounts.models import User
    from tests.hostile.world import ROLES

    store = import_module(settings.SESSION_ENGINE).SessionStore

    def fresh(key: str) -> str:
        session = store(key)
        session["account_authentication_methods"] = [{"method": "password", "at": time.time() + 10**6}]
        session.save()
        return key

    sessions = {role: [fresh(world.session(role)) if role in world.people else ""] for role in ROLES}
    stranger = world.people["stranger"]
    for number in range(STRANGERS):
        world.people["another"] = User.objects.create(username=f"another{number}", password=stranger.password)
        sessions["stranger"].append(fresh(world.session("another")))
    return sessions


if __name__ == "__main__":
    sys.exit(main())
