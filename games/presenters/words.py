"""What can be typed at a table: the words that are commands now, and those that only tell something."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.presenters.people import People
from games.rules.game import GameState, Phase
from games.rules.plays import Draft

if TYPE_CHECKING:
    from games.selectors.table import TableFacts


def words_to_hear(facts: "TableFacts") -> list[str]:
    """The words that change nothing, where these rules are played."""
    words = ["board", "13", "bar", "off", "pips", "dice", "last", "draft", "score", "cube", "clock", "help"]
    if facts.terms.rules.has_hand:
        words.insert(4, "hand")
    if not facts.terms.rules.has_cube:
        words.remove("cube")
    return words


def words_to_do(facts: "TableFacts", draft: Draft | None, who: People) -> list[str]:
    """The words that do something now; none for who has to wait."""
    state = facts.state
    if who.you is None or state is None or facts.status != "playing":
        return []
    words = ["abort"] if facts.may_abort else []
    if state.result:
        return ["next"] if facts.terms.length else ["next", "leave"]
    if state.to_act != who.you:
        return words
    if state.resign_levels(who.you):
        words.insert(0, "resign")
    return _of_the_moment(state, draft) + words


def _of_the_moment(state: GameState, draft: Draft | None) -> list[str]:
    match state.phase:
        case Phase.TO_ROLL:
            return ["roll", "double"] if state.on_roll and state.can_double(state.on_roll) else ["roll"]
        case Phase.TO_CHOOSE:
            return ["choose 5"]
        case Phase.DOUBLED:
            stakes = state.stakes()
            return ["take", "drop", "beaver"] if stakes and stakes.beaver else ["take", "drop"]
        case Phase.RESIGNING:
            return ["accept", "refuse"]
        case _:
            words = ["confirm"] if draft and draft.complete and draft.steps else [example(state.variant.has_hand)]
            return [*words, "undo", "start over"] if draft and draft.steps else words


def example(has_hand: bool) -> str:
    """A play that shows how plays are written."""
    return _("a play such as %(play)s") % {"play": "hand/22 13/7" if has_hand else "13/7 8/7"}
