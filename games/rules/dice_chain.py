"""Dice that nobody chooses: a chain of secrets of the server, a secret of each player, and the number of the roll.

The protocol and its byte layouts are in docs/dice.md. Secrets, links, commitments and keys are 32 bytes. Nothing here
draws a secret or keeps one.
"""

import hashlib
import hmac
from collections.abc import Iterator
from itertools import count
from typing import Final

from games.rules.dice import dice_from_bytes

PROTOCOL: Final = "barpoint-dice/1"
SESSION_GAMES: Final = 1000  # a session has no last game, but a chain has a last link


def links_for(length: int) -> int:
    """How many games a chain is made for: as many as a match of this length can have; 0 is a session."""
    return 2 * length - 1 if length else SESSION_GAMES


def link_before(match_id: str, number: int, link: bytes) -> bytes:
    """The link before the one of game `number`: whoever knows a link knows all before it, and none after it."""
    return hashlib.sha256(_message("chain", match_id, str(number)) + link).digest()


def link_of(match_id: str, number: int, seed: bytes, links: int) -> bytes:
    """The link of game `number` in the chain whose last link, that of game `links`, is `seed`; 0 is its root."""
    link, start = seed, _message("chain", match_id)
    for later in range(links, number, -1):
        link = hashlib.sha256(b"%s%d|%s" % (start, later, link)).digest()  # link_before, but faster
    return link


def commitment(match_id: str, seat: str, secret: bytes) -> bytes:
    """What a seat publishes before its secret: it fixes the secret and does not tell it."""
    return hashlib.sha256(_message("secret", match_id, seat) + secret).digest()


def game_key(match_id: str, number: int, link: bytes, white: bytes, black: bytes) -> bytes:
    """The key of game `number`, from its link and both players' secrets."""
    return hmac.digest(link, _message("key", match_id, str(number)) + white + black, "sha256")


def roll(key: bytes, number: int) -> tuple[int, int]:
    """Roll `number` (from 0) of the game with this key. In a roll for the first move they are White's and Black's."""
    return dice_from_bytes(_stream(key, number))


def _stream(key: bytes, number: int) -> Iterator[int]:
    start = _ROLL + number.to_bytes(4)
    for block in count():
        yield from hmac.digest(key, start + block.to_bytes(4), "sha256")


def _message(*parts: str) -> bytes:
    """The parts after the protocol's name, each with a bar behind it."""
    return "".join(f"{part}|" for part in (PROTOCOL, *parts)).encode("ascii")


_ROLL: Final = _message("roll")
