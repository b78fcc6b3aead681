"""A board as a picture: an SVG that needs no stylesheet and no font, for link previews, lists and other sites.

White's home is at the bottom right, as spectators see it. Colours are attributes, named here and painted last, so that
a page which draws a picture in itself may give its parts others by their classes.
"""

from collections.abc import Iterator
from functools import cache

from games.presenters.board import STACK
from games.presenters.cube import CubeView
from games.presenters.dice import DiceView, RollView
from games.presenters.looks import FIRST, painted
from games.presenters.strokes import ADVANCE, DIGITS, HEIGHT
from games.rules.position import BAR, HAND, OFF, Position

NO_DICE = DiceView(None, None)

POINT = 40  # the width of a point; everything else is measured by it
EDGE = 12  # of the frame, left and right
RAIL = 24  # of the frame, above and below: the numbers of the points stand on it
BAR_WIDTH = 48
TRAY_WIDTH = 48
FIELD = 432  # the height between the rails
WIDTH = EDGE + 12 * POINT + BAR_WIDTH + TRAY_WIDTH + EDGE
BOARD_HEIGHT = FIELD + 2 * RAIL
HAND_HEIGHT = 46
HAND_MARGIN = 57  # left and right of it, so that all pictures have one shape
MIDDLE = RAIL + FIELD / 2
BAR_AT = EDGE + 6 * POINT + BAR_WIDTH / 2
TRAY_AT = WIDTH - EDGE - TRAY_WIDTH / 2 + 3
RADIUS = 18.4
PILED = 36.4  # from one checker of a stack to the next
PIPS = {1: "c", 2: "ai", 3: "aci", 4: "agbi", 5: "agcbi", 6: "agdfbi"}
PIP_AT = {"a": (-9, -9), "b": (9, -9), "c": (0, 0), "d": (-9, 0), "f": (9, 0), "g": (-9, 9), "i": (9, 9)}


def picture_size(*, has_hand: bool) -> tuple[int, int]:
    """Width and height of a picture; hands lie above and below the board."""
    return (WIDTH + 2 * HAND_MARGIN, BOARD_HEIGHT + 2 * HAND_HEIGHT) if has_hand else (WIDTH, BOARD_HEIGHT)


def picture(
    position: Position,
    dice: DiceView = NO_DICE,
    cube: CubeView | None = None,
    *,
    has_hand: bool = False,
    look: str = FIRST,
) -> str:
    """The SVG of a board with `position` on it, White's checkers as `mine`, in one of the looks."""
    parts = "".join([*_points(position), *_bar(position), *_trays(position), *_rolls(dice), *_cube(cube)])
    width, height = picture_size(has_hand=has_hand)
    drawn = _empty_board() + parts
    if has_hand:
        ground = f'<rect class="frame" width="{width}" height="{height}" rx="12" {_fill("board-frame")}/>'
        near = _hand("white", position.mine[HAND], height - HAND_HEIGHT / 2)
        far = _hand("black", position.theirs[HAND], HAND_HEIGHT / 2)
        drawn = f'{ground}<g transform="translate({HAND_MARGIN} {HAND_HEIGHT})">{drawn}</g>{far}{near}'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    return painted(f"{head}{DRAWINGS}{drawn}</svg>", look)


def drawn_number(text: str, x: float, y: float, height: float, colour: str) -> str:
    """A number around a place; after a ^ it goes on as a small raised one."""
    scale = height / HEIGHT
    base, _, power = text.partition("^")
    width = (len(base) + len(power) * 0.65) * ADVANCE - (ADVANCE - 10)
    digits = "".join(f'<use href="#pic-{digit}" x="{index * ADVANCE:g}"/>' for index, digit in enumerate(base))
    if power:
        small = "".join(f'<use href="#pic-{digit}" x="{index * ADVANCE:g}"/>' for index, digit in enumerate(power))
        digits += f'<g transform="translate({len(base) * ADVANCE:g} -3) scale(.65)">{small}</g>'
    place = f"translate({x - width * scale / 2:.1f} {y - height / 2:.1f}) scale({scale:.3g})"
    return f'<g class="number" data-number="{text}" transform="{place}" {LINE} {_stroke(colour, 2)}>{digits}</g>'


