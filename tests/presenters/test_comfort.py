"""What the table marks as leaving nothing to decide, and what it never does."""

from dataclasses import replace

import pytest

from games.presenters.comfort import AutoView
from games.presenters.table import begin_draft
from games.rules.cube import double
from games.rules.game import Cube, GameState, Phase, Stage, Terms
from tests.presenters.scenes import DOUBLED, MIDGAME, RESIGNING, TAKEN
from tests.presenters.tables import VIEWS, WHITE, Markup, at, facts, fragment, shown

RUNNER = ("24:1 1:14", "4:5 3:5 2:5")
TWO = ("13:2 1:13", "4:5 3:5 2:5")
RACE = ("6:2 5:3 4:4", "6:15")


def to_play(board: tuple[str, str], *dice: int) -> GameState:
    return at(*board, Phase.TO_PLAY, WHITE, (dice[0], dice[1]))


def auto(state: GameState, draft: str = "", view: str = "white") -> AutoView | None:
    """What this view of a moment is told."""
    return shown(facts(state), view, begin_draft(state, draft) if draft else None).auto


def test_roll_where_the_player_may_not_double() -> None:
    rolling = AutoView("roll", "Rolling for you.")
    assert shown(MIDGAME, "white").auto is None  # he may
    assert shown(TAKEN, "white").auto == rolling  # the opponent owns the cube
    for more in (
        {"terms": Terms(away=(1, 3), crawford=True)},
        {"terms": Terms(cube=False)},
        {"terms": Terms(away=(2, 3)), "cube": Cube(2, WHITE)},  # a dead cube
        {"stage": Stage.EXTRA, "terms": Terms("acey-deucey", cube=False)},
    ):
        assert auto(at("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", Phase.TO_ROLL, WHITE, **more)) == rolling
    assert auto(at("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", Phase.TO_ROLL, WHITE, cube=Cube(2, WHITE))) is None


def test_first_turn_is_rolled_where_the_opening_only_decides() -> None:
    state = at("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", Phase.TO_ROLL, WHITE)
    assert auto(state) is None
    assert auto(replace(state, first_turn=True)) == AutoView("roll", "Rolling for you.")


@pytest.mark.parametrize("table", [DOUBLED, RESIGNING, MIDGAME])
def test_answers_and_other_people_s_turns_are_left_alone(table: object) -> None:
    for view in VIEWS:
        assert shown(table, view).auto is None  # type: ignore[arg-type]
        assert 'data-auto=""' in fragment(table, view)  # type: ignore[arg-type]


def test_a_double_is_never_answered_even_without_a_choice_of_dice() -> None:
    assert auto(double(at(*RUNNER, Phase.TO_ROLL, WHITE), WHITE), view="black") is None


def test_forced_turn_goes_on_step_by_step_to_its_end() -> None:
    state, text = to_play(TWO, 6, 6), "Forced: 13/1(2)"
    drafts = ["13/7", "13/7 13/7", "13/7 13/7 7/1", "13/7 13/7 7/1 7/1"]
    assert auto(state, drafts[1]) == AutoView("whole rest", text, drafts[2])
    assert auto(state, drafts[2]) == AutoView("whole rest", text, drafts[3])
    taken = ""
    for number in range(1, 5):  # whatever order it takes
        view = auto(state, taken)
        assert view
        assert (view.words, view.text) == ("whole rest", text)
        assert view.draft.startswith(taken)
        taken = view.draft
        assert len(taken.split()) == number
    assert sorted(taken.split()) == sorted(drafts[-1].split())
    assert auto(state, drafts[-1]) == AutoView("confirm", text)
    assert auto(state, view="black") is None
    assert auto(state, view="spectator") is None


def test_rest_of_a_draft() -> None:
    board = ("13:3 1:12", "4:5 3:5 2:5")
    state = to_play(board, 6, 6)
    assert auto(state) is None
    assert auto(state, "13/7 13/7") is None
    assert auto(state, "13/7 13/7 13/7") == AutoView("rest", "Forced: 7/1", "13/7 13/7 13/7 7/1")
    assert auto(state, "13/7 13/7 13/7 7/1") is None  # to be confirmed by the player


def test_bearing_off_with_every_die() -> None:
    state = to_play(RACE, 6, 4)
    assert auto(state) == AutoView("off", "Bearing off: 6/off 4/off", "6/off")
    assert auto(state, "6/off") == AutoView("off", "Bearing off: 4/off", "6/off 4/off")
    assert auto(to_play(("6:2 5:3 4:4 3:1", "6:15"), 5, 3), "6/1") is None  # the player went another way
    assert auto(state, "6/off 4/off") is None
    both = to_play(("4:2 1:3", "6:15"), 6, 5)
    assert auto(both) == AutoView("whole rest off", "Forced: 4/off(2)", "4/off")


def test_the_marks_on_the_table() -> None:
    markup = Markup(fragment(facts(to_play(RUNNER, 6, 5)), "white"))
    assert markup.with_id("table")["data-auto"] == "whole rest"
    button = markup.with_id("auto")
    assert button["name"] == "draft"
    assert button["form"] == "draft-form"
    assert button["value"] in ("24/18", "24/19")
    assert "hidden" in button
    assert "auto" not in Markup(fragment(facts(to_play(RUNNER, 6, 5)), "black")).ids
    assert "auto" not in Markup(fragment(TAKEN, "white")).ids


def test_careful_buttons() -> None:
    """What cannot be taken back, and only that, is deaf for a moment after it appears (css/comfort.css); a second press
    is asked for where the cube is decided on."""
    for table, view, careful, asking in (
        (DOUBLED, "black", {"take", "drop"}, {"take", "drop"}),
        (DOUBLED, "white", set(), set()),
        (RESIGNING, "white", {"accept", "refuse"}, set()),
        (MIDGAME, "white", {"double"}, {"double"}),
    ):
        elements = [each for _, each in Markup(fragment(table, view)).elements if "data-careful" in each]
        found = {each["id"] for each in elements}
        resigning = {name for name in found if name and name.startswith("resign-")}
        assert found - resigning - {"abort"} == careful, view
        assert {each["id"] for each in elements if each["data-careful"]} == asking, view
