"""The hands beside the board: what they hold, how a checker enters, and who sees which."""

import pytest

from games.presenters.actions import notation_view
from games.presenters.table import begin_draft
from games.rules.errors import RuleError
from games.rules.game import Phase
from tests.presenters.long_turns import ACEY, CHOSEN, HIT_WITH_HAND, IN_HAND, THREE_POINTS, TURN_OVER, deucey, stands
from tests.presenters.scenes import MIDGAME
from tests.presenters.tables import (
    BLACK,
    FIVE_POINTS,
    VIEWS,
    WHITE,
    Markup,
    at,
    controls,
    fragment,
    open_facts,
    play,
    roll,
    shown,
)


def hands(view: str) -> tuple[str, str]:
    """The names of both hands once Ana has seven checkers left in hers."""
    board = shown(TURN_OVER, view).board
    assert board.hand
    assert board.hand_theirs
    return board.hand.label, board.hand_theirs.label


def test_each_view_has_its_own_hand_near_and_the_other_far() -> None:
    assert hands("white") == ("Hand: 7 of your checkers", "Hand: 15 of your opponent's checkers")
    assert hands("black") == ("Hand: 15 of your checkers", "Hand: 7 of your opponent's checkers")
    assert hands("spectator") == ("Hand: 7 white checkers", "Hand: 15 black checkers")


def test_a_hand_draws_all_its_checkers_and_counts_them() -> None:
    html = fragment(TURN_OVER, "white")
    mine, theirs = html[html.index('id="hand"') :], html[html.index('id="hand-theirs"') :]
    assert (mine[: mine.index("<b>")].count("<i></i>"), mine[mine.index("<b>") :][:8]) == (7, "<b>7</b>")
    assert (theirs[: theirs.index("<b>")].count("<i></i>"), theirs[theirs.index("<b>") :][:9]) == (15, "<b>15</b>")


def test_the_hand_is_empty_when_all_have_entered() -> None:
    board = shown(stands("24:15", "hand:14 6:1"), "white").board
    assert board.hand
    assert (board.hand.label, board.hand.count) == ("Hand: empty", "0")


def test_a_tap_enters_with_the_leading_die() -> None:
    button = Markup(fragment(IN_HAND, "white")).with_id("hand")
    assert (button["form"], button["name"], button["value"]) == ("draft-form", "draft", "hand/19")
    assert (button["aria-label"], button["data-aim"]) == (
        "Hand: 15 of your checkers. Enter on 19 with the 6.",
        "point-19",
    )
    assert IN_HAND.state
    swapped = Markup(fragment(IN_HAND, "white", begin_draft(IN_HAND.state, lead=3))).with_id("hand")
    assert swapped["aria-label"] == "Hand: 15 of your checkers. Enter on 22 with the 3."


def test_a_tap_falls_back_to_the_other_die_where_the_leading_one_is_blocked() -> None:
    # A3 of rules.md: the opponent holds his 6 point, so the 6 does not enter.
    table = stands("hand:14 24:1", "6:2 hand:13", (6, 3))
    board = shown(table, "white").board
    assert board.hand
    assert board.hand.label == "Hand: 14 of your checkers. Enter on 22 with the 3."


def test_entering_on_a_blot_says_that_it_hits() -> None:
    board = shown(stands("hand:15", "6:1 hand:14", (6, 3)), "white").board
    assert board.hand
    assert board.hand.label == "Hand: 15 of your checkers. Enter on 19 with the 6, hitting."
    assert board.hand.draft == "hand/19*"


def test_the_next_tap_goes_on_with_the_draft() -> None:
    assert CHOSEN.state
    board = shown(CHOSEN, "white", begin_draft(CHOSEN.state, "h/20 hand/20")).board
    assert board.hand
    assert (board.hand.draft, board.hand.count) == ("hand/20 hand/20 hand/20", "11")


