"""Contrast of the colours in tokens.css, light and dark, as WCAG 2.2 measures it."""

import re
from pathlib import Path

import pytest

TOKENS = Path(__file__).parents[2] / "static" / "css" / "tokens.css"
LIGHT_CSS, DARK_CSS = TOKENS.read_text().split("@media (prefers-color-scheme: dark)")

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
    ("good", "surface"),  # who is there: a dot, a ring, a cross
    ("danger", "surface"),
    ("focus", "focus-halo"),
    ("focus", "paper"),
    ("focus", "surface"),
    # The marks on checkers, and pips on dice of both colours.
    ("white-mark", "white-fill"),
    ("black-mark", "black-fill"),
    # Rings are drawn in two tones, so that one of them shows on any ground.
    ("source", "source-halo"),
    ("landing", "landing-halo"),
    ("trail", "trail-halo"),
]


def colours(css: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})\b", css))


SCHEMES = {"light": colours(LIGHT_CSS), "dark": colours(LIGHT_CSS) | colours(DARK_CSS)}


def luminance(colour: str) -> float:
    channels = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def lightness(colour: str) -> float:
    """L* of CIELAB."""
    y = luminance(colour)
    return 116 * y ** (1 / 3) - 16 if y > 216 / 24389 else y * 24389 / 27


def test_contrast_is_measured_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("front", "back"), TEXT)
def test_text_can_be_read(scheme: str, front: str, back: str) -> None:
    assert contrast(SCHEMES[scheme][front], SCHEMES[scheme][back]) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("front", "back"), SHAPES)
def test_shapes_can_be_seen(scheme: str, front: str, back: str) -> None:
    assert contrast(SCHEMES[scheme][front], SCHEMES[scheme][back]) >= 3


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("side", ["white", "black"])
@pytest.mark.parametrize("point", ["point-a", "point-b"])
def test_checkers_stand_out_from_both_points_by_body_and_by_edge(scheme: str, side: str, point: str) -> None:
    palette = SCHEMES[scheme]
    assert contrast(palette[f"{side}-fill"], palette[point]) >= 3
    assert contrast(palette[f"{side}-edge"], palette[point]) >= 3


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("side", ["white", "black"])
@pytest.mark.parametrize("ground", ["board-felt", "board-frame"])
def test_checkers_and_dice_stand_out_from_felt_and_bar_by_body_or_edge(scheme: str, side: str, ground: str) -> None:
    palette = SCHEMES[scheme]
    assert max(contrast(palette[f"{side}-{part}"], palette[ground]) for part in ("fill", "edge")) >= 3


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_can_be_played_differs_in_lightness_from_where_it_would_land(scheme: str) -> None:
    palette = SCHEMES[scheme]
    assert abs(lightness(palette["source"]) - lightness(palette["landing"])) >= 10
