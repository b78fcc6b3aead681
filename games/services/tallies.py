"""Counting the dice of finished games, once each, into the tallies of both players and of the site."""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F

from games.models import DiceTally, Game, Move
from games.rules.errors import RuleError
from games.rules.game import Seat
from games.rules.snapshot import from_json
from games.rules.tally import Tally, tallies
from games.stored import entry_of

# What has waited for so long is not on its way: it ended before dice were counted, or its work was given up.
LEFT_OUT_AFTER = timedelta(minutes=10)
MOST_LEFT_OUT = 20

logger = logging.getLogger(__name__)


def count_game(game_id: int) -> None:
    """Add the dice of a game that is over to the tallies, unless that is done: by whoever marks the game first.

    Its record does not change any more, so it is read and replayed before the transaction, which is short. Rows are
    locked in one order everywhere: the game, players by number, the site.
    """
    game = Game.objects.select_related("match").get(pk=game_id)
    if game.dice_counted or not game.ended_at:
        return
    moves = Move.objects.filter(game=game).order_by("version")
    try:
        counted = tallies(from_json(game.state).terms, [entry_of(move) for move in moves])
    except RuleError as error:  # check_games tells more
        logger.error("The dice of game %s are not counted, because its record breaks off: %s", game, error)
        counted = {seat: Tally() for seat in Seat}
    of_players = {game.match.white_id: counted[Seat.WHITE], game.match.black_id: counted[Seat.BLACK]}
    of_site = counted[Seat.WHITE] + counted[Seat.BLACK]
    with transaction.atomic():
        if not Game.objects.filter(pk=game_id, dice_counted=False).update(dice_counted=True):
            return
        for user_id in sorted(pk for pk in of_players if pk):
            _add(user_id, of_players[user_id])
        _add(None, of_site)


def left_out(now: datetime) -> list[int]:
    """Some of the games that are over and not counted though they should be, the oldest first."""
    waiting = Game.objects.filter(dice_counted=False, ended_at__lt=now - LEFT_OUT_AFTER)
    return list(waiting.order_by("ended_at").values_list("pk", flat=True)[:MOST_LEFT_OUT])


def _add(user_id: int | None, tally: Tally) -> None:
    """Add to one row, which is made where it is missing; both are safe beside others who do the same."""
    added: dict[str, Any] = {
        "rolls": F("rolls") + tally.rolls,
        "doubles": F("doubles") + tally.doubles,
        **{name: F(name) + count for name, count in zip(DiceTally.FACES, tally.faces, strict=True)},
        "entries": F("entries") + tally.entries,
        "entered": F("entered") + tally.entered,
        "entries_expected": F("entries_expected") + tally.entries_expected,
        "entries_variance": F("entries_variance") + tally.entries_variance,
    }
    row = DiceTally.objects.filter(user=user_id)
    if not row.update(**added):
        DiceTally.objects.bulk_create([DiceTally(user_id=user_id)], ignore_conflicts=True)
        row.update(**added)
