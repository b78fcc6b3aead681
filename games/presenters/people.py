"""How the people at a table are called: each viewer hears "you" where he is meant, and names otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.rules.game import Seat
from games.rules.variants import Variant

if TYPE_CHECKING:
    from games.selectors.table import TableFacts

SPECTATOR = "spectator"


@dataclass(frozen=True, slots=True)
class People:
    """Both seats as one view speaks of them. `you` is None for spectators."""

    you: Seat | None
    names: dict[Seat, str]
    language: str

    @property
    def near(self) -> Seat:
        """Whose home is at the bottom: the viewer's own, White's for spectators."""
        return self.you or Seat.WHITE

    def tell(self, seat: Seat, to_them: str, of_them: str, to_other: str | None = None, **values: object) -> str:
        """What happens to a person, said to whoever looks: `to_them` to himself, `of_them` to everybody else.

        `to_other` is for the opponent, where he is spoken to as well. All may use %(name)s, the person, and
        %(other)s, the opponent.
        """
        if seat == self.you:
            sentence = to_them
        elif seat.other == self.you:
            sentence = to_other or of_them
        else:
            sentence = of_them
        return sentence % {"name": self.names[seat], "other": self.names[seat.other], **values}


def people(facts: "TableFacts", view: str) -> People:
    """The people of a table for one of the views white, black and spectator."""
    return people_named({seat: player.name for seat, player in facts.players.items() if player}, view)


def people_named(names: Mapping[Seat, str], view: str) -> People:
    """The people of these names for one of the views; a seat that nobody holds is called by its colour."""
    unnamed = {Seat.WHITE: _("White"), Seat.BLACK: _("Black")}
    return People(
        you=None if view == SPECTATOR else Seat(view),
        names={seat: names.get(seat) or unnamed[seat] for seat in Seat},
        language=get_language() or "",
    )


def pairing(who: People) -> str:
    """Both names, White's first."""
    return _("%(white)s – %(black)s") % {"white": who.names[Seat.WHITE], "black": who.names[Seat.BLACK]}


def points(number: int) -> str:
    """A number of points in words."""
    return ngettext("%(number)s point", "%(number)s points", number) % {"number": number}


def game_points(rules: Variant, number: int) -> str:
    """The points a game is worth, and what they are where they are checkers (AD-14)."""
    if not rules.counts_checkers:
        return points(number)
    text = ngettext("%(number)s point, for the checker left", "%(number)s points, one for each checker left", number)
    return text % {"number": number}


def roll_text(dice: tuple[int, int]) -> str:
    """A roll as it is written, the larger die first."""
    return f"{max(dice)}-{min(dice)}"


def level_name(rules: Variant, level: int) -> str:
    """What losing at this level is called where these rules are played."""
    return _(rules.level_name(level))


def sentences(*parts: str) -> str:
    """Those of the sentences that say something, one after the other."""
    return " ".join(part for part in parts if part)


def stop(sentence: str) -> str:
    """The sentence with a full stop, so that a voice pauses after it."""
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."
