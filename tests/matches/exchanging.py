"""The exchange of secrets, step by step, for tests."""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from accounts.models import User
from games.models import DiceExchange, Match
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import commit_secret, create_match, join_match, reveal_secret
from tests.dice import ScriptedDice
from tests.playing import NOON

TERMS = MatchTerms("backgammon", 5)
MINE, YOURS, OTHER = "1a" * 32, "2b" * 32, "3c" * 32
SECOND = timedelta(seconds=1)


def drawn_by_browser(host: User) -> Match:
    """An open match in which Black's browser is to draw a secret."""
    return create_match(host, TERMS, rated=False, public=True, seat=Seat.BLACK, now=NOON, server_draws=False)


def commitment_to(match: Match, secret: str, seat: str = "black") -> str:
    """docs/dice.md by hand."""
    return sha256(f"barpoint-dice/1|secret|{match.public_id}|{seat}|".encode() + bytes.fromhex(secret)).hexdigest()


def commit(match: Match, user: User, secret: str = MINE, now: datetime = NOON) -> Match:
    return commit_secret(user, match.public_id, commitment_to(match, secret), now=now)


def join(match: Match, user: User, dice: ScriptedDice, secret: str | None = YOURS, now: datetime = NOON) -> Match:
    return join_match(user, match.public_id, None, now=now, roll_dice=dice, secret=secret)


def reveal(match: Match, user: User, dice: ScriptedDice, secret: str = MINE, now: datetime = NOON) -> Match:
    return reveal_secret(user, match.public_id, secret, now=now, roll_dice=dice)


def stands(match: Match) -> tuple[Any, ...]:
    """Status, version, and all that has been said, as it is stored."""
    match.refresh_from_db()
    told = DiceExchange.objects.get(match=match)
    return match.status, match.version, told.creator_commitment, told.joiner_secret, told.creator_secret
