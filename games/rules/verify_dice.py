"""The dice of a record: whether they follow from secrets that were fixed and told in the right order (docs/dice.md)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from games.rules.dice_chain import PROTOCOL, commitment, game_key, link_before, links_for, roll
from games.rules.record import DicePart, GamePart, Record
from games.rules.strict_json import Fields
from games.rules.terms import Seat


def dice_faults(record: Record) -> Iterator[str]:
    """What is wrong with the dice of a record, a sentence for each fault."""
    dice = record.dice
    if dice is None:
        if any(game.secret for game in record.games):
            yield "Games have secrets, but there is nothing that was committed to before them."
        return
    if dice.protocol != PROTOCOL:
        yield f"The dice do not follow {PROTOCOL}, and no other protocol is known here."
        return
    if dice.links != links_for(record.terms.length):
        yield f"The chain should have {links_for(record.terms.length)} links for this match, and has another number."
    if len(record.games) > links_for(record.terms.length):
        yield "There are more games than the chain has links."
    if not dice.root:
        yield "The server has committed to nothing: the root of its chain is missing."
    yield from _exchange_faults(record, dice)
    yield from _chain_faults(record, dice)
    if dice.joiner_secret and dice.creator_secret:
        white, black = seat_secrets(dice)
        for game in record.games:
            if game.secret:
                yield from _roll_faults(record, game, white, black)


def note_faults(record: Record, value: object) -> Iterator[str]:
    """Where a record is not what a player's own browser has noted before it sent anything. Raises NotARecord.

    Only this shows a server that has made up a whole record: all its times are its own word. The creator's browser
    notes the joiner's secret, too, before it tells its own; else the others could still choose that one.
    """
    note = Fields(value, "the note", "secret root commitment", others=True)
    secret, root, committed = note.secret("secret"), note.secret("root"), note.secret("commitment")
    dice = record.dice
    if dice is None:
        yield "Your browser has a note about the dice of this match, but the record has nothing about them."
        return
    if root != dice.root:
        yield "The root of the server's chain is not the one your browser was shown."
    if committed != dice.creator_commitment:
        yield "The commitment of the player who created the match is not the one your browser has noted."
    if "joiner" in note and note.secret("joiner") not in ("", dice.joiner_secret):
        yield "The secret of the player who joined is not the one your browser was shown before it told yours."
    if not secret:
        return  # the server drew it
    if secret == dice.joiner_secret:
        by_server = dice.joiner_by_server
    elif commitment(record.match, dice.creator, bytes.fromhex(secret)).hex() == dice.creator_commitment:
        by_server = dice.creator_by_server
    elif dice.joiner_secret:
        yield "The secret your browser drew is not in the record."
        return
    else:
        return  # nobody has joined yet
    if by_server:
        yield "Your browser drew your secret, but the record says that the server did."


def seat_secrets(dice: DicePart) -> tuple[bytes, bytes]:
    """White's and Black's secret."""
    creator, joiner = bytes.fromhex(dice.creator_secret), bytes.fromhex(dice.joiner_secret)
    return (creator, joiner) if dice.creator == Seat.WHITE else (joiner, creator)


def _exchange_faults(record: Record, dice: DicePart) -> Iterator[str]:
    """Each secret has its moment, each is there when it has to be, in the order of docs/dice.md."""
    steps = (
        ("the commitment of the match's creator", dice.creator_commitment, dice.creator_committed_at),
        ("the secret of the player who joined", dice.joiner_secret, dice.joiner_revealed_at),
        ("the secret of the match's creator", dice.creator_secret, dice.creator_revealed_at),
    )
    for name, value, moment in steps:
        if bool(value) != bool(moment):
            yield f"Either {name} or its time is missing."
        elif record.games and not value:
            yield f"The first game began, but {name} is missing."
    for (earlier, before, _), (later, after, _) in pairwise(steps):
        if after and not before:
            yield f"There is {later} without {earlier}."
    moments = [
        ("the server's commitment", dice.committed_at),
        *((name, moment) for name, _, moment in steps if moment),
        *(("the first game", game.started_at) for game in record.games[:1]),
    ]
    for (earlier, before), (later, after) in pairwise(moments):
        if before > after:
            yield f"The times are out of order: {later} came before {earlier}."
    if dice.creator_secret:
        fixed = commitment(record.match, dice.creator, bytes.fromhex(dice.creator_secret))
        if fixed.hex() != dice.creator_commitment:
            yield f"The secret of {dice.creator.title()}, who created the match, is not the one committed to before."


def _chain_faults(record: Record, dice: DicePart) -> Iterator[str]:
    """Secrets lead back to the root, link by link; a running game's is not told, a finished one's is."""
    known = dice.root
    for game in record.games:
        where = f"Game {game.number}"
        if game.secret and game.ended_at is None:
            yield f"{where}: its secret was revealed while it was running."
        if not game.secret and game.ended_at is not None:
            yield f"{where}: it is over, but its secret was not revealed."
        if not (game.secret and known):
            continue
        if link_before(record.match, game.number, bytes.fromhex(game.secret)).hex() != known:
            yield f"{where}: its secret does not belong to the chain that the server had committed to."
        known = game.secret


def _roll_faults(record: Record, game: GamePart, white: bytes, black: bytes) -> Iterator[str]:
    """Every roll is the one that its number makes of the secrets; the first that is not is told, and how many more."""
    key = game_key(record.match, game.number, bytes.fromhex(game.secret), white, black)
    wrong = [
        (number, move.entry.dice, roll(key, number))
        for number, move in enumerate(game.rolls)
        if move.entry.dice != roll(key, number)
    ]
    if wrong:
        number, told, due = wrong[0]
        more = f" Wrong rolls after it: {len(wrong) - 1}." if wrong[1:] else ""
        yield f"Game {game.number}: roll {number} is {_dice(told)}, but the secrets make it {_dice(due)}.{more}"


def _dice(dice: tuple[int, int] | None) -> str:
    return "without dice" if dice is None else f"{dice[0]}-{dice[1]}"
