"""What a line typed at a table means, in the face of the roll and the draft that the page shows.

A line is a command, or it stores nothing: it asks to hear something, or changes the draft. A whole play typed at once
is confirmed by that; a part of one becomes the draft, which wants a `confirm` of its own once it is complete.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from games.commands import Command
from games.errors import NotNow
from games.rules.errors import IllegalPlay, RuleError
from games.rules.game import GameState
from games.rules.history import Kind
from games.rules.notation import format_play, read_beginning, read_play
from games.rules.plays import Draft, Play
from games.rules.position import Position
from games.rules.variants import Variant

# Each word means the button of that name.
COMMANDS = {
    "r": Kind.ROLL,
    "roll": Kind.ROLL,
    "d": Kind.DOUBLE,
    "double": Kind.DOUBLE,
    "redouble": Kind.DOUBLE,
    "t": Kind.TAKE,
    "take": Kind.TAKE,
    "drop": Kind.DROP,
    "pass": Kind.DROP,
    "beaver": Kind.BEAVER,
    "raccoon": Kind.BEAVER,
    "accept": Kind.ACCEPT,
    "refuse": Kind.REFUSE,
    "next": "next",
    "leave": Kind.LEAVE,
    "flag": Kind.FLAG,
    "claim": Kind.CLAIM,
    "abort": Kind.ABORT,
}
LEVELS = {"single": "1", "gammon": "2", "backgammon": "3"}
DOUBLE = re.compile(r"([1-6])-?\1")
CONFIRM = {"c", "confirm"}
UNDO = {"u", "undo"}
START_OVER = {"start over", "startover"}
DRAFTED = "draft"  # the question that a changed draft answers by itself
# Letters with at most one space between them are words, and no play is written so.
WORDS = re.compile(r"[^\d/>-]*")
NUMBER = re.compile(r"\d{1,3}|point ?\d{1,3}|\d{1,3} ?point")
NO_PLAY = re.compile(r"\(?no play\)?|can(no|')t move")


class Sketch(NamedTuple):
    """What a page has on the board of a roll: the draft in notation, and the leading die where it is not the larger."""

    draft: str = ""
    lead: str = ""


NOTHING = Sketch()


@dataclass(frozen=True, slots=True)
class Glance:
    """A line that stores nothing: the draft to show, and what to tell (games.presenters.reading)."""

    draft: str
    question: str


def read_command(text: str) -> Command:
    """The command that a line means; what is no command word is a play.

    >>> read_command("Resign gammon")
    Command(kind='resign', text='2')
    >>> read_command("13/7 8/7")
    Command(kind='play', text='13/7 8/7')
    >>> read_command("5-5")
    Command(kind='choose', text='5')
    """
    words = text.lower().split()
    if len(words) == 1 and words[0] in COMMANDS:
        return Command(str(COMMANDS[words[0]]))
    if words and words[0] == "resign" and len(words) <= 2:
        level = words[1] if len(words) == 2 else "lowest"
        return Command("resign", LEVELS.get(level, level))
    if len(words) == 2 and words[0] == "choose":
        double = DOUBLE.fullmatch(words[1])
        return Command("choose", double[1] if double else words[1])
    if double := DOUBLE.fullmatch(text.strip()):
        return Command("choose", double[1])
    return Command("play", text.strip())


def understand(text: str, state: GameState | None, draft: Draft | None) -> Command | Glance:
    """What a line means to a player; `draft` is on his board if he has a roll to play.

    Raises a RuleError or NotNow where it means nothing that is possible.
    """
    line = " ".join(text.lower().split())
    if line in CONFIRM:
        return _confirmed(draft)
    if line in UNDO | START_OVER:
        return _undone(draft, all_of_it=line in START_OVER)
    command = read_command(text)
    if command.kind != Kind.PLAY:
        return command
    if NUMBER.fullmatch(line) or (WORDS.fullmatch(line) and not NO_PLAY.fullmatch(line)):
        return Glance(draft.text if draft else "", line)
    if state is None or state.on_roll is None or draft is None:
        return command  # to be refused, with the reason
    roll = state.variant, state.seen_by(state.on_roll), state.dice_to_play(state.on_roll)
    return _played(text, roll, draft)


def _confirmed(draft: Draft | None) -> Command:
    if draft is None or not draft.steps:
        raise NotNow(_("There is nothing to confirm: no play is on the board yet."))
    if not draft.complete:
        raise NotNow(_("The play on the board is not complete yet, so it cannot be confirmed."))
    return Command(Kind.PLAY, format_play(Play(draft.steps, draft.position)))


def _undone(draft: Draft | None, *, all_of_it: bool) -> Glance:
    if draft is None or not draft.steps:
        raise NotNow(_("There is nothing to take back."))
    return Glance("" if all_of_it else draft.text.rpartition(" ")[0], DRAFTED)


def _played(text: str, roll: tuple[Variant, Position, tuple[int, int]], draft: Draft) -> Command | Glance:
    """A play: it goes on from the draft, or is a whole one, or the beginning of one."""
    beginning: RuleError | None = None
    try:
        begun = read_beginning(*roll, f"{draft.text} {text}", draft.lead)
    except RuleError as error:
        beginning = error
    if beginning is None and draft.steps:
        return Glance(begun.text, DRAFTED)
    try:
        return Command(Kind.PLAY, format_play(read_play(*roll, text)))
    except IllegalPlay:
        if beginning is None:
            return Glance(begun.text, DRAFTED)
        if draft.steps:
            raise beginning from None
        raise
