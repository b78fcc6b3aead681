"""Markup that repeats dozens of times on a table: points, dice and rows of the record.

Tags and not template loops, because the table is rendered for every move: as loops these parts took three quarters
of the time. Whatever they print comes ready from the presenters.
"""

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.presenters.board import PileView, PlaceView, QuadrantView
from games.presenters.dice import RollView
from games.presenters.record import RowView
from games.presenters.stages import DoubleView, StepView

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
def hand_button(hand: PlaceView) -> SafeString:
    """The button of the viewer's hand; all its checkers are drawn."""
    return _safe([_button(hand, "<i></i>" * int(hand.count))])


@register.simple_tag
def checkers(pile: PileView) -> SafeString:
    """All the checkers of a pile."""
    return _safe(["<i></i>" * int(pile.count)])


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
def trail_steps(steps: tuple[StepView, ...]) -> SafeString:
    """The parts of a turn as items of their list."""
    return _safe(
        [
            f'<li class="{step.css}">{escape(step.text)}'
            f'<span class="visually-hidden">, {escape(step.state)}</span></li>'
            for step in steps
        ]
    )


@register.simple_tag
def double_buttons(doubles: tuple[DoubleView, ...]) -> SafeString:
    """The doubles to choose from: both dice, and below them a tick or what is short."""
    return _safe(
        [
            f'<button id="{each.id}" class="{each.css}" form="choose" name="number" value="{each.number}" '
            f'aria-label="{escape(each.label)}"><svg class="die" viewBox="0 0 40 40" aria-hidden="true">'
            f'<use href="{each.face}"/></svg><svg class="die" viewBox="0 0 40 40" aria-hidden="true">'
            f'<use href="{each.face}"/></svg>{_mark(each)}</button>'
            for each in doubles
        ]
    )


def _mark(double: DoubleView) -> str:
    if double.mark:
        return f"<span>{escape(double.mark)}</span>"
    return '<svg class="tick" aria-hidden="true"><use href="#tick"/></svg>'


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


def _button(place: PlaceView, drawn: str = CHECKERS) -> str:
    if place.draft is None:
        action = 'type="button" aria-disabled="true" tabindex="-1"'
    else:
        action = f'form="draft-form" name="draft" value="{escape(place.draft)}" data-aim="{place.aim}"'
    return (
        f'<button id="{place.id}" {action} aria-label="{escape(place.label)}">'
        f"{drawn}<b>{place.count}</b><span>{escape(place.number)}</span></button>"
    )


def _safe(parts: list[str]) -> SafeString:
    """Parts whose texts have been escaped; classes, ids and numbers are ours."""
    return mark_safe("".join(parts))  # noqa: S308
