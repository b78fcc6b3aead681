"""What a screen reader is told of a table, in one line: what has happened, then whose turn it is and what for.

Whoever hears it cannot skip: what one sentence has said the next does not repeat.
"""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.presenters.outcome import OutcomeView
from games.presenters.people import People, sentences, stop
from games.presenters.stages import rest_lost
from games.presenters.story import happened, on_the_bar
from games.presenters.turns import Turn
from games.rules.game import GameState, Phase
from games.rules.history import Entry, Kind
from games.rules.plays import Draft

if TYPE_CHECKING:
    from games.selectors.table import TableFacts


def spoken(
    facts: "TableFacts", turn: Turn | None, draft: Draft | None, outcome: OutcomeView | None, asked: str, who: People
) -> str:
    """The line for the table as it stands; `asked` is what its headline asks for."""
    state, newest = facts.state, facts.record[-1] if facts.record else None
    if outcome:
        return _ended(facts, turn, outcome, asked, who)
    if draft and draft.steps:
        return spoken_draft(draft, asked)
    if state is None or state.to_act is None or newest is None:
        return stop(asked)
    if state.to_act == who.you and (state.offer or state.resignation):
        return stop(asked)  # which says what happened as well
    story = sentences(_new_game(facts, newest), happened(facts.record, turn, state, who), rest_lost(state))
    return sentences(story, _asked(state, newest, asked, who))


def spoken_draft(draft: Draft, asked: str) -> str:
    """The line for a draft that has been begun: its newest step, and what remains to be done."""
    return sentences(stop(draft.text.split()[-1]), stop(asked if draft.complete else left_text(draft)))


def left_text(draft: Draft) -> str:
    """The dice still to be played: one of a mixed roll, or up to three of a double."""
    left = draft.dice_left
    values = {"die": left[0], "times": len(left)}
    return (_("%(die)s left") if len(left) == 1 else _("%(die)s left %(times)s times")) % values


def _ended(facts: "TableFacts", turn: Turn | None, outcome: OutcomeView, asked: str, who: People) -> str:
    if outcome.rematch_note:
        return outcome.rematch_note  # the end has been told before anybody could ask
    last = ""
    if facts.state and facts.record and facts.record[-1].kind == Kind.PLAY:
        last = happened(facts.record, turn, facts.state, who)
    return sentences(last, stop(asked), outcome.title, outcome.detail)


def _new_game(facts: "TableFacts", newest: Entry) -> str:
    """Which game begins, and that nobody may double in it."""
    if newest.kind != Kind.ROLL or newest.seat is not None or facts.state is None:
        return ""
    number = _("Game %(number)s.") % {"number": facts.game_number}
    return sentences(number, _("Crawford game: no doubling.") if facts.state.terms.crawford else "")


def _asked(state: GameState, newest: Entry, asked: str, who: People) -> str:
    """What is asked for: after a roll the dice need not be named again, nor the bar but when a turn begins."""
    if state.phase == Phase.TO_PLAY and newest.kind in (Kind.ROLL, Kind.CHOOSE):
        return _("Your turn: play.") if state.to_act == who.you else ""
    begins = state.phase == Phase.TO_ROLL and newest.kind in (Kind.PLAY, Kind.ROLL)
    return sentences(on_the_bar(state, who) if begins else "", stop(asked))
