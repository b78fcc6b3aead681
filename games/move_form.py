"""The form of a command: what a button or the notation box at the table posts."""

from dataclasses import dataclass

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.commands import Command
from games.errors import BadCommand
from games.rules.history import Kind
from games.typed import COMMANDS, NOTHING, Sketch

LONGEST_TEXT = 80
LARGEST_VERSION = 2**31 - 1

KINDS = {*COMMANDS.values(), Kind.PLAY, Kind.RESIGN, Kind.CHOOSE}

VERSION = forms.IntegerField(
    min_value=0,
    max_value=LARGEST_VERSION,
    error_messages={"required": _("The request does not say which position it was made for.")},
)
TEXTS = {
    "kind": forms.CharField(required=False, max_length=8),
    "play": forms.CharField(required=False, max_length=LONGEST_TEXT),
    "level": forms.CharField(required=False, max_length=6),
    "number": forms.CharField(required=False, max_length=1),
    "text": forms.CharField(required=False, max_length=LONGEST_TEXT),
    "draft": forms.CharField(required=False, max_length=LONGEST_TEXT),
    "lead": forms.CharField(required=False, max_length=1),
}


@dataclass(frozen=True, slots=True)
class MoveForm:
    """`version` and either `kind` with what belongs to it, or `text` from the notation box with the draft beside it."""

    version: int
    kind: str = ""
    play: str = ""
    level: str = ""
    number: str = ""
    text: str = ""
    draft: str = ""
    lead: str = ""

    def command(self) -> Command | None:
        """The command that is asked for; None for a line of text, whose meaning depends on the table."""
        if not self.kind:
            return None
        texts = {Kind.PLAY.value: self.play, Kind.RESIGN.value: self.level, Kind.CHOOSE.value: self.number}
        return Command(self.kind, texts.get(self.kind, ""))

    def sketch(self, version: int) -> Sketch:
        """What the page had on the board; nothing where that was of another version than this."""
        return Sketch(self.draft, self.lead) if self.version == version else NOTHING


def read_form(data: QueryDict) -> MoveForm:
    """What was posted. Raises BadCommand with the first thing that is wrong, as a sentence.

    Django's fields read it without a form around them: it is never drawn, and a form copies its fields each time, which
    cost more than all that they check.
    """
    try:
        version = VERSION.clean(data.get("version"))
        form = MoveForm(version, **{name: TEXTS[name].clean(data[name]) for name in TEXTS if name in data})
    except forms.ValidationError as error:
        raise BadCommand(error.messages[0]) from error
    if not form.kind and not form.text:
        raise BadCommand(_("Write a play such as 13/7 8/7, or a word such as roll or help."))
    if form.kind and form.kind not in KINDS:
        raise BadCommand(_("There is no such command."))
    return form
