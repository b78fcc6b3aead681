"""The accessible names on the board: number, owner, count, action, hit (ux.md §5).

There are few different ones, and a table needs thirty for every move, so they are kept once made; `language` is part
of what they are kept under, as it is of what they say.
"""

from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.game import Seat
from games.rules.plays import Step
from games.rules.position import BAR, HAND, OFF

OUTER_FAR, HOME_FAR, OUTER_NEAR, HOME_NEAR = "outer-far", "home-far", "outer-near", "home-near"


@lru_cache(maxsize=4096)
def place_label(language: str, you: Seat | None, place: int, mine: int, theirs: int, step: Step | None) -> str:
    """The name of a point or of the near side's bar or hand, with what a tap on it would play."""
    values = {
        "point": place,
        "checkers": theirs_named(you, theirs) if theirs else mine_named(you, mine),
        "action": step_text(step) if step else "",
    }
    if place == BAR:
        return (_("Bar: %(checkers)s, must enter. %(action)s") if step else _("Bar: %(checkers)s")) % values
    if place == HAND:
        return (_("Hand: %(checkers)s. %(action)s") if step else _("Hand: %(checkers)s")) % values
    if step:
        return _("%(point)s point, %(checkers)s. %(action)s") % values
    return _("%(point)s point, %(checkers)s") % values


@lru_cache(maxsize=256)
def pile_label(language: str, you: Seat | None, place: int, number: int, near: bool) -> str:
    """The name of checkers that cannot be tapped: those off, and the far side's on the bar and in the hand."""
    values = {"checkers": mine_named(you, number) if near else theirs_named(you, number)}
    if place == HAND:
        return _("Hand: %(checkers)s") % values
    return (_("Off: %(checkers)s") if place == OFF else _("Bar: %(checkers)s")) % values


def mine_named(you: Seat | None, number: int) -> str:
    """Checkers of the near side, counted."""
    if number == 0:
        return _("empty")
    if you is None:
        text = ngettext("%(number)s white checker", "%(number)s white checkers", number)
    else:
        text = ngettext("%(number)s of your checkers", "%(number)s of your checkers", number)
    return text % {"number": number}


def theirs_named(you: Seat | None, number: int) -> str:
    """Checkers of the far side, counted."""
    if number == 0:
        return _("empty")
    if you is None:
        text = ngettext("%(number)s black checker", "%(number)s black checkers", number)
    else:
        text = ngettext("%(number)s of your opponent's checkers", "%(number)s of your opponent's checkers", number)
    return text % {"number": number}


def step_text(step: Step) -> str:
    """What a step does, as an action."""
    values = {"target": step.target, "die": step.die}
    if step.target == OFF:
        return _("Bear off with the %(die)s.") % values
    if step.source == HAND:
        return (
            _("Enter on %(target)s with the %(die)s, hitting.")
            if step.hits
            else _("Enter on %(target)s with the %(die)s.")
        ) % values
    if step.hits:
        return _("Play to %(target)s with the %(die)s, hitting.") % values
    return _("Play to %(target)s with the %(die)s.") % values


@lru_cache(maxsize=32)
def board_title(language: str, you: Seat | None) -> str:
    """Which side of the board one looks from."""
    if you is None:
        return _("Board. White bears off at the bottom.")
    if you == Seat.WHITE:
        return _("Board. You are White and bear off at the bottom.")
    return _("Board. You are Black and bear off at the bottom.")


@lru_cache(maxsize=32)
def quadrant_labels(language: str, you: Seat | None) -> dict[str, str]:
    """The names of the four quadrants, in the order in which they are read."""
    if you is None:
        return {
            OUTER_FAR: _("Black's outer board"),
            HOME_FAR: _("Black's home board"),
            OUTER_NEAR: _("White's outer board"),
            HOME_NEAR: _("White's home board"),
        }
    return {
        OUTER_FAR: _("Opponent's outer board"),
        HOME_FAR: _("Opponent's home board"),
        OUTER_NEAR: _("Your outer board"),
        HOME_NEAR: _("Your home board"),
    }
