"""What a page or a frame of a socket shows, read from its HTML: as a person would, knowing nothing of the code behind.

A `Sight` of a state of the rules says what must be seen; `show(html)` what is.
"""

import re
from dataclasses import dataclass, field

from games.rules.game import GameState, Phase, Seat
from games.rules.position import BAR, HAND, OFF, PLACES, Position

TABLE = re.compile(r'<section id="table"[^>]* data-version="(\d+)" data-view="(\w+)" data-status="(\w+)"')
POINT = re.compile(
    r'<li class="point stack(?: (white|black) s(\d))?[^"]*"><button id="point-(\d+)".*?<b>(\d*)</b>', re.S
)
BAR_NEAR = re.compile(
    r'<div class="bar-mine stack(?: (white|black) s(\d))?[^"]*"><button id="bar".*?<b>(\d*)</b>', re.S
)
BAR_FAR = re.compile(r'<div id="bar-theirs" class="bar-theirs stack (white|black) s(\d)".*?<b>(\d*)</b>', re.S)
TRAY = re.compile(r'<div id="off(?:-theirs)?" class="off (white|black) o(\d+)')
HAND_PLACE = re.compile(r'class="hand (?:near|far) (white|black).*?<b>(\d+)</b>', re.S)
CUBE = re.compile(r'<div id="cube" class="cube ([\w -]+) digits-\d"[^>]*>([^<]*)</div>')
DICE = re.compile(r'<(?:a|span) id="dice(?:-far)?" class="roll( is-past)?"(.*?)</(?:a|span)>', re.S)
ACTING = re.compile(r'<p class="player (?:near|far) (white|black) is-acting"')
FACE = re.compile(r'<use href="#die-(\d)"')


@dataclass(frozen=True, slots=True)
class Sight:
    """What stands on a table for everybody: checkers from White's side, the roll to be played, and the cube.

    `rolled` are the dice in sight, which may have been played already; no state says them, so they are not compared.
    """

    version: int
    status: str
    acting: str  # the seat that is to act, if any
    position: Position
    dice: tuple[int, ...]  # to be played, each number once; empty where none wait
    cube: str
    rolled: tuple[int, ...] = field(default=(), compare=False)


def view_of(html: str) -> str:
    """Whose view a table is: white, black or spectator."""
    table = TABLE.search(html)
    assert table, html[:200]
    return table[2]


def show(html: str) -> Sight:
    """What a table shows."""
    table = TABLE.search(html)
    assert table, html[:200]
    near = Seat.BLACK if table[2] == "black" else Seat.WHITE
    counts = {seat: [0] * PLACES for seat in Seat}
    for owner, drawn, number, count in POINT.findall(html):
        if owner:
            place = int(number) if owner == near else 25 - int(number)
            counts[Seat(owner)][place] = int(count or drawn)
    for owner, drawn, count in BAR_NEAR.findall(html) + BAR_FAR.findall(html):
        if owner:
            counts[Seat(owner)][BAR] = int(count or drawn)
    for owner, count in TRAY.findall(html):
        counts[Seat(owner)][OFF] = int(count)
    for owner, count in HAND_PLACE.findall(html):
        counts[Seat(owner)][HAND] = int(count)
    roll, cube, acting = DICE.search(html), CUBE.search(html), ACTING.search(html)
    faces = tuple(sorted(set(map(int, FACE.findall(roll[2]))))) if roll else ()
    return Sight(
        version=int(table[1]),
        status=table[3],
        acting=acting[1] if acting else "",
        position=Position(tuple(counts[Seat.WHITE]), tuple(counts[Seat.BLACK])),
        dice=() if roll is None or roll[1] else faces,
        cube=f"{_whose(cube[1], near)} {cube[2]}" if cube else "",
        rolled=faces,
    )


def sight_of(version: int, status: str, state: GameState) -> Sight:
    """What every view must show of this state."""
    acting = state.to_act or ""
    return Sight(version, status, acting, state.position, tuple(sorted(set(state.dice or ()))), _cube(state))


def _whose(css: str, near: Seat) -> str:
    """Where the cube lies, in seats: "at white", "to black", "at centre"."""
    seats = {"near": near, "far": near.other}
    relation, place = css.removeprefix("is-offered ").split("-")
    return f"{relation} {seats.get(place, place)}"


def _cube(state: GameState) -> str:
    if not state.cube_in_play:
        return ""
    if state.phase == Phase.DOUBLED and state.offer:
        return f"to {state.offer.by.other} {_face(state.offer.value)}"
    return f"at {state.cube.owner or 'centre'} {_face(state.cube.value)}"


def _face(value: int) -> str:
    if value == 1:
        return "64"
    return str(value) if value < 100_000 else f"2^{value.bit_length() - 1}"
