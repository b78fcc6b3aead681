"""Markup that repeats dozens of times on a table: points, dice and rows of the record.

Tags and not template loops, because the table is rendered for every move: as loops these parts took three quarters
of the time. Whatever they print comes ready from the presenters.
"""

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.presenters.board import PlaceView, QuadrantView
from games.presenters.dice import RollView
from games.presenters.record import RowView

register = template.Library()

CHECKERS = "<i></i>" * 5  # always all five: the class of the stack shows as many as there are


@register.simple_tag
def points(quadrant: QuadrantView) -> SafeString:
    """The six points of a quadrant as items of its list."""
    return _safe([f'<li class="point {place.css}">{_button(place)}</li>' for place in quadrant.points])


@register.simple_tag
def place_button(place: PlaceView) -> SafeString:
    """The button of the bar."""
    return _safe([_button(place)])


@register.simple_tag
def dice_faces(roll: RollView) -> SafeString:
    """The dice of a roll."""
    return _safe(
        [
            f'<svg class="{die.css}" viewBox="0 0 40 40" aria-hidden="true"><use href="{die.face}"/></svg>'
            for die in roll.dice
        ]
    )


@register.simple_tag
def record_items(rows: tuple[RowView, ...]) -> SafeString:
    """The rows of the record as items of its list."""
    return _safe(
        [
            f'<li class="{row.css}"><i class="checker" aria-hidden="true"></i><bdi>{escape(row.name)}</bdi> '
            f"<b>{row.dice}</b> <span>{escape(row.text)}</span></li>"
            for row in rows
        ]
    )


def _button(place: PlaceView) -> str:
    if place.draft is None:
        action = 'type="button" aria-disabled="true" tabindex="-1"'
    else:
        action = f'form="draft-form" name="draft" value="{escape(place.draft)}" data-aim="{place.aim}"'
    return (
        f'<button id="{place.id}" {action} aria-label="{escape(place.label)}">'
        f"{CHECKERS}<b>{place.count}</b><span>{place.number}</span></button>"
    )


def _safe(parts: list[str]) -> SafeString:
    """Parts whose texts have been escaped; classes, ids and numbers are ours."""
    return mark_safe("".join(parts))  # noqa: S308
