"""What a page shows, read from the page alone, to be held against the database and against other pages."""

from dataclasses import dataclass

from playwright.sync_api import Page

from games.models import Match
from games.rules.game import GameState, Seat
from games.rules.position import BAR, HAND, OFF

READ = """() => {
  const count = (element) => {
    const shown = element.querySelector('b')?.textContent.trim();
    const drawn = /\\b[so](\\d+)\\b/.exec(element.className)?.[1] ?? '0';
    return Number(shown || drawn);
  };
  const table = document.querySelector('#table');
  const points = {};
  for (let number = 1; number <= 24; number++) {
    const point = document.querySelector(`#point-${number}`).parentElement;
    if (count(point)) points[number] = [point.classList.contains('white') ? 'white' : 'black', count(point)];
  }
  const pile = (id) => {
    const element = document.querySelector(`#${id}`);
    return element ? count(element.closest('[class*=stack],[class*=off],[class*=hand]')) : 0;
  };
  return {
    version: Number(table.dataset.version),
    view: table.dataset.view,
    points,
    bar: pile('bar'), barTheirs: pile('bar-theirs'), off: pile('off'), offTheirs: pile('off-theirs'),
    hand: pile('hand'), handTheirs: pile('hand-theirs'),
    cube: document.querySelector('#cube')?.textContent.trim() ?? '',
    scores: [...document.querySelectorAll('.player')].map((strip) => [
      strip.classList.contains('white') ? 'white' : 'black',
      strip.querySelector('.score').lastChild.textContent.trim(),
    ]),
  };
}"""


@dataclass(frozen=True)
class Seen:
    """A table as shown, in White's numbering."""

    version: int
    checkers: frozenset[tuple[str, int, int]]  # colour, White's point (25 bar, 26 hand, 0 off), how many
    cube: str
    scores: frozenset[tuple[str, str]]


def seen_on(page: Page) -> Seen:
    """What `page` shows now."""
    shown = page.evaluate(READ)
    near = "black" if shown["view"] == "black" else "white"
    far = "white" if near == "black" else "black"
    checkers = set()
    for number, (colour, count) in shown["points"].items():
        checkers.add((colour, int(number) if near == "white" else 25 - int(number), count))
    for colour, place, count in (
        (near, BAR, shown["bar"]),
        (far, BAR, shown["barTheirs"]),
        (near, OFF, shown["off"]),
        (far, OFF, shown["offTheirs"]),
        (near, HAND, shown["hand"]),
        (far, HAND, shown["handTheirs"]),
    ):
        if count:
            checkers.add((colour, place, count))
    return Seen(shown["version"], frozenset(checkers), shown["cube"], frozenset(map(tuple, shown["scores"])))


def stored(match: Match, state: GameState) -> Seen:
    """What the database says a table must show."""
    white = state.seen_by(Seat.WHITE)
    checkers = {("white", place, count) for place, count in enumerate(white.mine) if count}
    for place, count in enumerate(white.theirs):
        if count:
            checkers.add(("black", place if place in (BAR, HAND, OFF) else 25 - place, count))
    cube = ""
    if state.cube_in_play:
        value = state.offer.value if state.offer else state.cube.value
        cube = "64" if value == 1 else str(value)
    limit = match.length or 10**9
    scores = {("white", str(min(match.white_score, limit))), ("black", str(min(match.black_score, limit)))}
    return Seen(match.version, frozenset(checkers), cube, frozenset(scores))
