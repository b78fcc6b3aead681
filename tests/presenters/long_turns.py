"""Tables of Acey-Deucey: checkers enter from the hand, and a 1 and a 2 make a long turn (rules.md AD-1 to AD-10)."""

from dataclasses import replace

from games.rules.game import GameState, Phase, Reason, Stage, Terms
from games.rules.history import Entry, apply
from games.rules.match import MatchTerms, Score
from games.selectors.table import GameResult, TableFacts
from tests.presenters.tables import BLACK, WHITE, at, does, facts, play, roll, shown, started, went_on

THREE_POINTS = MatchTerms("acey-deucey", 3)
ACEY = Terms("acey-deucey", cube=False, away=(3, 3))
COUNTING = ("count",)
EUROPEAN = ("european",)


def deucey(
    state: GameState | None, record: tuple[Entry, ...] | list[Entry] = (), options: tuple[str, ...] = ()
) -> TableFacts:
    """Ana and Bob in the second game of a three-point match; Bob has won the first."""
    terms = replace(THREE_POINTS, options=options)
    results = (GameResult(1, BLACK, Reason.BEAROFF, 1, 1),)
    return facts(state, record, terms=terms, results=results, score=Score(0, 1), game_number=2)


def stands(mine: str, theirs: str, dice: tuple[int, int] | None = None, *record: Entry, **more: object) -> TableFacts:
    """White to play `dice`, rolled, or whatever `more` says, in the middle of a game."""
    state = at(mine, theirs, Phase.TO_PLAY if dice else Phase.TO_ROLL, WHITE, dice, terms=ACEY)
    return deucey(replace(state, **more), record or [roll(WHITE, *dice or (6, 5))])  # type: ignore[arg-type]


def begins(options: tuple[str, ...] = ()) -> TableFacts:
    """Ana has rolled the higher die and goes first."""
    table = started((5, 3), terms=replace(ACEY, options=options))
    return deucey(table.state, table.record, options)


def after(table: TableFacts, *entries: Entry) -> TableFacts:
    """The table after these moves, where its record does not begin with the game."""
    state = table.state
    assert state
    for entry in entries:
        state = apply(state, entry)
    return replace(table, state=state, record=(*table.record, *entries))


def trail(table: TableFacts, view: str = "white") -> str:
    """The parts of the turn: [now], done and to come."""
    steps = [f"[{step.text}]" if step.css == "now" else step.text for step in shown(table, view).trail]
    return " > ".join(steps)


def newest_row(table: TableFacts) -> tuple[str, str, str]:
    row = shown(table, "spectator").record[0]
    return row.name, row.dice, row.text


OPENED = begins()
IN_HAND = went_on(OPENED, roll(WHITE, 6, 3))
ACEY_ROLLED = went_on(OPENED, roll(WHITE, 2, 1))
CHOOSING = went_on(ACEY_ROLLED, play(WHITE, "hand/24 hand/23"))
CHOSEN = went_on(CHOOSING, does(WHITE, "choose", "5"))
ROLLS_AGAIN = went_on(CHOSEN, play(WHITE, "hand/20(4)"))
EXTRA = went_on(ROLLS_AGAIN, roll(WHITE, 4, 3))
ACEY_AGAIN = went_on(ROLLS_AGAIN, roll(WHITE, 2, 1))
CHOOSING_AGAIN = went_on(ACEY_AGAIN, play(WHITE, "hand/24 hand/23"))
TURN_OVER = went_on(EXTRA, play(WHITE, "hand/22 hand/21"))
# Black holds White's 12, 17 and 19 to 22. So 3-3 and 4-4 have no step at all, 6-6 has the two from 24 to 18, and
# 5-5 has four with the one on 23; ones and twos can enter.
BLOCKED = "6:2 5:2 4:2 3:2 8:2 13:5"
SHORT_OF_DOUBLES = stands(
    "hand:12 24:2 23:1", BLOCKED, None, roll(WHITE, 2, 1), play(WHITE, "hand/24 hand/23"),
    phase=Phase.TO_CHOOSE, stage=Stage.CHOICE,
)  # fmt: skip
HIT_WITH_HAND = stands(
    "bar:1 hand:8 24:2 13:4", "22:1 hand:6 4:2 6:2 2:4", (5, 3), roll(BLACK, 2, 1), roll(WHITE, 5, 3)
)

LONG_TURNS: dict[str, TableFacts] = {
    "goes first": OPENED,
    "in hand": IN_HAND,
    "choosing a double": CHOOSING,
    "chosen double": CHOSEN,
    "rolls again": ROLLS_AGAIN,
    "extra roll": EXTRA,
    "long turn over": TURN_OVER,
    "bar before hand": HIT_WITH_HAND,
}
