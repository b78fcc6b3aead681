"""What the table asks for now, and of whom: headline, what led here, and what a screen reader is told."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.presenters.outcome import OutcomeView
from games.presenters.people import People, level_name, points, roll_text, sentences, stop
from games.presenters.speech import spoken
from games.presenters.stages import rest_lost
from games.presenters.story import happened, on_the_bar
from games.presenters.turns import Turn
from games.rules.game import GameState, Phase, Seat, Stage
from games.rules.notation import format_play
from games.rules.plays import Draft, Play

if TYPE_CHECKING:
    from games.selectors.table import TableFacts


@dataclass(frozen=True, slots=True)
class CallView:
    """The call. `say` goes to the live region; `css` tells whether the viewer himself is asked."""

    css: str
    headline: str
    detail: str
    say: str


def call_view(
    facts: "TableFacts",
    turn: Turn | None,
    draft: Draft | None,
    outcome: OutcomeView | None,
    notice: str,
    note: str,
    who: People,
) -> CallView:
    """What is asked now. A notice, why a command was refused, is said first; a note, what was asked for, alone."""
    state = facts.state
    asked = headline(facts, draft, who)
    css, detail = "call", ""
    if facts.status == "open":
        detail = _("The game begins as soon as somebody takes the other seat.")
    elif facts.status == "waiting":
        yours, then = _("Your browser reveals its secret for the dice."), _("The match starts by itself then.")
        detail = sentences(yours if facts.creator == who.you else "", then)
    elif state and state.to_act and not outcome:
        css = "call is-yours" if state.to_act == who.you else "call"
        story = sentences(happened(facts.record, turn, state, who), rest_lost(state), on_the_bar(state, who))
        detail = sentences(story, _double_stakes(state, who))
    if draft and draft.steps:
        detail = _("Nothing is final before you confirm.") if draft.complete else draft_text(draft)
    if outcome or notice or note:
        detail = ""
    if notice:
        return CallView(css, asked, detail, sentences(notice, stop(asked)))
    if facts.status == "waiting":
        return CallView(css, asked, detail, note or sentences(stop(asked), detail))
    return CallView(css, asked, detail, note or spoken(facts, turn, draft, outcome, asked, who))


def headline(facts: "TableFacts", draft: Draft | None, who: People) -> str:
    """The one thing to know: whose decision the match waits for, and which."""
    state = facts.state
    if facts.status == "open":
        return _("Waiting for an opponent")
    if facts.status == "waiting" and facts.creator:
        return who.tell(
            facts.creator,
            _("%(other)s has joined"),
            _("Waiting for %(name)s’s browser to reveal its secret"),
        )
    if facts.status == "aborted":
        return _("The match was called off") if facts.is_joined else _("This challenge was cancelled")
    if facts.status == "over":
        return _("The match is over") if facts.terms.length else _("The session is over")
    if state is None or state.to_act is None:
        return _("Game %(number)s is over") % {"number": facts.game_number}
    if state.phase == Phase.TO_ROLL:
        return _to_roll(state, state.to_act, who)
    if state.phase == Phase.TO_CHOOSE:
        return _to_choose(state.to_act, who)
    if state.offer:
        return _to_answer_double(state.offer.value, state.to_act, who)
    if state.resignation:
        return _to_answer_resignation(level_name(state.variant, state.resignation.level), state.to_act, who)
    return _to_play(state, state.to_act, draft, who)


def _to_roll(state: GameState, seat: Seat, who: People) -> str:
    if state.can_double(seat):
        return who.tell(
            seat,
            _("Your turn: roll or double"),
            _("%(name)s to roll or double"),
            _("Waiting for %(name)s to roll or double"),
        )
    if state.stage == Stage.EXTRA:
        return who.tell(
            seat,
            _("Your turn: roll again"),
            _("%(name)s to roll again"),
            _("Waiting for %(name)s to roll again"),
        )
    return who.tell(seat, _("Your turn: roll"), _("%(name)s to roll"), _("Waiting for %(name)s to roll"))


def _to_choose(seat: Seat, who: People) -> str:
    return who.tell(
        seat,
        _("Your turn: choose a double"),
        _("%(name)s to choose a double"),
        _("Waiting for %(name)s to choose a double"),
    )


def _to_answer_double(value: int, seat: Seat, who: People) -> str:
    return who.tell(
        seat,
        _("%(other)s doubles to %(value)s: take or drop?"),
        _("%(name)s to take or drop at %(value)s"),
        _("Waiting for %(name)s to take or drop"),
        value=value,
    )


def _to_answer_resignation(what: str, seat: Seat, who: People) -> str:
    return who.tell(
        seat,
        _("%(other)s offers to lose %(what)s: accept?"),
        _("%(name)s to answer the resignation"),
        _("Waiting for %(name)s to answer your resignation"),
        what=what,
    )


def _to_play(state: GameState, seat: Seat, draft: Draft | None, who: People) -> str:
    if draft is None or not draft.steps:
        return who.tell(
            seat,
            _("Your turn: play %(roll)s"),
            _("%(name)s to play %(roll)s"),
            _("%(name)s is playing %(roll)s"),
            roll=roll_text(state.dice or (0, 0)),
        )
    return asked_of(draft)


def asked_of(draft: Draft) -> str:
    """What is to be done with a draft that has been begun."""
    if draft.complete:
        return _("Confirm %(play)s") % {"play": draft_text(draft)}
    left = draft.dice_left
    if len(left) == 1:
        return _("Play the %(die)s") % {"die": left[0]}
    return _("Play the %(die)s, %(times)s times more") % {"die": left[0], "times": len(left)}


def draft_text(draft: Draft) -> str:
    """A draft in canonical notation, as it will stand in the record."""
    return format_play(Play(draft.steps, draft.position))


def _double_stakes(state: GameState, who: People) -> str:
    """What doubling would mean, to the player who may double now."""
    if who.you is None or not state.can_double(who.you):
        return ""
    return _("A double is taken for %(take)s or dropped for %(drop)s.") % {
        "take": points(state.cube.value * 2),
        "drop": points(state.cube.value),
    }
