"""The board as one view sees it: points, bar, hands, trays and cube, with what can be played and what was played last.

Numbers are the viewer's own; spectators look from White's side. Every checker and mark is decided here, in one pass
over the 24 points. The table is rendered for every move, and most places look as they have looked before: those are
kept.
"""

from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

from games.presenters.cube import CubeView, cube_view
from games.presenters.labels import (
    HOME_FAR,
    HOME_NEAR,
    OUTER_FAR,
    OUTER_NEAR,
    board_title,
    pile_label,
    place_label,
    quadrant_labels,
)
from games.presenters.people import People
from games.rules.game import GameState, Seat
from games.rules.history import Entry, Kind
from games.rules.notation import format_step
from games.rules.plays import Draft, Step
from games.rules.position import BAR, HAND, OFF, Position
from games.rules.written import format_steps, read

# As they lie on the table, row by row from the left; the bar is between the two of a row.
QUADRANTS = {
    OUTER_FAR: range(13, 19),
    HOME_FAR: range(19, 25),
    OUTER_NEAR: range(12, 6, -1),
    HOME_NEAR: range(6, 0, -1),
}
STACK = 5  # checkers drawn on a point; more are a number on the last of them


@dataclass(frozen=True, slots=True, eq=False)
class PlaceView:
    """A point, or the viewer's bar or hand. `draft` is what a tap makes of the play; None where none is possible.

    `to` says for carrying the checker by hand what putting it down on each place makes of the play.

    Kept once made, so that the same place in the same state is the same object (games/markup.py).
    """

    id: str
    number: str
    css: str
    label: str
    drawn: int  # checkers in the markup; the class of a stack shows as many of them as there are
    count: str
    draft: str | None
    aim: str  # id of the place where the tapped checker would land
    to: str  # "point-7=13/7;point-2=13/7 7/2": ids of places and drafts


@dataclass(frozen=True, slots=True)
class QuadrantView:
    """Six points."""

    css: str
    label: str
    points: tuple[PlaceView, ...]


@dataclass(frozen=True, slots=True)
class PileView:
    """Checkers that nobody can tap: the opponent's on the bar and in the hand, and those borne off."""

    id: str
    css: str
    label: str
    count: str


@dataclass(frozen=True, slots=True)
class BoardView:
    """The board. `tab_index` is 0 where no play is on, so that the keyboard reaches the board at any time."""

    title: str
    quadrants: tuple[QuadrantView, ...]
    bar: PlaceView
    bar_theirs: PileView
    hand: PlaceView | None
    hand_theirs: PileView | None
    trays: tuple[PileView, ...]
    cube: CubeView | None
    tab_index: str


@dataclass(frozen=True, slots=True)
class _Marks:
    """What is marked on the points, in the near side's numbering."""

    taps: dict[int, Step]
    to: dict[int, str]
    landings: frozenset[int]
    left: frozenset[int]  # where the last play came from
    reached: frozenset[int]  # where it went to
    by: Seat | None  # who made it


def board_view(
    position: Position,
    state: GameState | None,
    record: tuple[Entry, ...],
    draft: Draft | None,
    who: People,
    *,
    has_hand: bool,
) -> BoardView:
    """The board with `position` on it, as `who.near` sees it; `draft` where the viewer is to play."""
    near, far = who.near, who.near.other
    begun = f"{draft.text} " if draft and draft.steps else ""
    marks = _marks(record, draft, begun, near)
    places = _places(position, begun, marks, who)
    on_bar, off, off_far = position.theirs[BAR], position.mine[OFF], position.theirs[OFF]
    return BoardView(
        title=board_title(who.language, who.you),
        quadrants=tuple(
            QuadrantView(css, label, tuple(places[number] for number in QUADRANTS[css]))
            for css, label in quadrant_labels(who.language, who.you).items()
        ),
        bar=places[BAR],
        bar_theirs=PileView(
            "bar-theirs",
            f"bar-theirs stack {far} s{min(on_bar, STACK)}",
            pile_label(who.language, who.you, BAR, on_bar, near=False),
            _count(on_bar),
        ),
        hand=_hand(position.mine[HAND], begun, marks, who) if has_hand else None,
        hand_theirs=_hand_theirs(position.theirs[HAND], who) if has_hand else None,
        trays=(
            PileView(
                "off-theirs",
                f"off {far} o{off_far}",
                pile_label(who.language, who.you, OFF, off_far, near=False),
                str(off_far or ""),
            ),
            PileView(
                "off",
                f"off {near} o{off}" + " is-landing" * (OFF in marks.landings),
                pile_label(who.language, who.you, OFF, off, near=True),
                str(off or ""),
            ),
        ),
        cube=cube_view(state, who),
        tab_index="-1" if draft and draft.next_steps else "0",
    )


