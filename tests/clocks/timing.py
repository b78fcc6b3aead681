"""A match against the clock for tests: who has how much left, whose clock runs, and boards put up by hand."""

from datetime import timedelta

from games.models import Game, Match
from games.rules.game import GameState, Seat
from games.rules.notation import format_play
from games.rules.snapshot import to_json
from games.stored import clock_of
from tests.playing import NOON, Table


def left(table: Table) -> tuple[float, float]:
    """Seconds of reserve that White and Black have."""
    white, black = clock_of(Match.objects.get(pk=table.match.pk)).reserve_ms
    return white / 1000, black / 1000


def running(table: Table) -> tuple[str, float] | None:
    """Whose clock runs, and since how many seconds after noon."""
    match = Match.objects.get(pk=table.match.pk)
    if match.clock_started_at is None:
        assert not match.clock_seat
        return None
    return match.clock_seat, (match.clock_started_at - NOON) / timedelta(seconds=1)


def due(table: Table) -> float | None:
    """When the keeper has something to do, in seconds after noon."""
    due_at = Match.objects.get(pk=table.match.pk).due_at
    return None if due_at is None else (due_at - NOON) / timedelta(seconds=1)


def put_up(table: Table, state: GameState) -> None:
    """Change the newest game's board, as if it had been played to there."""
    Game.objects.filter(match=table.match, number=newest(table).number).update(state=to_json(state))


def any_play(table: Table) -> str:
    """A legal play of the roll on the board."""
    return format_play(next(iter(table.state.legal())))


def newest(table: Table) -> Game:
    return Game.objects.filter(match=table.match).latest("number")


WHITE, BLACK = Seat.WHITE, Seat.BLACK
