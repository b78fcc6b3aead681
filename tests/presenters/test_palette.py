"""Contrast of the colours in tokens.css, in every theme, light and dark, and as the colour-blind see them."""

import re
from pathlib import Path

import pytest
from coloraide import Color

TOKENS = Path(__file__).parents[2] / "static" / "css" / "tokens.css"
THEMES = ("wood", "flat", "contrast")
SCHEMES = ("light", "dark")
VISION = ("normal", "protan", "deutan", "tritan")

TEXT = [
    ("ink", "paper"),
    ("ink", "surface"),
    ("ink", "sunken"),
    ("ink-soft", "paper"),
    ("ink-soft", "surface"),
    ("ink-soft", "sunken"),
    ("accent-ink", "accent"),
    ("accent-ink", "accent-hover"),
    ("ink", "accent-soft"),
    ("ink", "warn-soft"),
    ("ink", "danger-soft"),
    ("ink", "good-soft"),
    ("ink-soft", "accent-soft"),  # parts of a turn that are not now, on a call that is one's own
    ("good", "accent-soft"),
    ("good", "sunken"),
    ("link", "paper"),
    ("link", "surface"),
    ("good", "paper"),
    ("good", "surface"),
    ("danger", "paper"),
    ("danger", "surface"),
    ("danger", "danger-soft"),  # the mark of a clock that runs out
    ("danger-ink", "danger"),
    ("danger-ink", "danger-hover"),
    ("board-frame-ink", "board-frame"),
    ("source", "board-frame"),
    ("cube-ink", "cube-fill"),
    ("white-edge", "white-fill"),
    ("black-edge", "black-fill"),
]
SHAPES = [
    ("edge", "paper"),
    ("edge", "surface"),
    ("edge", "accent-soft"),
    ("accent", "accent-soft"),
    ("accent", "paper"),  # whose turn it is
    ("good", "surface"),  # who is there: a dot, a ring, a cross
    ("good", "paper"),
    ("danger", "surface"),
    ("danger", "paper"),
    ("focus", "paper"),
    ("focus", "surface"),
    # The marks on checkers, and pips on dice of both colours.
    ("white-mark", "white-fill"),
    ("black-mark", "black-fill"),
    ("white-edge", "white-fill"),
    ("black-edge", "black-fill"),
    # Rings are drawn in two tones, so that one of them shows on any ground.
    ("source", "source-halo"),
    ("landing", "landing-halo"),
    ("trail", "trail-halo"),
    ("focus", "focus-halo"),
]
RINGS = ("source", "landing", "trail", "focus")
GROUNDS = ("point-a", "point-b", "point-lit", "board-felt", "board-frame")

Palette = dict[str, Color]


def palettes() -> dict[tuple[str, str], Palette]:
    """Every theme in both schemes, as the cascade has it: each names all of its colours."""
    found = {}
    for theme in THEMES:
        rules = re.search(rf'\[data-theme="{theme}"\] \{{(.*?)\n\}}', TOKENS.read_text(), re.DOTALL)
        assert rules, theme
        pairs = re.findall(r"--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w{6}));", rules[1])
        for index, scheme in enumerate(SCHEMES):
            found[theme, scheme] = {name: Color(both or pair[index]) for name, *pair, both in pairs}
    return found


PALETTES = palettes()
every_palette = pytest.mark.parametrize("palette", PALETTES.values(), ids=map("-".join, PALETTES))


def contrast(palette: Palette, one: str, other: str) -> float:
    return palette[one].contrast(palette[other], method="wcag21")


def seen(colour: Color, vision: str) -> Color:
    return colour if vision == "normal" else colour.filter(vision).clip("srgb")


def test_contrast_is_measured_as_wcag_does() -> None:
    palette = {"black": Color("#000000"), "white": Color("#ffffff"), "grey": Color("#777777")}
    assert contrast(palette, "black", "white") == pytest.approx(21)
    assert contrast(palette, "grey", "white") == pytest.approx(4.48, abs=0.01)


def test_every_theme_names_the_same_colours() -> None:
    names = [palette.keys() for palette in PALETTES.values()]
    assert len(names) == 6
    assert all(each == names[0] for each in names)
    assert len(names[0]) > 40


@pytest.mark.parametrize(("theme", "scheme"), PALETTES)
@pytest.mark.parametrize(("front", "back"), TEXT)
def test_text_can_be_read(theme: str, scheme: str, front: str, back: str) -> None:
    assert contrast(PALETTES[theme, scheme], front, back) >= (7 if theme == "contrast" else 4.5)


@every_palette
@pytest.mark.parametrize(("front", "back"), SHAPES)
def test_shapes_can_be_seen(palette: Palette, front: str, back: str) -> None:
    assert contrast(palette, front, back) >= 3


@every_palette
@pytest.mark.parametrize("side", ["white", "black"])
@pytest.mark.parametrize("point", ["point-a", "point-b"])
def test_checkers_stand_out_from_both_points_by_body_and_by_edge(palette: Palette, side: str, point: str) -> None:
    assert contrast(palette, f"{side}-fill", point) >= 3
    assert contrast(palette, f"{side}-edge", point) >= 3  # and so the pips of a die, which have this colour


@every_palette
@pytest.mark.parametrize("side", ["white", "black"])
@pytest.mark.parametrize("ground", ["point-lit", "board-felt", "board-frame", "board-well"])
def test_checkers_and_dice_stand_out_from_felt_bar_and_tray(palette: Palette, side: str, ground: str) -> None:
    assert max(contrast(palette, f"{side}-{part}", ground) for part in ("fill", "edge")) >= 3


@every_palette
@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize("ground", GROUNDS)
def test_rings_stand_out_from_whatever_they_lie_on(palette: Palette, ring: str, ground: str) -> None:
    assert max(contrast(palette, part, ground) for part in (ring, f"{ring}-halo")) >= 3


@every_palette
@pytest.mark.parametrize("vision", VISION)
def test_what_is_picked_is_never_taken_for_where_it_may_land(palette: Palette, vision: str) -> None:
    """Shown together, and to be told apart whatever colours one sees (ux.md §6)."""
    source, landing = (seen(palette[name], vision) for name in ("source", "landing"))
    assert abs(source.convert("lab-d65")["lightness"] - landing.convert("lab-d65")["lightness"]) >= 10
    assert source.delta_e(landing, method="2000") >= 35
