"""The form of a command: what a button or the notation box at the table posts."""

import re

from django import forms
from django.utils.translation import gettext_lazy as _

from games.commands import Command
from games.rules.history import Kind

LONGEST_TEXT = 80
LARGEST_VERSION = 2**31 - 1

# What the notation box takes beside plays; each word means the button of that name.
WORDS = {
    "r": Kind.ROLL,
    "roll": Kind.ROLL,
    "d": Kind.DOUBLE,
    "double": Kind.DOUBLE,
    "redouble": Kind.DOUBLE,
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
KINDS = {*WORDS.values(), Kind.PLAY, Kind.RESIGN, Kind.CHOOSE}


def read_words(text: str) -> Command:
    """The command that a line of the notation box means; what is no command word is a play.

    >>> read_words("Resign gammon")
    Command(kind='resign', text='2')
    >>> read_words("13/7 8/7")
    Command(kind='play', text='13/7 8/7')
    >>> read_words("5-5")
    Command(kind='choose', text='5')
    """
    words = text.lower().split()
    if len(words) == 1 and words[0] in WORDS:
        return Command(str(WORDS[words[0]]))
    if words and words[0] == "resign" and len(words) <= 2:
        level = words[1] if len(words) == 2 else "lowest"
        return Command("resign", LEVELS.get(level, level))
    if len(words) == 2 and words[0] == "choose":
        double = DOUBLE.fullmatch(words[1])
        return Command("choose", double[1] if double else words[1])
    if double := DOUBLE.fullmatch(text.strip()):
        return Command("choose", double[1])
    return Command("play", text.strip())


class MoveForm(forms.Form):
    """`version` and either `kind` with what belongs to it, or `text` from the notation box."""

    version = forms.IntegerField(
        min_value=0,
        max_value=LARGEST_VERSION,
        error_messages={"required": _("The request does not say which position it was made for.")},
    )
    kind = forms.CharField(required=False, max_length=8)
    play = forms.CharField(required=False, max_length=LONGEST_TEXT)
    level = forms.CharField(required=False, max_length=6)
    number = forms.CharField(required=False, max_length=1)
    text = forms.CharField(required=False, max_length=LONGEST_TEXT)

    def clean(self) -> dict[str, object]:
        fields = super().clean() or {}
        if not fields.get("kind") and not fields.get("text"):
            raise forms.ValidationError(_("Write a play such as 13/7 8/7, or a word such as roll."))
        if fields.get("kind") and fields["kind"] not in KINDS:
            raise forms.ValidationError(_("There is no such command."))
        return fields

    def command(self) -> Command:
        """The command of a valid form."""
        fields = self.cleaned_data
        kind = fields["kind"]
        if not kind:
            return read_words(fields["text"])
        texts = {Kind.PLAY: fields["play"], Kind.RESIGN: fields["level"], Kind.CHOOSE: fields["number"]}
        return Command(kind, texts.get(kind, ""))

    def complaint(self) -> str:
        """The first thing that is wrong with an invalid form, as a sentence."""
        return next(str(message) for messages in self.errors.values() for message in messages)