LINE = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'


def _fill(colour: str) -> str:
    return f'fill="${colour}"'


def _stroke(colour: str, width: float) -> str:
    return f'stroke="${colour}" stroke-width="{width:g}"'


def _checker(seat: str, mark: str) -> str:
    body = f'<circle class="{seat}-body" r="{RADIUS}" {_fill(f"{seat}-fill")} {_stroke(f"{seat}-edge", 1.6)}/>'
    return f'<g id="pic-{seat}">{body}{mark}</g>'


# What a picture is put together from: one checker of each side, and the digits.
DRAWINGS = (
    "<defs>"
    + _checker("white", f'<circle class="white-ring" r="11.4" fill="none" {_stroke("white-mark", 2.4)}/>')
    + _checker("black", f'<circle class="black-dot" r="5.4" {_fill("black-mark")}/>')
    + "".join(f'<path id="pic-{digit}" d="{line}"/>' for digit, line in DIGITS.items())
    + "</defs>"
)


@cache
def _empty_board() -> str:
    """Frame, felt, points and their numbers."""
    left, right = EDGE, EDGE + 6 * POINT + BAR_WIDTH
    halves = "".join(f'<rect x="{x}" y="{RAIL}" width="{6 * POINT}" height="{FIELD}"/>' for x in (left, right))
    wells = "".join(
        f'<rect x="{TRAY_AT - 18:g}" y="{y:g}" width="36" height="{FIELD / 2 - 24:g}" rx="3"/>'
        for y in (RAIL, MIDDLE + 24)
    )
    spikes = {"point-a": "", "point-b": ""}
    for point in range(1, 25):
        x, base, up = _column(point) - POINT / 2 + 1, RAIL if point > 12 else RAIL + FIELD, 178
        spikes["point-a" if point % 2 else "point-b"] += f"M{x:g} {base}h38l-19 {up if point > 12 else -up}z"
    return (
        f'<rect class="frame" width="{WIDTH}" height="{BOARD_HEIGHT}" rx="12" {_fill("board-frame")}/>'
        f'<g class="felt" {_fill("board-felt")}>{halves}</g><g class="well" {_fill("board-well")}>{wells}</g>'
        + "".join(f'<path class="{name}" d="{line}" {_fill(name)}/>' for name, line in spikes.items())
        + "".join(drawn_number(str(p), _column(p), _rail(p), 9.6, "board-frame-ink") for p in range(1, 25))
    )


def _column(point: int) -> float:
    """The middle of a point from left to right."""
    column = point - 13 if point > 12 else 12 - point
    return EDGE + POINT / 2 + column * POINT + (BAR_WIDTH if column > 5 else 0)


def _rail(point: int) -> float:
    return RAIL / 2 if point > 12 else BOARD_HEIGHT - RAIL / 2


def _points(position: Position) -> Iterator[str]:
    for point in range(1, 25):
        mine, theirs = position.mine[point], position.theirs[25 - point]
        if mine or theirs:
            start, step = (RAIL + 19.5, PILED) if point > 12 else (RAIL + FIELD - 19.5, -PILED)
            yield _stack(str(point), "white" if mine else "black", mine or theirs, _column(point), start, step)


def _bar(position: Position) -> Iterator[str]:
    for seat, number, away in (("white", position.mine[BAR], 1), ("black", position.theirs[BAR], -1)):
        if number:
            yield _stack(f"bar-{seat}", seat, number, BAR_AT, MIDDLE + away * 44, away * PILED * 0.84)


def _stack(place: str, seat: str, number: int, x: float, start: float, step: float) -> str:
    """At most five checkers; a number on the last of them stands for more."""
    shown = min(number, STACK)
    checkers = "".join(f'<use href="#pic-{seat}" x="{x:g}" y="{start + each * step:.1f}"/>' for each in range(shown))
    if number > STACK:
        y = start + (shown - 1) * step
        checkers += f'<circle class="{seat}-body" cx="{x:g}" cy="{y:.1f}" r="13.4" {_fill(f"{seat}-fill")}/>'
        checkers += drawn_number(str(number), x, y, 14, f"{seat}-edge")
    return f'<g data-place="{place}">{checkers}</g>'


