"""Names, marks, stacks and the cube on the board; the names were written by hand from ux.md §5."""

import pytest

from games.presenters.board import place_id
from games.presenters.cube import cube_face
from games.presenters.table import begin_draft
from games.rules.game import Cube, Phase, Terms
from games.selectors.table import TableFacts
from tests.presenters.long_turns import CHOSEN
from tests.presenters.scenes import BEARING_OFF, DANCED, DOUBLED, MIDGAME, ON_THE_BAR, ROLLED, TAKEN, white_drafts
from tests.presenters.tables import BLACK, WHITE, Markup, at, facts, fragment, open_facts, points_of, shown, started

SIXES = facts(at("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", Phase.TO_PLAY, WHITE, (6, 6)))


def test_names_for_the_player_on_roll_say_what_a_tap_plays() -> None:
    names = points_of(shown(started((3, 1)), "white"))
    assert names == {f"point-{number}": f"{number} point, empty" for number in range(1, 25)} | {
        "point-24": "24 point, 2 of your checkers. Play to 21 with the 3.",
        "point-13": "13 point, 5 of your checkers. Play to 10 with the 3.",
        "point-8": "8 point, 3 of your checkers. Play to 5 with the 3.",
        "point-6": "6 point, 5 of your checkers. Play to 3 with the 3.",
        "point-1": "1 point, 2 of your opponent's checkers",
        "point-12": "12 point, 5 of your opponent's checkers",
        "point-17": "17 point, 3 of your opponent's checkers",
        "point-19": "19 point, 5 of your opponent's checkers",
        "bar": "Bar: empty",
    }


def test_names_for_the_opponent_are_in_his_own_numbering_and_without_actions() -> None:
    names = points_of(shown(started((3, 1)), "black"))
    assert names["point-24"] == "24 point, 2 of your checkers"
    assert names["point-6"] == "6 point, 5 of your checkers"
    assert names["point-1"] == "1 point, 2 of your opponent's checkers"


def test_names_for_spectators_say_the_colour() -> None:
    names = points_of(shown(ON_THE_BAR, "spectator"))
    assert names["bar"] == "Bar: 2 white checkers"
    assert names["point-6"] == "6 point, 5 white checkers"
    assert names["point-21"] == "21 point, 1 black checker"


def test_names_on_the_bar_say_that_it_must_enter_and_what_it_hits() -> None:
    names = points_of(shown(ON_THE_BAR, "white"))
    assert names["bar"] == "Bar: 2 of your checkers, must enter. Play to 21 with the 4, hitting."
    assert names["point-13"] == "13 point, 4 of your checkers"


def test_names_when_bearing_off() -> None:
    names = points_of(shown(BEARING_OFF, "white"))
    assert names["point-6"] == "6 point, 1 of your checkers. Bear off with the 6."
    assert names["point-4"] == "4 point, 1 of your checkers. Bear off with the 4."


def test_names_where_the_leading_die_is_blocked_fall_back_to_the_other() -> None:
    # Black holds White's 18 (his 7), so the two on 24 have only the 5.
    state = at("24:2 13:13", "24:2 7:2 5:11", Phase.TO_PLAY, WHITE, (6, 5))
    names = points_of(shown(facts(state), "white"))
    assert names["point-13"] == "13 point, 13 of your checkers. Play to 7 with the 6."
    assert names["point-24"] == "24 point, 2 of your checkers. Play to 19 with the 5."


def test_the_larger_die_leads_unless_the_other_is_chosen() -> None:
    table = started((1, 3))
    assert table.state
    theirs = points_of(shown(table, "black"))["point-8"]
    chosen = points_of(shown(table, "black", begin_draft(table.state, lead=1)))["point-8"]
    assert (theirs[-21:], chosen[-21:]) == ("Play to 5 with the 3.", "Play to 7 with the 1.")


def test_a_checker_carried_by_hand_says_what_putting_it_down_makes_of_the_draft() -> None:
    table = started((3, 1))
    assert table.state
    markup = Markup(fragment(table, "white"))
    assert markup.with_id("point-8")["data-to"] == "point-5=8/5;point-7=8/7;point-4=8/5 5/4"
    assert markup.with_id("point-13")["data-to"] == "point-10=13/10;point-9=13/10 10/9"
    assert "data-to" not in markup.with_id("point-7")
    begun = Markup(fragment(table, "white", begin_draft(table.state, "8/5")))
    assert begun.with_id("point-6")["data-to"] == "point-5=8/5 6/5"
    assert not [attributes for _, attributes in Markup(fragment(table, "black")).elements if "data-to" in attributes]


@pytest.mark.parametrize("table", [started((3, 1)), SIXES, ON_THE_BAR, BEARING_OFF, CHOSEN])
def test_every_place_a_checker_can_be_put_down_on_is_there_and_its_draft_leads_to_it(table: TableFacts) -> None:
    state = table.state
    assert state
    assert state.on_roll
    markup = Markup(fragment(table, state.on_roll))
    sources = {str(attributes["id"]): attributes for _, attributes in markup.elements if "data-to" in attributes}
    assert sources
    for source, attributes in sources.items():
        targets = dict(each.split("=") for each in str(attributes["data-to"]).split(";"))
        assert targets[str(attributes["data-aim"])] == attributes["value"]
        for target, text in targets.items():
            steps = begin_draft(state, text).steps
            assert (place_id(steps[0].source), place_id(steps[-1].target)) == (source, target)
            assert target in markup.ids


