"""Turns that have several parts (AD-9): where one stands, the doubles to choose from, and why the rest was lost."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presenters.people import People, roll_text
from games.presenters.turns import Part, Turn
from games.rules.game import GameState, Lost, Phase, PossibleDouble, Stage
from games.rules.variants import Variant


@dataclass(frozen=True, slots=True)
class StepView:
    """One part of the turn: played, being played, or still to come."""

    css: str
    text: str
    state: str


@dataclass(frozen=True, slots=True)
class DoubleView:
    """A double that may be chosen. `mark` is what is short about it; complete ones have a tick instead."""

    id: str
    number: str
    face: str
    css: str
    label: str
    mark: str


@dataclass(frozen=True, slots=True)
class DoublesView:
    """The six doubles, and a warning where some of them would end the turn."""

    label: str
    choices: tuple[DoubleView, ...]
    warning: str


def trail(turn: Turn | None, state: GameState | None) -> tuple[StepView, ...]:
    """The parts of a turn that has more than one, from its newest 1-2 on; nothing while turns are plain."""
    if state is None or turn is None or state.on_roll is None or turn.seat != state.on_roll:
        return ()
    if state.phase == Phase.TO_ROLL and state.stage == Stage.ROLL:
        return ()
    rules = state.variant
    parts = _cycle(turn.parts, rules)
    if state.dice and parts[-1].play is not None:
        parts = [*parts, Part(state.stage, state.dice)]  # no entry tells of a double that was turned over
    steps = [_step(part, rules) for part in parts]
    steps += [StepView("next", text, _("to come")) for text in _to_come(parts[-1], rules)]
    if parts[-1].play is not None and len(steps) > len(parts):
        steps[len(parts)] = StepView("now", steps[len(parts)].text, _("now"))
    return tuple(steps) if len(steps) > 1 else ()


def _cycle(parts: list[Part], rules: Variant) -> list[Part]:
    """The parts since the roll that made the turn go on last."""
    first = len(parts) - 1
    while first > 0 and not (parts[first].stage == Stage.EXTRA and rules.follows(Stage.EXTRA, parts[first].dice)):
        first -= 1
    return parts[first:]


def _step(part: Part, rules: Variant) -> StepView:
    done = part.play is not None
    return StepView("done" if done else "now", _part_name(part, rules), _("played") if done else _("now"))


def _part_name(part: Part, rules: Variant) -> str:
    values = {"roll": roll_text(part.dice), "low": min(part.dice), "high": max(part.dice)}
    if part.stage == Stage.CHOSEN:
        return _("double %(roll)s") % values
    if part.stage == Stage.COMPLEMENT:
        return _("other side %(roll)s") % values
    if rules.follows(part.stage, part.dice) == Stage.CHOICE:
        again = part.stage == Stage.EXTRA
        return (_("%(low)s and %(high)s again") if again else _("%(low)s and %(high)s")) % values
    return (_("roll %(roll)s") if part.stage == Stage.EXTRA else "%(roll)s") % values


def _to_come(part: Part, rules: Variant) -> Iterator[str]:
    """What else belongs to the turn, if all goes well."""
    following = rules.follows(part.stage, part.dice)
    if following == Stage.CHOICE:
        yield _("a double")
    elif following == Stage.COMPLEMENT:
        yield _("its other side")
    if following:
        yield _("another roll")


def doubles_view(state: GameState | None, who: People) -> DoublesView | None:
    """The doubles this viewer may choose from; None for everybody else."""
    if state is None or state.phase != Phase.TO_CHOOSE or state.on_roll != who.you:
        return None
    choices = state.choices()
    short = not all(choice.complete for choice in choices)
    return DoublesView(
        label=_("Choose a double"),
        choices=tuple(_double(choice) for choice in choices),
        warning=_("No tick: the rest of the turn would be lost.") if short else "",
    )


def _double(choice: PossibleDouble) -> DoubleView:
    values = {"roll": roll_text((choice.number, choice.number))}
    if choice.complete:
        label, mark = _("%(roll)s, can be played completely"), ""
    elif choice.dice_used:
        label = _("%(roll)s, only part of it can be played; the rest of the turn would be lost")
        mark = _("part")
    else:
        label, mark = _("%(roll)s, none of it can be played; the rest of the turn would be lost"), _("none")
    return DoubleView(
        id=f"choose-{choice.number}",
        number=str(choice.number),
        face=f"#die-{choice.number}",
        css="double is-complete" if choice.complete else "double is-short",
        label=label % values,
        mark=mark,
    )


def rest_lost(state: GameState) -> str:
    """Why the turn before ended early (AD-10); nothing if it did not, and after the next roll."""
    if state.lost is None:
        return ""
    why = {"why": _not_played(state.lost)}
    following = state.variant.follows(state.lost.stage, state.lost.dice)
    if following == Stage.CHOICE:
        return _("%(why)s, so the double and the extra roll are lost.") % why
    if following == Stage.COMPLEMENT:
        return _("%(why)s, so its other side and the extra roll are lost.") % why
    return _("%(why)s, so the extra roll is lost.") % why


def _not_played(lost: Lost) -> str:
    values = {"die": lost.left[0], "number": len(lost.left)}
    if lost.dice[0] != lost.dice[1]:
        return _("The %(die)s could not be played") % values if len(lost.left) == 1 else _("Neither could be played")
    if len(lost.left) == 4:
        return _("No %(die)s could be played") % values
    if len(lost.left) == 1:
        return _("The last %(die)s could not be played") % values
    return _("%(number)s of the four %(die)ss could not be played") % values
