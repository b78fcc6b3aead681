"""The picture that stands beside a link in a chat: the board, the name of the site and, of a match, the score.

It has the size that link previews are made for, and is drawn from the same parts as the picture of a board.
"""

from games.presenters.looks import painted
from games.presenters.picture import LINE, drawn_number, picture_size
from games.presenters.strokes import WORDMARK, WORDMARK_DOT

WIDTH, HEIGHT = 1200, 630
MARGIN = 28
INK = 'stroke="$board-frame-ink"'


def link_picture(board: str, score: tuple[int, int] | None, *, has_hand: bool) -> str:
    """The SVG of a link's picture around the picture of a board; `score` is White's and Black's."""
    width, height = picture_size(has_hand=has_hand)
    scale = (HEIGHT - 2 * MARGIN) / height
    left = WIDTH - MARGIN - width * scale
    ground = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="$board-frame"/>'
    placed = f'<svg x="{left:.1f}" y="{MARGIN}" width="{width * scale:.1f}" height="{height * scale:.1f}"'
    return painted(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f'{ground}{_name(left / 2, 250 if score is None else 130)}{placed} viewBox="0 0 {width} {height}">'
        f"{board}</svg>{_score(left / 2, score)}</svg>"
    )


def _name(middle: float, top: int) -> str:
    """The name of the site; a checker for the dot on its i."""
    x, y = WORDMARK_DOT
    dot = f'<circle cx="{x}" cy="{y}" r="3.4" fill="$black-mark"/>'
    line = f'<path d="{WORDMARK}" {LINE} {INK} stroke-width="3"/>'
    return f'<g class="name" transform="translate({middle - 57 * 2.7:.1f} {top}) scale(2.7)">{line}{dot}</g>'


def _score(middle: float, score: tuple[int, int] | None) -> str:
    if score is None:
        return ""
    rows = ""
    for y, seat, points in ((355, "white", score[0]), (475, "black", score[1])):
        checker = f'<use href="#pic-{seat}" transform="translate({middle - 75:g} {y}) scale(2.1)"/>'
        rows += checker + drawn_number(str(points), middle + 50, y, 68, "board-frame-ink")
    return f'<g class="score">{rows}</g>'
