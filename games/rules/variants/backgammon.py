"""Backgammon as rules.md §1 has it."""

from __future__ import annotations

from typing import Final

from games.rules.errors import gettext_noop
from games.rules.position import BAR, CHECKERS, OFF, Position, position
from games.rules.sentences import Sentence, say
from games.rules.variants import race
from games.rules.variants.base import Variant

_START: Final = position("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
_NAMES: Final = (gettext_noop("a single game"), gettext_noop("a gammon"), gettext_noop("a backgammon"))
_TITLES: Final = (gettext_noop("Single game"), gettext_noop("Gammon"), gettext_noop("Backgammon"))
_SCORING: Final = say(
    gettext_noop(
        "Who bears off all checkers first wins the game: 1 point; 2 if the loser has borne off none (a gammon); 3 if, "
        "besides, one of those stands on the bar or on the winner's home board (a backgammon)."
    )
)
_RESIGNING: Final = say(
    gettext_noop(
        "In your own turn you may resign a single game, a gammon or a backgammon. Your opponent may refuse, unless it "
        "is the most you can still lose."
    )
)
_WON_RACE: Final = say(gettext_noop("A race that is already won is not lost on time: it counts as a single game."))


class Backgammon(Variant):
    """The standard game with the doubling cube."""

    key = "backgammon"
    name = gettext_noop("Backgammon")
    summary = gettext_noop("The classic game, with or without the doubling cube.")
    has_cube = True
    opening_roll_is_played = True
    has_hand = False

    def start(self) -> Position:
        """SETUP-1.

        >>> Backgammon().pips(Backgammon().start().mine)
        167
        """
        return _START

    def outcome(self, position: Position) -> int | None:
        """WIN-1, WIN-2, WIN-3: 1, 2 or 3; None until the last checker is off.

        >>> Backgammon().outcome(position("", "bar:1 1:14"))
        3
        """
        if position.mine[OFF] < CHECKERS:
            return None
        loser = position.theirs
        if loser[OFF]:
            return 1
        return 3 if _in_winners_home(loser) else 2

    def max_loss(self, position: Position) -> int:
        """RES-5: what `mine` can lose at most: 1, 2 or 3 times the cube."""
        mine, theirs = position.mine, position.theirs
        if mine[OFF]:
            return 1
        if _in_winners_home(mine) or race.is_contact(mine, theirs):
            return 3
        return 2

    def is_won_race(self, position: Position, *, rolls_next: bool) -> bool:
        """Whether the worst rolls still beat the opponent's best.

        >>> Backgammon().is_won_race(position("6:2", "24:1 20:2"), rolls_next=False)
        False
        """
        return race.is_won(position.mine, position.theirs, rolls_next=rolls_next)

    def level_name(self, level: int) -> str:
        """WIN-1, WIN-2, WIN-3."""
        return _NAMES[level - 1]

    def level_title(self, level: int) -> str:
        """WIN-1, WIN-2, WIN-3."""
        return _TITLES[level - 1]

    def about_scoring(self) -> tuple[Sentence, ...]:
        """WIN-1, WIN-2, WIN-3."""
        return (_SCORING,)

    def about_time(self) -> tuple[Sentence, ...]:
        """A race that no dice can turn (bug case E-15)."""
        return (_WON_RACE,)

    def about_resigning(self) -> tuple[Sentence, ...]:
        """RES-1, RES-5."""
        return (_RESIGNING,)


def _in_winners_home(loser: tuple[int, ...]) -> bool:
    return any(loser[19 : BAR + 1])
