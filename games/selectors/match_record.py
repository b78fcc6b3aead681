"""The record of a match for anybody to keep and check: what was agreed, what the dice come from, and every move.

Its form is in docs/dice.md. There is nothing in it that its match's page does not show to every spectator, but for the
secrets that are public already.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from games.models import DiceExchange, Game, Match, Move
from games.rules.dice_chain import PROTOCOL
from games.rules.game import Reason, Seat
from games.rules.record import FORMAT
from games.selectors.table import GameResult
from games.selectors.versions import of_one_version
from games.stored import creator_seat, exchange_of

Record = dict[str, Any]

_GAME = ("number", "state__terms", "dice_secret", "started_at", "ended_at", "winner", "reason", "multiplier", "points")
_MOVE = ("version", "game__number", "seat", "kind", "die1", "die2", "roll_number", "text", "made_at")


def match_record(match: Match) -> Record:
    """The record of `match` (loaded with its seats' users and its exchange): three queries.

    It is that of its version or a newer one.
    """
    return of_one_version(_record, match)


def results_of(record: Record) -> dict[int, GameResult]:
    """How the finished games of a record ended, by their numbers."""
    return {
        game["number"]: GameResult(
            number=game["number"],
            winner=Seat(game["winner"]) if game["winner"] else None,
            reason=Reason(game["reason"]),
            multiplier=game["multiplier"],
            points=game["points"],
        )
        for game in record["games"]
        if game["ended_at"]
    }


def _record(match: Match) -> Record:
    exchange = exchange_of(match)
    return {
        "format": FORMAT,
        "match": match.public_id,
        "variant": match.variant,
        "options": match.options.split(),
        "length": match.length,
        "crawford": match.crawford,
        "cube": match.cube,
        "jacoby": match.jacoby,
        "max_beavers": match.max_beavers,
        "automatic_doubles": match.automatic_doubles,
        "rated": match.rated,
        "white": match.white.username if match.white else "",
        "black": match.black.username if match.black else "",
        "status": match.status,
        "winner": match.winner,
        "score": [match.white_score, match.black_score],
        "dice": _dice(match, exchange) if exchange else None,
        "games": list(_games(match)),
        "moves": list(_moves(match)),
    }


def _dice(match: Match, exchange: DiceExchange) -> Record:
    """What server and players have committed to and revealed so far, and when."""
    return {
        "protocol": PROTOCOL,
        "links": exchange.links,
        "root": exchange.root,
        "committed_at": _time(exchange.committed_at),
        "creator": creator_seat(match),
        "creator_by_server": exchange.creator_by_server,
        "creator_commitment": exchange.creator_commitment,
        "creator_committed_at": _time(exchange.creator_committed_at),
        "joiner_by_server": exchange.joiner_by_server,
        "joiner_secret": exchange.joiner_secret,
        "joiner_revealed_at": _time(exchange.joiner_revealed_at),
        "creator_secret": exchange.creator_secret,
        "creator_revealed_at": _time(exchange.creator_revealed_at),
    }


def _games(match: Match) -> Iterator[Record]:
    rows = Game.objects.filter(match=match).order_by("number").values_list(*_GAME)
    for number, terms, secret, started_at, ended_at, winner, reason, multiplier, points in rows:
        yield {
            "number": number,
            "terms": terms,
            "secret": secret,
            "started_at": _time(started_at),
            "ended_at": _time(ended_at),
            "winner": winner,
            "reason": reason,
            "multiplier": multiplier,
            "points": points,
        }


def _moves(match: Match) -> Iterator[Record]:
    rows = Move.objects.filter(match=match).order_by("version").values_list(*_MOVE)
    for version, game, seat, kind, die1, die2, roll, text, made_at in rows:
        yield {
            "version": version,
            "game": game,
            "seat": seat,
            "kind": kind,
            "dice": None if die1 is None else [die1, die2],
            "roll": roll,
            "text": text,
            "made_at": _time(made_at),
        }


def _time(when: datetime | None) -> str | None:
    """ISO 8601 in UTC with microseconds, always of the same length, so that times can be compared as text."""
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ") if when else None