def test_stacks_draw_five_checkers_and_count_the_rest() -> None:
    state = at("6:8 5:5 4:2", "18:7 13:8", Phase.TO_ROLL, WHITE)
    near = shown(facts(state), "white").board.quadrants[3].points
    assert [(point.css, point.count) for point in near[:3]] == [
        ("stack white s5", "8"),
        ("stack white s5", ""),
        ("stack white s2", ""),
    ]


def test_marks_of_the_last_play_follow_the_viewer() -> None:
    # Black played 24/18 13/11: for White these are 1, 7, 12 and 14.
    def marked(view: str, mark: str) -> set[str]:
        quadrants = shown(MIDGAME, view).board.quadrants
        return {point.number for quadrant in quadrants for point in quadrant.points if mark in point.css}

    assert (marked("white", "was-left"), marked("white", "was-reached")) == ({"1", "12"}, {"7", "14"})
    assert (marked("black", "was-left"), marked("black", "was-reached")) == ({"24", "13"}, {"18", "11"})


def test_marks_of_a_draft_show_sources_and_landings_to_the_player_alone() -> None:
    points = [point for quadrant in shown(ROLLED, "white").board.quadrants for point in quadrant.points]
    assert {point.number for point in points if "is-source" in point.css} == {"24", "13", "8", "6"}
    # 6/off is not possible yet, so the 6 point plays the 4: 6/2, where 8/2 would land as well.
    assert {point.number for point in points if "is-landing" in point.css} == {"18", "7", "2"}
    watched = [point for quadrant in shown(ROLLED, "spectator").board.quadrants for point in quadrant.points]
    assert not [point for point in watched if "is-source" in point.css or "is-landing" in point.css]


def test_an_open_challenge_shows_the_board_ready() -> None:
    assert points_of(shown(open_facts(), "white"))["point-6"] == "6 point, 5 of your checkers"


def test_the_board_is_a_tab_stop_only_where_no_point_is() -> None:
    assert shown(ROLLED, "white").board.tab_index == "-1"
    assert shown(ROLLED, "white", white_drafts("24/18", "13/9")).board.tab_index == "0"
    assert shown(ROLLED, "black").board.tab_index == "0"
    assert shown(DANCED, "black").board.tab_index == "0"


def test_checkers_off_are_counted() -> None:
    far, near = shown(BEARING_OFF, "white").board.trays
    assert (near.label, near.css, near.count) == ("Off: 13 of your checkers", "off white o13 is-landing", "13")
    assert far.label == "Off: 4 of your opponent's checkers"


def test_the_cube_lies_in_the_centre_and_shows_64_until_it_is_turned() -> None:
    view = shown(MIDGAME, "white").board.cube
    assert view
    assert (view.face, view.css) == ("64", "cube at-centre digits-2")
    assert view.label == "Doubling cube in the centre, at 1"


@pytest.mark.parametrize(
    ("view", "css", "label"),
    [
        ("black", "cube at-near digits-1", "Doubling cube at 2, yours"),
        ("white", "cube at-far digits-1", "Doubling cube at 2, owned by Bob"),
        ("spectator", "cube at-far digits-1", "Doubling cube at 2, owned by Bob"),
    ],
)
def test_the_cube_lies_at_its_owner(view: str, css: str, label: str) -> None:
    shown_cube = shown(TAKEN, view).board.cube
    assert shown_cube
    assert (shown_cube.css, shown_cube.label) == (css, label)


def test_the_cube_offered_lies_before_whoever_must_answer() -> None:
    asked, asking = shown(DOUBLED, "black").board.cube, shown(DOUBLED, "white").board.cube
    assert asked
    assert asking
    assert asked.css == "cube is-offered to-near digits-1"
    assert asking.css == "cube is-offered to-far digits-1"
    assert asked.face == "2"


def test_there_is_no_cube_in_the_crawford_game() -> None:
    state = at("6:15", "6:15", Phase.TO_ROLL, WHITE, terms=Terms(crawford=True, cube=False, away=(1, 3)))
    view = shown(facts(state), "white")
    assert view.board.cube is None
    assert view.badge == "Crawford game: no doubling"


@pytest.mark.parametrize(("value", "face"), [(1, "64"), (2, "2"), (64, "64"), (65536, "65536"), (2**40, "2^40")])
def test_the_face_of_a_cube_of_any_size(value: int, face: str) -> None:
    assert cube_face(value) == face


def test_a_cube_beyond_all_faces_is_drawn() -> None:
    state = at("6:15", "6:15", Phase.TO_ROLL, WHITE, cube=Cube(2**70, BLACK))
    view = shown(facts(state), "white").board.cube
    assert view
    assert view.css == "cube at-far digits-4"
