"""What players wish to do, as forms send it and as the record has it; and the tabs they do it in."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

from django.db import connections

from games.commands import Command
from games.rules.errors import RuleError
from games.rules.game import Seat
from tests.reliability.history import Asked, Op
from tests.reliability.model import Model, Refused, entry_of


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody is about to do."""

    seat: Seat
    command: Command


class Tab(Protocol):
    """One tab of one visitor: over HTTP (`site.Browser`), or straight to the services (`direct.DirectTab`)."""

    def create(self, form: dict[str, object]) -> str: ...
    def join(self, match: str, secret: dict[str, object]) -> None: ...
    def rematch(self, match: str, secret: dict[str, object]) -> str: ...
    def tell(self, match: str, **said: str) -> None: ...
    def record(self, match: str) -> dict[str, object]: ...
    def look(self, match: str, version: int = 0) -> Op: ...
    def command(self, match: str, version: int, asked: Asked, form: dict[str, object]) -> Op: ...
    def close(self) -> None: ...


def asked_by(model: Model, version: int, wish: Wish) -> Asked:
    """A command as the record would have it."""
    if wish.command.kind == "next":
        return Asked("", "roll")
    state = model.before.get(version + 1, model.state)
    assert state
    try:
        entry = entry_of(state, wish.seat, wish.command)
    except (Refused, RuleError):
        return Asked(wish.seat, wish.command.kind, wish.command.text)
    return Asked(wish.seat, entry.kind, entry.text)


def form_of(command: Command) -> dict[str, object]:
    """What the page's form would send."""
    field = {"play": "play", "resign": "level", "choose": "number"}.get(command.kind)
    return {"kind": command.kind, **({field: command.text} if field else {})}


def close_connections(threads: ThreadPoolExecutor, number: int) -> None:
    """Close the database connections of an executor's threads: all of them at once, or one thread would do it all."""
    barrier = threading.Barrier(number)

    def close(_: int) -> None:
        barrier.wait()
        connections.close_all()

    list(threads.map(close, range(number)))
