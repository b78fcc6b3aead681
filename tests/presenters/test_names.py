"""The accessible names on the board keep to one rule at every table: number, owner, count, action and what it hits."""

import re
from html.parser import HTMLParser

import pytest

from games.presenters.board import place_id, taps
from games.presenters.table import begin_draft
from games.rules.game import Phase
from games.rules.plays import Draft
from games.rules.position import BAR, HAND, Position
from games.selectors.table import TableFacts
from tests.presenters.scenes import ROLLED, SCENES, white_drafts
from tests.presenters.tables import VIEWS, fragment, shown

NAME = re.compile(
    r"(?:(?P<point>\d+) point, |Bar: |Hand: )(?:empty|(?P<count>\d+) (?P<owner>of your checkers?|of your opponent's "
    r"checkers?|white checkers?|black checkers?))(?:, must enter)?(?:\. (?P<action>.+)\.)?"
)
ACTION = re.compile(r"(?:Play to (\d+)|Enter on (\d+)|Bear off) with the ([1-6])(, hitting)?")
NEAR, FAR = ("of your checker", "white checker"), ("of your opponent's checker", "black checker")
LONGER = {
    "part": ("to play", white_drafts("13/7*")),
    "complete": ("to play", white_drafts("24/18", "13/9")),
}


def tables() -> list[tuple[str, TableFacts, str, Draft | None]]:
    """Every kind of table as each view sees it, and drafts."""
    plain = [(f"{name} {view}", table, view, None) for name, table in SCENES.items() for view in VIEWS]
    return plain + [(name, SCENES[scene], "white", draft) for name, (scene, draft) in LONGER.items()]


def on_board(table: TableFacts, view: str, draft: Draft | None) -> Draft | None:
    state = table.state
    if draft is None and state and state.phase == Phase.TO_PLAY and state.on_roll == view:
        return begin_draft(state)
    return draft


def near_side(table: TableFacts, view: str, draft: Draft | None) -> Position:
    """The checkers from the rules alone."""
    if draft:
        return draft.position
    if table.state is None:
        return table.terms.rules.start()
    return table.state.position.swapped() if view == "black" else table.state.position


@pytest.mark.parametrize(
    ("table", "view", "draft"), [each[1:] for each in tables()], ids=[each[0] for each in tables()]
)
def test_every_name_says_number_owner_count_and_action(table: TableFacts, view: str, draft: Draft | None) -> None:
    draft = on_board(table, view, draft)
    position, steps = near_side(table, view, draft), taps(draft)
    board = shown(table, view, draft).board
    names = {place.id: place for quadrant in board.quadrants for place in quadrant.points} | {"bar": board.bar}
    if board.hand:
        names["hand"] = board.hand
    for place in [*range(1, BAR + 1), *([HAND] if board.hand else [])]:
        view_of_place = names[place_id(place)]
        said = NAME.fullmatch(view_of_place.label)
        assert said, view_of_place.label
        mine, theirs = position.mine[place], position.theirs[25 - place] if place < BAR else 0
        assert said["point"] == (str(place) if place < BAR else None)
        assert int(said["count"] or 0) == mine + theirs
        if said["owner"]:
            assert said["owner"].startswith(NEAR if mine else FAR)
        step = steps.get(place)
        assert (said["action"] is not None) == (step is not None) == (view_of_place.draft is not None)
        if step:
            target, entered, die, hit = ACTION.fullmatch(said["action"] or "").groups()  # type: ignore[union-attr]
            assert (int(target or entered or 0), int(die), bool(hit)) == (step.target, step.die, step.hits)


class Named(HTMLParser):
    """What is seen in each control that has a name of its own."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.seen: dict[str, list[str]] = {}
        self._name: str | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("button", "a"):
            self._name = dict(attrs).get("aria-label")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("button", "a"):
            self._name = None

    def handle_data(self, data: str) -> None:
        if self._name and data.strip():
            self.seen.setdefault(self._name, []).append(data.strip())


@pytest.mark.parametrize("scene", SCENES)
def test_what_is_seen_on_a_control_is_in_its_name(scene: str) -> None:
    """WCAG 2.5.3: whoever speaks to his device says what he sees."""
    for view in VIEWS:
        for name, seen in Named(fragment(SCENES[scene], view)).seen.items():
            assert all(re.search(rf"\b{re.escape(text)}\b", name) for text in seen), (name, seen)


def test_names_after_a_hit_written_by_hand() -> None:
    # Ana has played 13/7* of her 6-4; Bob's checker stands on the bar, and his 7 is hers now.
    board = shown(ROLLED, "white", white_drafts("13/7*")).board
    names = {place.id: place.label for quadrant in board.quadrants for place in quadrant.points}
    assert names["point-7"] == "7 point, 1 of your checkers. Play to 3 with the 4."
    assert names["point-13"] == "13 point, 4 of your checkers. Play to 9 with the 4."
    assert names["point-24"] == "24 point, 2 of your checkers. Play to 20 with the 4."
    assert names["point-8"] == "8 point, 2 of your checkers. Play to 4 with the 4."
    assert names["point-14"] == "14 point, 1 of your opponent's checkers"
    assert board.bar_theirs.label == "Bar: 1 of your opponent's checkers"
