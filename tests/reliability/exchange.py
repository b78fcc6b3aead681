"""Browsers that have drawn secrets for the dice tell them in turn, as often as it takes, and note what they see."""

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import TypeVar, cast

from games.models import Match
from games.records.seal import sealed
from games.rules.game import Seat
from games.rules.verify import verify
from games.selectors.match_record import match_record
from tests.reliability.history import Asked, Op
from tests.reliability.site import Site
from tests.reliability.wishes import Tab

Joined = TypeVar("Joined")


def by_browsers(form: dict[str, object]) -> bool:
    """Whether whoever creates a match by this form draws a secret."""
    return "browser_dice" in form


def exchange(
    site: Site,
    match: str,
    creator_seat: Seat,
    form: dict[str, object],
    creator: Tab,
    join: Callable[[dict[str, object]], Joined],
) -> Joined:
    """The creator commits, the other one joins and tells, the creator tells. Without browsers' secrets: joins."""
    if not by_browsers(form):
        return join({})
    mine, yours = (sha256(f"{match} {who}".encode()).hexdigest() for who in ("creator", "joiner"))
    said = f"barpoint-dice/1|secret|{match}|{creator_seat}|".encode()
    commitment = sha256(said + bytes.fromhex(mine)).hexdigest()
    creator.tell(match, commitment=commitment)
    root = cast(dict[str, object], creator.record(match)["dice"])["root"]
    for secret in (mine, yours):
        site.notes.append((match, {"secret": secret, "root": root, "commitment": commitment}))
    op = Op(next(site.moment), 0, Asked(creator_seat.other, "join"))
    site.histories[match].append(op)
    joined = join({**form, "secret": yours})
    op.ended, op.answer = next(site.moment), "ok"
    creator.tell(match, secret=mine)
    return joined


def faults(site: Site) -> Iterator[str]:
    """Records that are not what browsers have noted before the match began."""
    for public_id, note in site.notes:
        record = sealed(match_record(Match.objects.get(public_id=public_id)))
        for fault in verify(record, json.dumps(note).encode()).faults:
            yield f"{public_id}, held against a note: {fault}"
