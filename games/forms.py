"""What a visitor may ask for when creating a match."""

import secrets
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.presenters.clocks import pace_terms
from games.rules.clock import PACES
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.rules.variants import VARIANTS, Question, variant
from games.selectors.lobby import Viewer, has_account

LONGEST = 25

USUAL_LENGTH = 5
RATED_PACE = "standard"
USUAL_GAME = next(iter(VARIANTS))
# What the home page posts with one click: a usual match among friends, by link only.
FRIENDLY = {
    "variant": USUAL_GAME,
    "kind": "match",
    "length": str(USUAL_LENGTH),
    "crawford": "on",
    "cube": "on",
    "visibility": "link",
    "seat": "drawn",
}

# What means nothing in a game without a cube.
OF_THE_CUBE = ("cube", "crawford", "jacoby", "max_beavers", "automatic_doubles")


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game to choose, with the questions that belong to it alone."""

    radio: BoundWidget
    summary: str | Promise
    has_cube: bool
    questions: tuple[forms.BoundField, ...]


@dataclass(frozen=True, slots=True)
class PaceChoice:
    """A pace to choose, and what it means."""

    radio: BoundWidget
    terms: str | Promise


class CreateMatchForm(forms.Form):
    """The terms of a new match. What means nothing in the game or kind chosen (Crawford in a session) is left out;
    what contradicts it (a rated session) is refused with the reason.

    Each question of a variant is a field, named after both.
    """

    use_required_attribute = False

    variant = forms.ChoiceField(
        label=_("Game"),
        choices=[(key, _(each.name)) for key, each in VARIANTS.items()],
        initial=USUAL_GAME,
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose one of the games of the list.")},
    )
    kind = forms.ChoiceField(
        label=_("Play"),
        choices=[("match", _("Match")), ("session", _("Session"))],
        initial="match",
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choose a match or a session."),
            "invalid_choice": _("Choose a match or a session."),
        },
    )
    length = forms.IntegerField(
        label=_("Points to win"),
        min_value=1,
        max_value=LONGEST,
        initial=USUAL_LENGTH,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={
            key: _("A match is played to a whole number of points from 1 to 25.")
            for key in ("invalid", "min_value", "max_value")
        },
    )
    cube = forms.BooleanField(
        label=_("Doubling cube"),
        help_text=_("Either player may offer to play on for twice the points."),
        initial=True,
        required=False,
    )
    crawford = forms.BooleanField(
        label=_("Crawford rule"),
        help_text=_("No doubling in the game after somebody comes within a point of winning."),
        initial=True,
        required=False,
    )
    jacoby = forms.BooleanField(
        label=_("Jacoby rule"),
        help_text=_("Gammons count only once the cube has been turned."),
        initial=True,
        required=False,
    )
    max_beavers = forms.TypedChoiceField(
        label=_("Beavers"),
        help_text=_("Answering a double by doubling again at once and keeping the cube."),
        choices=[(0, _("none")), (1, _("beavers")), (2, _("beavers and raccoons"))],
        coerce=int,
        initial=0,
        required=False,
        error_messages={"invalid_choice": _("Choose one of the answers of the list.")},
    )
    automatic_doubles = forms.TypedChoiceField(
        label=_("Automatic doubles"),
        help_text=_("A tie in the opening roll doubles the stake."),
        choices=[(0, _("none")), (1, _("once a game")), (2, _("twice a game")), (3, _("three times a game"))],
        coerce=int,
        initial=0,
        required=False,
        error_messages={"invalid_choice": _("Choose one of the answers of the list.")},
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        help_text=_("The result changes both players' ratings."),
        required=False,
    )
    pace = forms.ChoiceField(
        label=_("Time to think"),
        choices=[("", _("As usual")), *((key, _(each.name)) for key, each in PACES.items())],
        initial="",
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose one of the clocks of the list.")},
    )
    visibility = forms.ChoiceField(
        label=_("Who may join and watch"),
        choices=[("link", _("Only people with the link")), ("public", _("Everybody: list it in the lobby"))],
        initial="link",
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose who may join and watch.")},
    )
    seat = forms.ChoiceField(
        label=_("You play"),
        choices=[("drawn", _("By lot")), (Seat.WHITE.value, _("White")), (Seat.BLACK.value, _("Black"))],
        initial="drawn",
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose White, Black, or the lot.")},
    )

    browser_dice = forms.BooleanField(initial=True, required=False)

    def __init__(self, *args: Any, viewer: Viewer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.may_be_rated = has_account(viewer)
        for key, each in VARIANTS.items():
            for question in each.questions:
                self.fields[_field_name(key, question)] = _question_field(question)

    @property
    def games(self) -> list[GameChoice]:
        """The games to choose from."""
        return [
            GameChoice(
                radio=radio,
                summary=_(each.summary),
                has_cube=each.has_cube,
                questions=tuple(self[_field_name(key, question)] for question in each.questions),
            )
            for radio, (key, each) in zip(self["variant"], VARIANTS.items(), strict=True)
        ]

    @property
    def paces(self) -> list[PaceChoice]:
        """The paces to choose from; the first stands for none of them having been chosen."""
        usual = _("A rated match has the standard clock, any other none.")
        meanings: list[str | Promise] = [usual, *(pace_terms(pace) for pace in PACES.values())]
        return [PaceChoice(radio, terms) for radio, terms in zip(self["pace"], meanings, strict=True)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        session = cleaned.get("kind") == "session"
        self._forgive_what_means_nothing(cleaned.get("variant") or USUAL_GAME, session=session)
        if cleaned.get("kind") == "match" and cleaned.get("length") is None and "length" not in self.errors:
            self.add_error("length", _("Say how many points win the match."))
        if cleaned.get("rated") and session:
            self.add_error("rated", _("A session has no end that could be rated: play a match, or unrated."))
        elif cleaned.get("rated") and not self.may_be_rated:
            self.add_error("rated", _("Rated matches need an account: sign up or log in, or play unrated."))
        if session and not cleaned.get("cube") and VARIANTS[cleaned.get("variant") or USUAL_GAME].has_cube:
            for name in ("max_beavers", "automatic_doubles"):
                if cleaned.get(name):
                    self.add_error(name, _("This needs the doubling cube."))
        return cleaned

    def _forgive_what_means_nothing(self, game: str, *, session: bool) -> None:
        meaningless = [] if VARIANTS[game].has_cube else [*OF_THE_CUBE]
        if session:
            meaningless.append("length")
        for key, each in VARIANTS.items():
            if key != game:
                meaningless += [_field_name(key, question) for question in each.questions]
        for name in meaningless:
            self.errors.pop(name, None)

    def terms(self) -> MatchTerms:
        """The terms asked for; the form is valid."""
        asked = self.cleaned_data
        session, key = asked["kind"] == "session", asked["variant"] or USUAL_GAME
        plain = VARIANTS[key]
        answers = [asked[_field_name(key, question)] for question in plain.questions]
        rules = variant(key, tuple(answer for answer in answers if answer))
        cube = asked["cube"] and rules.has_cube
        return MatchTerms(
            variant=key,
            options=rules.options,
            length=0 if session else asked["length"],
            crawford=asked["crawford"] and not session and rules.has_cube,
            cube=cube,
            jacoby=asked["jacoby"] and cube and session,
            max_beavers=asked["max_beavers"] or 0 if cube and session else 0,
            automatic_doubles=asked["automatic_doubles"] or 0 if cube and session else 0,
        )

    def clock(self) -> str:
        """The key of the pace: the one asked for, else what is usual."""
        return self.cleaned_data["pace"] or (RATED_PACE if self.cleaned_data["rated"] else "none")

    def draw_seat(self) -> Seat:
        """The creator's seat: the one asked for, or a fair draw."""
        asked = self.cleaned_data["seat"]
        return secrets.choice(list(Seat)) if asked in ("", "drawn") else Seat(asked)

    @property
    def is_public(self) -> bool:
        """Whether the match stands in the lobby; by link only unless asked for."""
        return bool(self.cleaned_data["visibility"] == "public")


def _field_name(key: str, question: Question) -> str:
    return f"{key}-{question.key}"


def _question_field(question: Question) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_(question.name),
        choices=[(option.key, _(option.name)) for option in question.options],
        initial=question.default.key,
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose one of the answers of the list.")},
    )
