"""The form of a command: what a button or the notation box at the table posts."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.commands import Command
from games.rules.history import Kind
from games.typed import COMMANDS, NOTHING, Sketch

LONGEST_TEXT = 80
LARGEST_VERSION = 2**31 - 1

KINDS = {*COMMANDS.values(), Kind.PLAY, Kind.RESIGN, Kind.CHOOSE}


class MoveForm(forms.Form):
    """`version` and either `kind` with what belongs to it, or `text` from the notation box with the draft beside it."""

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
    draft = forms.CharField(required=False, max_length=LONGEST_TEXT)
    lead = forms.CharField(required=False, max_length=1)

    def clean(self) -> dict[str, object]:
        fields = super().clean() or {}
        if not fields.get("kind") and not fields.get("text"):
            raise forms.ValidationError(_("Write a play such as 13/7 8/7, or a word such as roll or help."))
        if fields.get("kind") and fields["kind"] not in KINDS:
            raise forms.ValidationError(_("There is no such command."))
        return fields

    def command(self) -> Command | None:
        """The command of a valid form; None for a line of text, whose meaning depends on the table."""
        fields = self.cleaned_data
        kind = fields["kind"]
        if not kind:
            return None
        texts = {Kind.PLAY: fields["play"], Kind.RESIGN: fields["level"], Kind.CHOOSE: fields["number"]}
        return Command(kind, texts.get(kind, ""))

    def sketch(self, version: int) -> Sketch:
        """What the page had on the board; nothing where that was of another version than this."""
        fields = self.cleaned_data
        return Sketch(fields["draft"], fields["lead"]) if fields["version"] == version else NOTHING

    def complaint(self) -> str:
        """The first thing that is wrong with an invalid form, as a sentence."""
        return next(str(message) for messages in self.errors.values() for message in messages)
