"""One table of every kind, for tests that hold for all of them."""

from decimal import Decimal

from games.presenters.table import begin_draft
from games.rules import game
from games.rules.game import Cube, Phase
from games.rules.plays import Draft
from games.selectors.table import TableFacts
from tests.presenters.long_turns import LONG_TURNS
from tests.presenters.tables import (
    BLACK,
    WHITE,
    at,
    does,
    facts,
    open_facts,
    over_facts,
    play,
    roll,
    started,
    waiting_facts,
    went_on,
)

MIDGAME = went_on(started((5, 3)), play(WHITE, "8/3 6/3"), roll(BLACK, 6, 2), play(BLACK, "24/18 13/11"))
ROLLED = went_on(MIDGAME, roll(WHITE, 6, 4))
DOUBLED = went_on(MIDGAME, does(WHITE, "double"))
TAKEN = went_on(DOUBLED, does(BLACK, "take"))
ON_THE_BAR = facts(
    at("bar:2 13:4 8:2 6:5 5:2", "24:1 13:4 8:3 6:4 5:2 4:1", Phase.TO_PLAY, WHITE, (4, 2)),
    [roll(BLACK, 6, 1), play(BLACK, "5/4*"), roll(WHITE, 4, 2)],
)
DANCED = facts(
    at("bar:1 13:4 8:3 6:5 5:2", "24:1 13:2 6:2 5:2 4:2 3:2 2:2 1:2", Phase.TO_ROLL, BLACK),
    [roll(BLACK, 6, 1), play(BLACK, "8/2 7/6"), roll(WHITE, 4, 2)],
)
BEARING_OFF = facts(
    at("6:1 4:1", "5:2 4:3 2:3 1:3", Phase.TO_PLAY, WHITE, (6, 4), cube=Cube(4, BLACK)),
    [roll(BLACK, 2, 1), play(BLACK, "4/3 4/2"), roll(WHITE, 6, 4)],
)
RESIGNING = facts(
    game.resign(at("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", Phase.TO_ROLL, BLACK, cube=Cube(2, WHITE)), BLACK, 2),
    [does(BLACK, "resign", "2")],
)
RATED_END = over_facts(
    points=3,
    status="over",
    winner=WHITE,
    rating_changes={WHITE: (Decimal("1500.00"), Decimal("1522.36")), BLACK: (Decimal("1500.00"), Decimal("1477.64"))},
)

SCENES: dict[str, TableFacts] = {
    "open": open_facts(),
    "cancelled": open_facts(status="aborted"),
    "waiting": waiting_facts(),
    "opening": started((3, 3), (5, 3)),
    "to roll": MIDGAME,
    "to play": ROLLED,
    "doubled": DOUBLED,
    "taken": TAKEN,
    "on the bar": ON_THE_BAR,
    "danced": DANCED,
    "bearing off": BEARING_OFF,
    "resigning": RESIGNING,
    "game over": over_facts(),
    "match over": RATED_END,
    **LONG_TURNS,
}


def white_drafts(*texts: str) -> Draft:
    """White's draft of 6-4 in the midgame."""
    assert ROLLED.state
    return begin_draft(ROLLED.state, " ".join(texts))