def _trays(position: Position) -> Iterator[str]:
    for seat, number in (("white", position.mine[OFF]), ("black", position.theirs[OFF])):
        if number:
            start, step = (RAIL + FIELD - 14.5, -12.4) if seat == "white" else (RAIL + 3, 12.4)
            look = f"{_fill(f'{seat}-fill')} {_stroke(f'{seat}-edge', 1)}"
            lying = "".join(
                f'<rect x="{TRAY_AT - 15:g}" y="{start + each * step:.1f}" width="30" height="11.4" rx="2.5"/>'
                for each in range(number)
            )
            y = BOARD_HEIGHT - RAIL / 2 if seat == "white" else RAIL / 2
            count = drawn_number(str(number), TRAY_AT, y, 11.5, "board-frame-ink")
            yield f'<g data-place="off-{seat}"><g class="{seat}-body" {look}>{lying}</g>{count}</g>'


def _hand(seat: str, number: int, y: float) -> str:
    start = HAND_MARGIN + EDGE + 20
    checkers = "".join(f'<use href="#pic-{seat}" x="{start + each * 24}" y="{y:g}"/>' for each in range(number))
    count = drawn_number(str(number), start + 42 + number * 24, y, 14, "board-frame-ink") if number else ""
    return f'<g data-place="hand-{seat}">{checkers}{count}</g>'


def _rolls(dice: DiceView) -> Iterator[str]:
    """White's dice on the right half, Black's on the left."""
    for roll, half in ((dice.near, 9), (dice.far, 3)):
        if roll:
            x = EDGE + half * POINT + (BAR_WIDTH if half > 6 else 0)
            yield _roll(roll, x)


def _roll(roll: RollView, x: float) -> str:
    faded = ' opacity=".55"' if "is-past" in roll.css else ""
    drawn = ""
    for index, die in enumerate(roll.dice):
        face, seat = int(die.face[-1]), "white" if "white" in die.css else "black"
        pips = "".join('<circle cx="{}" cy="{}" r="3.4"/>'.format(*PIP_AT[pip]) for pip in PIPS[face])
        struck = f'<path d="M-14 14 14-14" {_stroke("danger", 4)}/>' if "is-dead" in die.css else ""
        look = f"{_fill(f'{seat}-fill')} {_stroke(f'{seat}-edge', 1.6)}"
        body = f'<rect class="{seat}-body" x="-18" y="-18" width="36" height="36" rx="7" {look}/>'
        x_of_die = (index - (len(roll.dice) - 1) / 2) * 43
        drawn += f'<g data-die="{face}" transform="translate({x_of_die:g} 0)">{body}'
        drawn += f'<g class="{seat}-pips" {_fill(f"{seat}-edge")}>{pips}</g>{struck}</g>'
    return f'<g class="roll" transform="translate({x:g} {MIDDLE:g})"{faded}>{drawn}</g>'


def _cube(cube: CubeView | None) -> Iterator[str]:
    if cube is None:
        return
    words = cube.css.split()
    size, x, y = 38, BAR_AT, MIDDLE
    if "at-near" in words:
        y = RAIL + FIELD - 24
    elif "at-far" in words:
        y = RAIL + 24
    elif "is-offered" in words:
        size, x = 50, EDGE + (9 * POINT + BAR_WIDTH if "to-near" in words else 3 * POINT)
    digits = {1: 0.52, 2: 0.46, 3: 0.34}.get(len(cube.face), 0.22)
    body = (
        f'<rect class="cube-body" x="{x - size / 2:g}" y="{y - size / 2:g}" width="{size}" height="{size}" rx="8"'
        f" {_fill('cube-fill')} {_stroke('cube-edge', 1.8)}/>"
    )
    yield f'<g data-place="cube">{body}{drawn_number(cube.face, x, y, size * digits, "cube-ink")}</g>'
