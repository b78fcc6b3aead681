"""Pictures of boards: a match at its newest version as a spectator sees it, and any position.

What is drawn of a version holds for ever, so it is kept like the tables. Turning a drawing into pixels takes a tenth of
a second, in which its process does nothing else: only the pictures of link previews are, one at a time and kept.
"""

from functools import cache, partial

import resvg_py
from django.utils.safestring import SafeString, mark_safe

from games.fragments import facts_of
from games.models import Match
from games.once import Once
from games.presenters.cube import CubeView, cube_view
from games.presenters.dice import DiceView, DieView, RollView, dice_view
from games.presenters.link_picture import link_picture
from games.presenters.looks import FIRST
from games.presenters.people import SPECTATOR, people
from games.presenters.picture import picture
from games.presenters.turns import newest_turn, read_turns
from games.rules.match import shown_score
from games.rules.position import Position, position
from games.selectors.table import TableFacts

SHOWPIECE = position("24:2 13:3 8:3 7:1 6:4 4:2", "24:2 13:4 8:3 6:4 5:2")

# The newest versions of some hundred tables, and the previews asked for last: about ten megabytes each.
_drawn: Once[str] = Once(size=1024)
_pixels: Once[bytes] = Once(size=96)


def match_board(match: Match, look: str = FIRST) -> str:
    """The board of `match` (loaded with its players) at its version or a newer one."""
    return _drawn.get((match.public_id, match.version, look), lambda: _draw(facts_of(match), look))


def match_preview(match: Match) -> str:
    """The card that stands beside a link to `match`: its board, and the score once it has begun."""
    facts = facts_of(match)
    score = shown_score(facts.terms, facts.score) if facts.state else None
    return link_picture(match_board(match), score, has_hand=facts.terms.rules.has_hand)


def position_board(board: Position, look: str = FIRST) -> str:
    """A position, its `mine` as White's."""
    return picture(board, look=look)


def position_preview(board: Position) -> str:
    """The card that stands beside a link to a position."""
    return link_picture(picture(board), None, has_hand=False)


@cache
def showpiece() -> SafeString:
    """A board in mid-game, for the home page to show what is played here."""
    dice = RollView("roll", "", (DieView("#die-3", "die white"), DieView("#die-1", "die white")), None)
    cube = CubeView("cube at-centre digits-2", "64", "")
    # Only numbers and colours of ours are in it.
    return mark_safe(picture(SHOWPIECE, DiceView(dice, None), cube))  # noqa: S308


def png(svg: str) -> bytes:
    """A drawing of ours as a PNG of its own size."""
    return _pixels.get(svg, partial(resvg_py.svg_to_bytes, svg_string=svg, skip_system_fonts=True))


def is_png_known(svg: str) -> bool:
    """Whether `png` would cost nothing."""
    return _pixels.known(svg) is not None


def _draw(facts: TableFacts, look: str) -> str:
    who, state, rules = people(facts, SPECTATOR), facts.state, facts.terms.rules
    if state is None:
        return picture(rules.start(), has_hand=rules.has_hand, look=look)
    dice = dice_view(state, newest_turn(read_turns(facts.record)), None, "", facts.version, who)
    return picture(state.position, dice, cube_view(state, who), has_hand=rules.has_hand, look=look)
