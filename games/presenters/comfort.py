"""What may be done for a player because nothing is left to decide.

The table marks it for everybody. It is done for those who have chosen so (accounts/preferences.py) by
static/js/comfort.js, which presses the buttons that are there.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.rules.forced import clear_bear_off, forced_play, forced_rest
from games.rules.game import GameState, Phase, Seat
from games.rules.notation import format_play
from games.rules.plays import Draft, Play, Step
from games.rules.written import format_step


@dataclass(frozen=True, slots=True)
class AutoView:
    """What may be done, and the sentence about it.

    `words`: roll; whole: the next step of a roll that leaves no choice; confirm: its end; rest: the next step of a
    draft that leaves none any more; off: the next step of the one play that bears off with every die.
    """

    words: str
    text: str
    draft: str = ""  # the draft with that step


def auto_view(state: GameState | None, draft: Draft | None, you: Seat | None) -> AutoView | None:
    """What may be done for this viewer; None where it is for him to decide. `draft` where he is to play."""
    if state is None or you is None or state.on_roll != you:
        return None
    if state.phase == Phase.TO_ROLL:
        return None if state.can_double(you) else AutoView("roll", _("Rolling for you."))
    return None if draft is None else _play_view(state, draft, you)


def _play_view(state: GameState, draft: Draft, you: Seat) -> AutoView | None:
    legal = state.legal()
    whole = forced_play(legal)
    if draft.complete:
        return AutoView("confirm", _forced(whole)) if whole else None
    rest = forced_rest(state.variant, legal, draft) or ()
    clear = _clear_rest(state, draft, you)
    if not rest and not clear:
        return None
    steps = clear or rest
    words = {"whole": whole, "rest": rest, "off": clear}
    return AutoView(
        words=" ".join(word for word, holds in words.items() if holds),
        text=_forced(whole or Play(rest, draft.position)) if rest else _bearing_off(Play(clear, draft.position)),
        draft=f"{draft.text} {format_step(steps[0])}".lstrip(),
    )


def _clear_rest(state: GameState, draft: Draft, you: Seat) -> tuple[Step, ...]:
    """What is left of the play that bears off with every die, if the draft is its beginning."""
    play = clear_bear_off(state.seen_by(you), state.dice_to_play(you), state.legal())
    if play is None or _ways(play.steps[: len(draft.steps)]) != _ways(draft.steps):
        return ()
    return play.steps[len(draft.steps) :]


def _ways(steps: tuple[Step, ...]) -> list[tuple[int, int]]:
    return [(step.source, step.target) for step in steps]


def _forced(play: Play) -> str:
    return _("Forced: %(play)s") % {"play": format_play(play)}


def _bearing_off(play: Play) -> str:
    return _("Bearing off: %(play)s") % {"play": format_play(play)}
