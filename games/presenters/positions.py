"""A position in a few sentences, for whoever cannot see it at a glance."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.people import People
from games.rules.game import Seat
from games.rules.position import BAR, HAND, OFF, Position
from games.rules.variants import Variant


def pips_text(rules: Variant, position: Position, who: People) -> str:
    """What both sides still have to move; `position` as the near side sees it."""
    near, far = rules.pips(position.mine), rules.pips(position.theirs)
    return f"{_side(who.near, pips_count(near), who)} {_side(who.near.other, pips_count(far), who)}"


def position_text(position: Position, who: People) -> str:
    """Where all checkers are, in the numbers of the near side, each side from its rearmost checkers on."""
    near = [(place, position.mine[place]) for place in range(HAND, OFF - 1, -1)]
    far = [(place, position.theirs[place]) for place in range(HAND, OFF - 1, -1)]
    mine = ", ".join(_on(place, number) for place, number in near if number)
    theirs = ", ".join(_on(25 - place if OFF < place < BAR else place, number) for place, number in far if number)
    return f"{_side(who.near, mine, who)} {_side(who.near.other, theirs, who)}"


def _side(seat: Seat, what: str, who: People) -> str:
    return who.tell(seat, _("You: %(what)s."), _("%(name)s: %(what)s."), what=what)


def pips_count(number: int) -> str:
    """A number of pips in words."""
    return ngettext("%(number)s pip", "%(number)s pips", number) % {"number": number}


def _on(place: int, number: int) -> str:
    values = {"number": number, "point": place}
    if place == HAND:
        return _("%(number)s in hand") % values
    if place == BAR:
        return _("%(number)s on the bar") % values
    return (_("%(number)s off") if place == OFF else _("%(number)s on %(point)s")) % values
