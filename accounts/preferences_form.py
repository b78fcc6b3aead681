"""The settings page's form: what each preference is called, what it means, and the words for its values."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.preferences import VALUES, Preferences

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Text

Words = tuple["Text", "Text", dict[str, "Text"]]  # the label, what it means, and the words for the values

_ON_OFF = {"on": _("On"), "off": _("Off")}
_SHOWN = {"on": _("Shown"), "off": _("Hidden")}

SECTIONS: dict["Text", dict[str, Words]] = {
    _("Board"): {
        "theme": (
            _("Theme"),
            _("What board and pages are made of. High contrast is for tired eyes and bright sun."),
            {"wood": _("Wood"), "flat": _("Flat"), "contrast": _("High contrast")},
        ),
        "scheme": (
            _("Light or dark"),
            _("Automatic follows your device."),
            {"auto": _("Automatic"), "light": _("Light"), "dark": _("Dark")},
        ),
        "home": (
            _("Home board"),
            _("The side on which your checkers come home and are borne off."),
            {"right": _("On the right"), "left": _("On the left")},
        ),
        "numbers": (_("Point numbers"), _("1 to 24 along the edge, counted from your side."), _SHOWN),
        "pips": (_("Pip counts"), _("How far each side still has to go."), _SHOWN),
    },
    _("Motion and sound"): {
        "motion": (
            _("Speed of motion"),
            _("How checkers and dice move. Nothing moves where your device asks for reduced motion."),
            {"normal": _("Normal"), "slow": _("Slow"), "fast": _("Fast"), "off": _("No motion")},
        ),
        "sound": (_("Sound"), _("Dice, checkers, the cube, and when it is your turn."), _ON_OFF),
    },
    _("Playing"): {
        "input": (
            _("Moving a checker"),
            _("One tap plays the leading die. With two, the first picks a checker up, the second says where it goes."),
            {"tap": _("One tap"), "pick": _("Two taps")},
        ),
        "confirm_cube": (
            _("Confirm cube decisions"),
            _("Double, take, drop and beaver ask for a second press."),
            _ON_OFF,
        ),
        "zen": (_("Zen mode"), _("At the table nothing but the game is shown."), _ON_OFF),
    },
    _("Comfort"): {
        "auto_roll": (_("Roll for me"), _("When you may not double anyway."), _ON_OFF),
        "forced": (
            _("Forced plays"),
            _("Played for you, in view, when every legal play ends in the same position."),
            {"never": _("Never"), "whole": _("Whole rolls"), "always": _("Also the rest of a play")},
        ),
        "bear_off": (
            _("Bearing off in a race"),
            _("Fast: when all dice can bear off, and in one way only, you find it on the board and confirm it."),
            {"plain": _("By hand"), "fast": _("Fast")},
        ),
    },
}


class PreferencesForm(forms.Form):
    """One choice for each preference. What is not sent stays as it is: the menu at the table sends one alone."""

    def __init__(self, data: Any, *, current: Preferences) -> None:
        super().__init__(data, initial=asdict(current), label_suffix="")
        self.current = current
        for section in SECTIONS.values():
            for name, (label, meaning, words) in section.items():
                self.fields[name] = forms.ChoiceField(
                    label=label,
                    help_text=meaning,
                    choices=[(value, words[value]) for value in VALUES[name]],
                    widget=forms.RadioSelect,
                    required=False,
                )

    def sections(self) -> Iterator[tuple["Text", list[forms.BoundField]]]:
        """The fields as the page groups them."""
        for title, section in SECTIONS.items():
            yield title, [self[name] for name in section]

    def chosen(self) -> Preferences:
        """The current preferences with what was chosen."""
        return replace(self.current, **{name: value for name, value in self.cleaned_data.items() if value})


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A button that sends one value."""

    value: str
    text: "Text"
    pressed: str


@dataclass(frozen=True, slots=True)
class RowView:
    """One preference and its values."""

    name: str
    label: "Text"
    choices: tuple[ChoiceView, ...]


@dataclass(frozen=True, slots=True)
class SwitchView:
    """A button that switches a preference on and off, and what is said about either."""

    id: str
    name: str
    text: "Text"
    value: str
    pressed: str
    on: "Text"
    off: "Text"


@dataclass(frozen=True, slots=True)
class MenuView:
    """The menu at the table: what one changes while playing."""

    rows: tuple[RowView, ...]
    switches: tuple[SwitchView, ...]


def menu_view(current: Preferences) -> MenuView:
    """The menu at the table, with what is chosen now."""
    return MenuView(
        rows=(_row("theme", current.theme), _row("scheme", current.scheme)),
        switches=(
            _switch("mute", "sound", current.sound, _("Sound"), _("Sound on."), _("Sound off.")),
            _switch("zen", "zen", current.zen, _("Zen mode"), _("Zen mode on."), _("Zen mode off.")),
        ),
    )


def _row(name: str, current: str) -> RowView:
    label, _meaning, words = next(section[name] for section in SECTIONS.values() if name in section)
    choices = (ChoiceView(value, words[value], _pressed(value == current)) for value in VALUES[name])
    return RowView(name, label, tuple(choices))


def _switch(id: str, name: str, current: str, text: "Text", on: "Text", off: "Text") -> SwitchView:
    return SwitchView(id, name, text, "off" if current == "on" else "on", _pressed(current == "on"), on, off)


def _pressed(is_pressed: bool) -> str:
    return "true" if is_pressed else "false"
