"""The secrets that dice come from: committed to, exchanged and revealed in the order of docs/dice.md.

Nothing else reads or writes the table of secrets.
"""

import secrets
from datetime import datetime
from functools import lru_cache

from django.utils.translation import gettext_lazy as _

from config import statements
from games.errors import BadCommand, NotCommitted, NotNow
from games.models import DiceExchange, DiceSecret, Match, new_secret
from games.rules.dice import dice_from_bytes
from games.rules.dice_chain import commitment, game_key, link_of, links_for, roll
from games.rules.game import Seat
from games.stored import creator_seat, exchange_of

LINKS_KEPT = 2000  # by a process: so many games can be played at once without looking for their links again


def commit(match: Match, *, creator_by_server: bool, now: datetime) -> DiceExchange:
    """The server commits to the chain of a new match, and to the creator's secret if it draws that too."""
    links = links_for(match.length)
    secret = DiceSecret(match=match)
    exchange = DiceExchange(
        match=match,
        links=links,
        root=link_of(match.public_id, 0, bytes.fromhex(secret.seed), links).hex(),
        committed_at=now,
        creator_by_server=creator_by_server,
    )
    if creator_by_server:
        secret.creator_secret = new_secret()
        drawn = bytes.fromhex(secret.creator_secret)
        exchange.creator_commitment = commitment(match.public_id, creator_seat(match), drawn).hex()
        exchange.creator_committed_at = now
    secret.save(force_insert=True)
    exchange.save(force_insert=True)
    return exchange


def not_before_the_last(match: Match, now: datetime) -> datetime:
    """`now`, or when the last step of the exchange was recorded: the clocks of two servers may differ."""
    exchange = exchange_of(match)
    if exchange is None:
        return now
    steps = (exchange.committed_at, exchange.creator_committed_at, exchange.joiner_revealed_at)
    return max(now, *(step for step in steps if step))


def commit_creator(match: Match, digest: str, now: datetime) -> bool:
    """The creator's browser commits to its secret, once and before anybody joins. Whether that is new."""
    exchange = _by_browser(match)
    if exchange.creator_commitment == digest:
        return False
    if exchange.creator_commitment:
        raise NotNow(_("A commitment has been made for this match. It cannot be replaced."))
    if match.status != Match.Status.OPEN:
        raise NotNow
    exchange.creator_commitment, exchange.creator_committed_at = digest, now
    exchange.save()
    return True


def is_committed(match: Match) -> bool:
    """Whether the creator's secret is fixed, so that the joiner's may be told."""
    exchange = exchange_of(match)
    return exchange is None or exchange.creator_commitment != ""


def check_committed(match: Match) -> None:
    """Raises NotCommitted where `is_committed` says no."""
    if not is_committed(match):
        raise NotCommitted(match.creator.username)


def reveal_joiner(match: Match, secret: str | None, now: datetime) -> bool:
    """The joiner's secret, drawn by the server if the joiner sends none; then the creator's, if the server has it.

    Whether all secrets are there, so that the match can begin.
    """
    check_committed(match)
    exchange = exchange_of(match)
    if exchange is None:  # the challenge is older than these dice
        exchange = commit(match, creator_by_server=True, now=now)
        secret = None  # one that was told before this commitment would vouch for nothing
    exchange.joiner_by_server = secret is None
    kept = DiceSecret.objects.get(match=match)
    exchange.joiner_secret = secret or kept.joiner_secret or new_secret()
    exchange.joiner_revealed_at = now
    if exchange.creator_by_server:
        exchange.creator_secret = kept.creator_secret
        exchange.creator_revealed_at = now
    exchange.save()
    return bool(exchange.creator_secret)


def reveal_creator(match: Match, secret: str, now: datetime) -> bool:
    """The creator's browser reveals what it has committed to, after the joiner's secret. Whether that is new."""
    exchange = _by_browser(match)
    if exchange.creator_secret and exchange.creator_secret == secret:
        return False
    if match.status != Match.Status.WAITING:
        raise NotNow
    if commitment(match.public_id, creator_seat(match), bytes.fromhex(secret)).hex() != exchange.creator_commitment:
        raise BadCommand(_("This is not the secret that was committed to when the match was created."))
    exchange.creator_secret, exchange.creator_revealed_at = secret, now
    exchange.save()
    return True


def _by_browser(match: Match) -> DiceExchange:
    exchange = exchange_of(match)
    if exchange is None or exchange.creator_by_server:
        raise NotNow(_("The server has drawn the creator’s secret of this match."))
    return exchange


def chained_dice(match: Match, game: int, number: int) -> tuple[int, int]:
    """The server's dice (setting DICE_SOURCE): roll `number` of this game, whoever asks and however often."""
    exchange = statements.read(DiceExchange, "match", match.pk)
    link = _link(match, game) if exchange else None
    if exchange is None or link is None:  # a match that is older than these dice
        return dice_from_bytes(secrets.token_bytes(64))
    creator, joiner = bytes.fromhex(exchange.creator_secret), bytes.fromhex(exchange.joiner_secret)
    white, black = (creator, joiner) if creator_seat(match) == Seat.WHITE else (joiner, creator)
    return roll(game_key(match.public_id, game, link, white, black), number)


def secret_of_game(match: Match, number: int) -> str:
    """The link of a game that is over, for everybody to know; "" for a match without a chain."""
    link = _link(match, number)
    return link.hex() if link else ""


def _link(match: Match, game: int) -> bytes | None:
    """The link of a game, or None for a match without a chain."""
    try:
        return _kept_link(match.pk, match.public_id, game, links_for(match.length))
    except DiceSecret.DoesNotExist:
        return None


@lru_cache(maxsize=LINKS_KEPT)
def _kept_link(pk: int, public_id: str, game: int, links: int) -> bytes:
    """The link of a game, for all its rolls: no seed is ever replaced, and no public id is given twice.

    That of the first game of a session is a thousand hashes away from the seed.
    """
    secret = statements.read(DiceSecret, "match", pk)
    if secret is None:
        raise DiceSecret.DoesNotExist
    return link_of(public_id, game, bytes.fromhex(secret.seed), links)
