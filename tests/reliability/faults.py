"""Points on the path of a command at which a server process kills itself, for tests alone.

Each life of a process has at most one armed point, and dies when it is passed for the n-th time:

* "dice": inside the transaction, the dice drawn and nothing written
* "written": inside the transaction, everything written, before COMMIT
* "answer": after COMMIT, before the first byte of the answer
"""

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.conf import settings
from django.db.backends.signals import connection_created
from django.http import HttpRequest, HttpResponse

from games.models import Match
from games.services.dice import chained_dice

POINTS = ("dice", "written", "answer")
DRAWN = "drawn"  # the file in the data folder in which servers note the dice they draw


class Drawn(NamedTuple):
    """Dice that were drawn: for which match, game and roll of it, and by which process."""

    which: tuple[str, int, int]
    dice: tuple[int, int]
    process: int


@dataclass
class Armed:
    """The point at which this process dies, and how often it may pass there before."""

    point: str = ""
    left: int = 0


armed = Armed()


def arm(point: str, passes: int) -> None:
    """Have this process die at the given pass of a point."""
    armed.point, armed.left = point, passes
    if point == "written":
        connection_created.connect(_watch_statements)


def reach(point: str) -> None:
    """Pass a point, or die there."""
    if armed.point == point:
        armed.left -= 1
        if armed.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)


def dice(match: Match, game: int, number: int) -> tuple[int, int]:
    """The server's own dice (setting DICE_SOURCE), noted down before anything can happen to them."""
    rolled = chained_dice(match, game, number)
    note = f"{match.public_id} {game} {number} {rolled[0]} {rolled[1]} {os.getpid()}\n"
    file = os.open(settings.DATA_DIR / DRAWN, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(file, note.encode())  # one call: whole, whoever writes or dies meanwhile
    os.close(file)
    reach("dice")
    return rolled


def drawn() -> Iterator[Drawn]:
    """All dice that any server has drawn so far, those whose transaction was lost among them."""
    path = settings.DATA_DIR / DRAWN
    for line in path.read_text().splitlines() if path.exists() else ():
        match, *numbers = line.split()
        game, number, die1, die2, process = map(int, numbers)
        yield Drawn((match, game, number), (die1, die2), process)


def before_the_answer(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware around everything: when it has the answer to a command, the command is committed."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method == "POST" and response.status_code in (200, 204):
            reach("answer")
        return response

    return answer


def _watch_statements(connection: Any, **kwargs: Any) -> None:
    connection.execute_wrappers.append(_after_the_last_statement)


def _after_the_last_statement(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """A command's last statement sets the new version of its match; then comes COMMIT."""
    done = execute(sql, params, many, context)
    if sql.startswith('UPDATE "games_match"') and '"version"' in sql:
        reach("written")
    return done
