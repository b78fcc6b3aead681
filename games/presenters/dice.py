"""The dice on the table: the roll to be played, or the last one, which stays in sight until the next."""

from dataclasses import dataclass

from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.presenters.people import People
from games.rules.game import GameState, Phase, Seat
from games.rules.history import Entry, Kind
from games.rules.plays import Draft, pool


@dataclass(frozen=True, slots=True)
class DieView:
    """One die: the drawing of its face, and its state."""

    face: str
    css: str


@dataclass(frozen=True, slots=True)
class RollView:
    """A roll, on its roller's side of the board. `swap_url` makes the other die the leading one."""

    css: str
    label: str
    dice: tuple[DieView, ...]
    swap_url: str | None


@dataclass(frozen=True, slots=True)
class DiceView:
    """Both sides' places for dice; at most one is in use."""

    near: RollView | None
    far: RollView | None


@dataclass(frozen=True, slots=True)
class Roll:
    """The newest roll of a record: whose, and what became of it."""

    seat: Seat
    dice: tuple[int, int]
    opening: bool
    played: bool


def newest_roll(record: tuple[Entry, ...]) -> Roll | None:
    """The last roll that counted; ties of the opening roll do not."""
    played = False
    for entry in reversed(record):
        if entry.kind == Kind.PLAY:
            played = True
        elif entry.kind == Kind.ROLL and entry.dice:
            white, black = entry.dice
            if entry.seat:
                return Roll(entry.seat, entry.dice, opening=False, played=played)
            if white != black:
                starter = Seat.WHITE if white > black else Seat.BLACK
                return Roll(starter, entry.dice, opening=True, played=played)
            return None
    return None


def dice_view(
    state: GameState | None, roll: Roll | None, draft: Draft | None, match_url: str, version: int, who: People
) -> DiceView:
    """The dice of the newest roll."""
    if state is None or roll is None or state.offer:
        return DiceView(None, None)
    if draft:
        shown = _to_play(roll, draft, match_url, version)
    else:
        faces = _faces(roll, (max(roll.dice), min(roll.dice)), [])
        shown = RollView(_css_of_roll(state, roll), _rolled(roll, who), faces, None)
    return DiceView(shown, None) if roll.seat == who.near else DiceView(None, shown)


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
        swap_url = f"{match_url}?{urlencode({'v': version, 'lead': second})}"
    return RollView("roll", label, _faces(roll, (lead, second), used), swap_url)


def _css_of_roll(state: GameState, roll: Roll) -> str:
    if state.dice:
        return "roll"
    danced = not roll.played and state.phase != Phase.OVER
    return "roll is-past is-danced" if danced else "roll is-past"


def _rolled(roll: Roll, who: People) -> str:
    return who.tell(
        roll.seat,
        _("You rolled %(first)s and %(second)s"),
        _("%(name)s rolled %(first)s and %(second)s"),
        first=max(roll.dice),
        second=min(roll.dice),
    )


def _faces(roll: Roll, order: tuple[int, int], used: list[int]) -> tuple[DieView, ...]:
    """The dice in this order, four of a double; `used` ones are struck out."""
    left = list(used)
    faces = []
    for die in pool(order):
        is_used = die in left
        if is_used:
            left.remove(die)
        faces.append(DieView(f"#die-{die}", _css(roll, die) + " is-used" * is_used))
    return tuple(faces)


def _css(roll: Roll, die: int) -> str:
    """A die has the colour of who threw it: in the opening each side threw one (OPEN-1)."""
    return f"die {roll.seat.other if roll.opening and die == min(roll.dice) else roll.seat}"
