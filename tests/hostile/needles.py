"""What the dice of unfinished games are made of, and whether it is anywhere in what a server has said.

A secret may be written in any way a program would write bytes by accident, so it is looked for in all of them.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator

from games.models import DiceExchange, DiceSecret, Game, Match
from games.rules.dice_chain import game_key, link_of

PART = 12  # bytes of a secret that are looked for, at both ends: a part of it must not be told either
Said = tuple[str, bytes]  # where, and what
Needle = tuple[str, bytes]  # what it is, and the bytes


def hidden(match: Match) -> Iterator[Needle]:
    """All that nobody may know yet: the chain from the running game on, its keys, secrets that are not revealed."""
    kept, told = DiceSecret.objects.get(match=match), DiceExchange.objects.get(match=match)
    if not told.creator_secret and kept.creator_secret:
        yield "the creator's secret", bytes.fromhex(kept.creator_secret)
    if told.joiner_secret != kept.joiner_secret:
        yield "the joiner's secret", bytes.fromhex(kept.joiner_secret)
    seed, over = bytes.fromhex(kept.seed), Game.objects.filter(match=match).exclude(dice_secret="").count()
    for number in sorted({*range(over + 1, min(over + 4, told.links + 1)), told.links} - set(range(over + 1))):
        link = link_of(match.public_id, number, seed, told.links)
        yield f"link {number} of {told.links}", link
        if told.creator_secret:
            white, black = bytes.fromhex(told.creator_secret), bytes.fromhex(told.joiner_secret)
            if match.white_id != match.creator_id:
                white, black = black, white
            yield f"the key of game {number}", game_key(match.public_id, number, link, white, black)


def all_hidden() -> list[Needle]:
    """What nobody may know of any match."""
    return [(f"{match}: {what}", secret) for match in Match.objects.all() for what, secret in hidden(match)]


def found(said: Iterable[Said], needles: Iterable[Needle]) -> list[str]:
    """A sentence for each secret that was told, and the first place where it was."""
    said, lines = list(said), set()
    for _, text in said:
        lines.update(text.split(b"\n"))
    # Capitals matter in base64 and nowhere else; "-_" is "+/" in addresses.
    plain = b"\n".join(lines)
    heaps = (plain, plain.lower(), plain.replace(b"-", b"+").replace(b"_", b"/"))
    told = []
    for what, secret in needles:
        for heap, spelling in spellings(secret):
            if spelling in heaps[heap]:
                part = spelling[:20]
                places = (where for where, text in said if part in (text, text.lower(), _plain_base64(text))[heap])
                told.append(f"{what} is told by {next(places, '?')} as {spelling!r}")
    return told


def spellings(secret: bytes) -> Iterator[tuple[int, bytes]]:
    """Parts of a secret as they may be written, and in which of three heaps: as it is, in small letters, base64."""
    head, tail = secret[:PART], secret[-PART:]
    yield 1, head.hex().encode()
    yield 1, tail.hex().encode()
    yield 2, b64encode(head)
    for part in (head, tail):
        yield 0, max(part.split(b"\n"), key=len)  # as it is, but said is what stands in one line
        yield 0, repr(part)[2:-1].encode()
        yield 0, ", ".join(map(str, part)).encode()
        yield 0, ",".join(map(str, part)).encode()
    yield 0, str(int.from_bytes(secret)).encode()
    yield 0, str(int.from_bytes(secret, "little")).encode()


def _plain_base64(text: bytes) -> bytes:
    return text.replace(b"-", b"+").replace(b"_", b"/")
