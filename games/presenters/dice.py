"""The dice on the table: the roll to be played, or the last one, which stays in sight until the next."""

from dataclasses import dataclass

from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.presenters.call import draft_text
from games.presenters.people import People
from games.presenters.turns import Turn
from games.rules.game import GameState, Phase, Seat, Stage
from games.rules.plays import Draft, pool


@dataclass(frozen=True, slots=True)
class DieView:
    """One die: the drawing of its face, and its state."""

    face: str
    css: str


@dataclass(frozen=True, slots=True)
class RollView:
    """A roll, on its roller's side of the board. `swap_url` makes the other die the leading one.

    `confirms` says that the draft is complete: then pressing the dice confirms it.
    """

    css: str
    label: str
    dice: tuple[DieView, ...]
    swap_url: str | None = None
    confirms: bool = False


@dataclass(frozen=True, slots=True)
class DiceView:
    """Both sides' places for dice; at most one is in use."""

    near: RollView | None
    far: RollView | None


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice on the table: whose, how he came by them, and what of them could not be played."""

    seat: Seat
    dice: tuple[int, int]
    stage: Stage
    opening: bool  # each side threw one
    dead: tuple[int, ...]  # dice that could not be played


def dice_view(
    state: GameState | None, turn: Turn | None, draft: Draft | None, match_url: str, version: int, who: People
) -> DiceView:
    """The dice to be played, or else the last ones of the newest turn."""
    roll = None if state is None or state.offer else _roll(state, turn)
    if state is None or roll is None:
        return DiceView(None, None)
    if draft:
        shown = _to_play(roll, draft, match_url, version)
    else:
        faces = _faces(roll, (max(roll.dice), min(roll.dice)), [])
        css = "roll" if state.dice else "roll is-past"
        shown = RollView(css, _told(roll, who), faces)
    return DiceView(shown, None) if roll.seat == who.near else DiceView(None, shown)


def told(state: GameState | None, turn: Turn | None, who: People) -> str:
    """Whose dice are on the table, and what they show; nothing while there are none."""
    roll = None if state is None or state.offer else _roll(state, turn)
    return _told(roll, who) if roll else ""


def _roll(state: GameState, turn: Turn | None) -> Roll | None:
    if state.dice and state.on_roll:
        opening = state.first_turn and state.variant.opening_roll_is_played
        return Roll(state.on_roll, state.dice, state.stage, opening, ())
    if state.lost:
        return Roll(state.lost.by, state.lost.dice, state.lost.stage, opening=False, dead=state.lost.left)
    if turn is None or turn.seat is None:
        return None
    part = turn.parts[-1]
    decides = part.opening and not state.variant.opening_roll_is_played
    danced = part.play is None and state.phase != Phase.OVER and not decides
    return Roll(turn.seat, part.dice, part.stage, part.opening, pool(part.dice) if danced else ())


def _to_play(roll: Roll, draft: Draft, match_url: str, version: int) -> RollView:
    lead = draft.lead
    second = sum(roll.dice) - lead
    used = [step.die for step in draft.steps]
    swap_url = None
    if lead == second:
        left = len(pool(roll.dice)) - len(used)
        label = _("Dice: %(die)s four times, %(left)s left.") % {"die": lead, "left": left}
    elif used:
        label = _("Dice %(first)s and %(second)s") % {"first": lead, "second": second}
        label += "".join(_(", %(die)s used") % {"die": die} for die in used)
    else:
        label = _("Dice %(first)s and %(second)s. Play the %(second)s first.")
        label %= {"first": lead, "second": second}
        # The larger die leads by itself, so that the address of a draft is always the same.
        swap_url = f"{match_url}?{urlencode({'v': version} | ({'lead': second} if second < lead else {}))}"
    if draft.complete:
        label = _("Confirm %(play)s. %(dice)s") % {"play": draft_text(draft), "dice": label}
    return RollView("roll", label, _faces(roll, (lead, second), used), swap_url, draft.complete)


def _told(roll: Roll, who: People) -> str:
    first, second = max(roll.dice), min(roll.dice)
    if roll.stage == Stage.CHOSEN:
        return who.tell(
            roll.seat,
            _("You chose %(first)s and %(second)s"),
            _("%(name)s chose %(first)s and %(second)s"),
            first=first,
            second=second,
        )
    if roll.stage == Stage.COMPLEMENT:
        return _("The other side of the double: %(first)s and %(second)s") % {"first": first, "second": second}
    return who.tell(
        roll.seat,
        _("You rolled %(first)s and %(second)s"),
        _("%(name)s rolled %(first)s and %(second)s"),
        first=first,
        second=second,
    )


def _faces(roll: Roll, order: tuple[int, int], used: list[int]) -> tuple[DieView, ...]:
    """The dice in this order, four of a double; `used` ones are struck out from the front, dead ones from the end."""
    dice = pool(order)
    marks = [""] * len(dice)
    for die in used:
        marks[next(index for index, each in enumerate(dice) if each == die and not marks[index])] = " is-used"
    for die in roll.dead:
        marks[max(index for index, each in enumerate(dice) if each == die and not marks[index])] = " is-dead"
    return tuple(DieView(f"#die-{die}", _css(roll, die) + mark) for die, mark in zip(dice, marks, strict=True))


def _css(roll: Roll, die: int) -> str:
    """A die has the colour of who threw it: in the opening each side threw one (OPEN-1)."""
    return f"die {roll.seat.other if roll.opening and die == min(roll.dice) else roll.seat}"
