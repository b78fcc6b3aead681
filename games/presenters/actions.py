"""What a viewer can do: the commands of his turn, the answers to an offer, and resigning. Spectators: nothing."""

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.presenters.call import draft_text
from games.presenters.people import People, game_points, points
from games.rules.game import GameState, Phase, Seat, Stage
from games.rules.plays import Draft
from games.rules.variants import Variant

if TYPE_CHECKING:
    from games.selectors.table import TableFacts


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A button: what it sends, what it says, and what choosing it costs or wins."""

    id: str
    value: str
    text: str
    cost: str


@dataclass(frozen=True, slots=True)
class ConfirmView:
    """The end of a draft. `play` is what a press would confirm; empty while the draft is incomplete.

    `draft` goes with what is typed, so that it goes on from there.
    """

    draft: str
    play: str
    undo: str | None  # the draft without its last step; None where there is nothing to undo
    starts_over: bool  # whether undoing all is more than undoing one step
    lead: str  # the leading die, where it is not the one that leads by itself


@dataclass(frozen=True, slots=True)
class ActionsView:
    """The row of buttons below the board; its slots are fixed, so nothing moves when the phase changes."""

    roll: bool
    double: ChoiceView | None
    confirm: ConfirmView | None
    resignations: tuple[ChoiceView, ...]
    may_abort: bool


@dataclass(frozen=True, slots=True)
class AnswerView:
    """The panel that answers a double or a resignation, where no other button ever is."""

    label: str
    choices: tuple[ChoiceView, ...]
    turns_cube: bool  # whoever has chosen so is then asked once more


@dataclass(frozen=True, slots=True)
class NotationView:
    """The box that takes everything typed: an example, and what may be written."""

    example: str
    help: str


def notation_view(rules: Variant) -> NotationView:
    """What the notation box says where these rules are played; it stands outside the table and does not change."""
    example, play = ("hand/22", "hand/22 13/7") if rules.has_hand else ("13/7 8/7", "13/7 8/7")
    words = ["roll"]
    if any(rules.follows(Stage.ROLL, roll) == Stage.CHOICE for roll in combinations(range(1, 7), 2)):
        words.append("choose 5")
    if rules.has_cube:
        words += ["double", "take", "drop"]
    words += ["accept", "refuse", "resign 1", "next"] if rules.has_cube else ["resign", "next"]
    words += ["undo", "board", "13", "help"]
    values = {"play": play, "words": ", ".join(words)}
    return NotationView(example, _("A play such as %(play)s, or a word: %(words)s.") % values)


def actions_view(facts: "TableFacts", draft: Draft | None, who: People) -> ActionsView | None:
    """The buttons of a player in a running game; None for everybody else."""
    state, you = facts.state, who.you
    if state is None or you is None or state.result:
        return None
    return ActionsView(
        roll=state.phase == Phase.TO_ROLL and state.on_roll == you,
        double=_double(state, you, who),
        confirm=confirm_view(state, draft),
        resignations=_resignations(state, you, who),
        may_abort=facts.may_abort,
    )


def _double(state: GameState, you: Seat, who: People) -> ChoiceView | None:
    if not state.can_double(you):
        return None
    cost = _("to %(value)s") % {"value": state.cube.value * 2}
    return ChoiceView("double", "double", _("Double"), cost)


def confirm_view(state: GameState, draft: Draft | None) -> ConfirmView | None:
    """How a draft is confirmed or undone; None without one."""
    if draft is None or state.dice is None:
        return None
    return ConfirmView(
        draft=draft.text,
        play=draft_text(draft) if draft.complete else "",
        undo=draft.text.rpartition(" ")[0] if draft.steps else None,
        starts_over=len(draft.steps) > 1,
        lead=str(draft.lead) if draft.lead != max(state.dice) else "",
    )


def _resignations(state: GameState, you: Seat, who: People) -> tuple[ChoiceView, ...]:
    """What can be given up now, and its price: a level not refused before (RES-4), or the match (RES-6)."""
    levels = state.resign_levels(you)
    choices = [
        ChoiceView(
            f"resign-{level}",
            str(level),
            _(state.variant.level_title(level)),
            _lost(game_points(state.variant, state.resign_points(level)), level == levels[-1], who, you),
        )
        for level in levels
    ]
    if state.forfeit_points(you) is not None:
        cost = _("%(name)s wins it at once") % {"name": who.names[you.other]}
        choices.append(ChoiceView("resign-match", "match", _("The whole match"), cost))
    return tuple(choices)


def _lost(price: str, at_once: bool, who: People, you: Seat) -> str:
    """The price of a resignation; the highest that can still be lost needs no consent (RES-5)."""
    values = {"points": price, "name": who.names[you.other]}
    if at_once:
        return _("lose %(points)s") % values
    return _("lose %(points)s if %(name)s accepts") % values


def answer_view(state: GameState | None, who: People) -> AnswerView | None:
    """The answers to what was offered to this viewer; None for everybody else."""
    if state is None or who.you is None or state.to_act != who.you:
        return None
    if state.offer:
        return AnswerView(_("Answer the double"), _cube_answers(state), turns_cube=True)
    if state.resignation:
        return AnswerView(_("Answer the resignation"), _resignation_answers(state), turns_cube=False)
    return None


def _cube_answers(state: GameState) -> tuple[ChoiceView, ...]:
    stakes = state.stakes()
    if stakes is None:
        return ()
    choices = [
        ChoiceView("take", "take", _("Take"), _("play on for %(points)s") % {"points": points(stakes.take)}),
        ChoiceView("drop", "drop", _("Drop"), _("lose %(points)s") % {"points": points(stakes.drop)}),
    ]
    if stakes.beaver:
        cost = _("play on for %(points)s") % {"points": points(stakes.beaver)}
        is_raccoon = state.offer is not None and state.offer.beavers > 0
        choices.append(ChoiceView("beaver", "beaver", _("Raccoon") if is_raccoon else _("Beaver"), cost))
    return tuple(choices)


def _resignation_answers(state: GameState) -> tuple[ChoiceView, ...]:
    level = state.resignation.level if state.resignation else 1
    won = points(state.resign_points(level))
    return (
        ChoiceView("accept", "accept", _("Accept"), _("win %(points)s") % {"points": won}),
        ChoiceView("refuse", "refuse", _("Refuse"), _("play on")),
    )