def test_a_checker_on_the_bar_enters_before_those_in_hand() -> None:
    assert {"bar", "hand"} & controls(HIT_WITH_HAND, "white") == {"bar"}
    button = Markup(fragment(HIT_WITH_HAND, "white")).with_id("hand")
    assert (button["type"], button["aria-disabled"], button["aria-label"]) == (
        "button",
        "true",
        "Hand: 8 of your checkers",
    )
    assert HIT_WITH_HAND.state
    entered = begin_draft(HIT_WITH_HAND.state, "bar/20")
    assert {"bar", "hand"} & controls(HIT_WITH_HAND, "white", entered) == {"hand"}
    with pytest.raises(RuleError, match="bar must enter first"):
        begin_draft(HIT_WITH_HAND.state, "hand/20")


def test_only_the_player_on_roll_can_press_his_hand() -> None:
    assert "hand" in controls(IN_HAND, "white")
    assert not {"hand", "hand-theirs"} & (controls(IN_HAND, "black") | controls(IN_HAND, "spectator"))


def test_the_place_of_the_hand_is_the_same_in_every_view_and_phase() -> None:
    for table in (IN_HAND, TURN_OVER, HIT_WITH_HAND, deucey(None)):
        for view in VIEWS:
            assert {"hand", "hand-theirs"} <= set(Markup(fragment(table, view)).ids)


def test_a_variant_without_a_hand_has_none_on_the_table() -> None:
    board = shown(MIDGAME, "white").board
    assert (board.hand, board.hand_theirs) == (None, None)
    assert not {"hand", "hand-theirs"} & set(Markup(fragment(MIDGAME, "white")).ids)


def test_an_open_challenge_shows_full_hands_and_an_empty_board() -> None:
    board = shown(deucey(None), "white").board
    assert board.hand
    assert board.hand.count == "15"
    assert {point.count for quadrant in board.quadrants for point in quadrant.points} == {""}
    assert open_facts().terms.rules.has_hand is False


def test_the_keyboard_goes_to_the_hand_first() -> None:
    assert shown(IN_HAND, "white").focus == "hand"
    assert shown(HIT_WITH_HAND, "white").focus == "bar"


def test_marks_of_the_last_play_do_not_count_the_hand_as_a_point() -> None:
    points = [point for quadrant in shown(TURN_OVER, "black").board.quadrants for point in quadrant.points]
    assert {point.number for point in points if "was-reached" in point.css} == {"3", "4"}
    assert not [point for point in points if "was-left" in point.css]


def test_pips_count_the_hand_as_twenty_five_each() -> None:
    assert shown(IN_HAND, "white").pips == "You: 375 pips. Bob: 375 pips."


def test_without_a_cube_there_is_no_word_of_one() -> None:
    view = shown(stands("hand:14 24:1", "hand:15"), "white")
    assert (view.board.cube, view.badge) == (None, "")
    assert view.actions
    assert view.actions.double is None


def test_the_notation_box_speaks_of_what_there_is() -> None:
    deuces, backgammon = notation_view(THREE_POINTS.rules), notation_view(FIVE_POINTS.rules)
    assert (deuces.example, backgammon.example) == ("hand/22", "13/7 8/7")
    assert deuces.help == "A play such as hand/22 13/7, or a word: roll, choose 5, resign, next, undo, board, 13, help."
    assert backgammon.help == (
        "A play such as 13/7 8/7, or a word: roll, double, take, drop, accept, refuse, resign 1, next, undo, "
        "board, 13, help."
    )


def test_bearing_off_waits_for_the_hand() -> None:
    # A10 of rules.md: one in hand, so 6/off is impossible; the 5 must be played.
    state = at("hand:1 6:14", "6:2 5:2 hand:11", Phase.TO_PLAY, WHITE, (6, 5), terms=ACEY)
    table = deucey(state, [roll(BLACK, 4, 3), play(BLACK, "hand/21 hand/22"), roll(WHITE, 6, 5)])
    assert {"hand", "point-6", "off"} & controls(table, "white") == {"point-6"}
