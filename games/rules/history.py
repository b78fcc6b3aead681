"""The record of a game: entries, and replaying them. The snapshot of a game is a cache of its record."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from games.rules import ending, game
from games.rules.errors import BadNotation, gettext_noop
from games.rules.game import GameState, Seat, Terms
from games.rules.notation import read_play


class Kind(StrEnum):
    """What an entry of the record does."""

    ROLL = "roll"
    PLAY = "play"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RESIGN = "resign"
    ACCEPT = "accept"
    REFUSE = "refuse"
    CHOOSE = "choose"
    FORFEIT = "forfeit"
    LEAVE = "leave"
    REMATCH = "rematch"
    CANCEL = "cancel"
    JOIN = "join"
    FLAG = "flag"
    CLAIM = "claim"
    ABORT = "abort"


# Moves of the match, which change no game: a session is left between games (MONEY-1), a rematch is asked for,
# a challenge is cancelled, or is joined and cannot begin yet.
OF_THE_MATCH = {Kind.LEAVE, Kind.REMATCH, Kind.CANCEL, Kind.JOIN}


@dataclass(frozen=True, slots=True)
class Entry:
    """One stored move. An opening roll has no seat; its dice are White's and Black's (OPEN-1).

    `text` is the play in notation, the level of a resignation, or the number of a chosen double.
    """

    kind: str
    seat: Seat | None = None
    dice: tuple[int, int] | None = None
    text: str = ""


BARE: dict[str, Callable[[GameState, Seat], GameState]] = {
    Kind.DOUBLE: game.double,
    Kind.TAKE: game.take,
    Kind.DROP: game.drop,
    Kind.BEAVER: game.beaver,
    Kind.ACCEPT: game.accept,
    Kind.REFUSE: game.refuse,
    Kind.FORFEIT: game.forfeit,
    Kind.FLAG: ending.flag,
    Kind.CLAIM: ending.claim,
    Kind.ABORT: ending.abort,
}


def apply(state: GameState, entry: Entry) -> GameState:
    """The state after this entry; raises a RuleError if it does not fit or cannot be read."""
    if entry.kind in OF_THE_MATCH:
        return state
    if entry.kind == Kind.ROLL:
        if entry.dice is None:
            raise BadNotation(gettext_noop("A roll needs its two dice."))
        if entry.seat is None:
            return game.roll_opening(state, *entry.dice)
        return game.roll(state, entry.seat, entry.dice)
    if entry.seat is None:
        raise BadNotation(gettext_noop("Only the opening roll has no player."))
    if entry.kind == Kind.PLAY:
        dice = state.dice_to_play(entry.seat)
        play = read_play(state.variant, state.seen_by(entry.seat), dice, entry.text)
        return game.play(state, entry.seat, play)
    if entry.kind == Kind.RESIGN:
        return game.resign(state, entry.seat, _number(entry.text, digits=2))
    if entry.kind == Kind.CHOOSE:
        return game.choose(state, entry.seat, _number(entry.text, digits=1))
    if entry.kind not in BARE:
        raise BadNotation(gettext_noop("There is no move called “%(kind)s”."), kind=entry.kind)
    return BARE[entry.kind](state, entry.seat)


def replay(terms: Terms, entries: Iterable[Entry]) -> GameState:
    """The state of a game from the beginning through all these entries."""
    state = game.new_game(terms)
    for entry in entries:
        state = apply(state, entry)
    return state


def both_have_played(entries: Iterable[Entry]) -> bool:
    """Whether each player has confirmed a play among these entries (END-4)."""
    return len({entry.seat for entry in entries if entry.kind == Kind.PLAY}) == 2


def _number(text: str, digits: int) -> int:
    """A number as it is stored: no sign, no leading zero, no more digits than it can have."""
    if not (text.isascii() and text.isdigit() and len(text) <= digits) or text != str(int(text)):
        raise BadNotation(gettext_noop("“%(text)s” is not a number that can be meant here."), text=text)
    return int(text)