def taps(draft: Draft | None) -> dict[int, Step]:
    """What a tap on each place plays: the leading die, or another where that one cannot be played from there."""
    chosen: dict[int, Step] = {}
    for step in draft.next_steps if draft else ():
        chosen.setdefault(step.source, step)
    return chosen


def place_id(place: int) -> str:
    """The id of a place's element: the same place keeps it for ever."""
    if place == HAND:
        return "hand"
    if place == BAR:
        return "bar"
    return f"point-{place}" if place else "off"


def _targets(draft: Draft | None, begun: str) -> dict[int, str]:
    """For each place with a checker to play: where it can be put down, and the draft of that."""
    found: dict[int, list[str]] = {}
    for chain in draft.chains if draft else ():
        found.setdefault(chain[0].source, []).append(f"{place_id(chain[-1].target)}={begun}{format_steps(chain)}")
    return {source: ";".join(targets) for source, targets in found.items()}


def _marks(record: tuple[Entry, ...], draft: Draft | None, begun: str, near: Seat) -> _Marks:
    chosen, to = taps(draft), _targets(draft, begun)
    landings = frozenset(step.target for step in chosen.values())
    last = next((entry for entry in reversed(record) if entry.kind == Kind.PLAY), None)
    if last is None:
        return _Marks(chosen, to, landings, frozenset(), frozenset(), None)
    moves = read(last.text).moves
    left, reached = {move.places[0] for move in moves}, {move.places[-1] for move in moves}
    if last.seat != near:
        left, reached = ({25 - place for place in places if 0 < place < BAR} for places in (left, reached))
    ends = {OFF, BAR, HAND}
    return _Marks(chosen, to, landings, frozenset(left - ends), frozenset(reached - ends), last.seat)


def _places(position: Position, begun: str, marks: _Marks, who: People) -> list[PlaceView]:
    """The tray, the points and the bar, by their numbers for the near side."""
    facing = (0, *position.theirs[BAR - 1 : OFF : -1], 0)
    return [
        _place_view(
            who.language,
            who.you,
            place,
            mine,
            theirs,
            step,
            begun if step else "",
            marks.to.get(place, ""),
            place in marks.landings,
            place in marks.left,
            marks.by if place in marks.reached else None,
        )
        for place, (mine, theirs) in enumerate(zip(position.mine, facing, strict=False))
        for step in (marks.taps.get(place),)
    ]


@lru_cache(maxsize=16384)
def _place_view(
    language: str,
    you: Seat | None,
    place: int,
    mine: int,
    theirs: int,
    step: Step | None,
    begun: str,
    to: str,
    is_landing: bool,
    was_left: bool,
    reached_by: Seat | None,
) -> PlaceView:
    near = you or Seat.WHITE
    owner = near if mine else near.other
    css = f"stack {owner} s{min(mine or theirs, STACK)}" if mine or theirs else "stack"
    css += " is-source" * (step is not None) + " is-landing" * is_landing + " was-left" * was_left
    if owner == reached_by and (mine or theirs):
        css += " was-reached"
    return PlaceView(
        id=place_id(place),
        number=str(place) if place < BAR else "",
        css=css,
        label=place_label(language, you, place, mine, theirs, step),
        drawn=STACK,
        count=_count(mine or theirs),
        draft=begun + format_step(step) if step else None,
        aim=place_id(step.target) if step else "",
        to=to,
    )


def _hand(number: int, begun: str, marks: _Marks, who: People) -> PlaceView:
    """The near side's hand: its count always stands beside it."""
    step = marks.taps.get(HAND)
    return PlaceView(
        id=place_id(HAND),
        number=_("Hand"),
        css=f"hand near {who.near}" + " is-source" * (step is not None),
        label=place_label(who.language, who.you, HAND, number, 0, step),
        drawn=number,
        count=str(number),
        draft=begun + format_step(step) if step else None,
        aim=place_id(step.target) if step else "",
        to=marks.to.get(HAND, ""),
    )


def _hand_theirs(number: int, who: People) -> PileView:
    label = pile_label(who.language, who.you, HAND, number, near=False)
    return PileView("hand-theirs", f"hand far {who.near.other}", label, str(number))


def _count(number: int) -> str:
    """The number on a stack of which not all checkers are drawn."""
    return str(number) if number > STACK else ""
