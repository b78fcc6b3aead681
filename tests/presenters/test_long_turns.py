"""A turn of several parts: where it stands, the doubles to choose from, what was lost, and its line in the record."""

import pytest

from games.presenters.table import begin_draft
from games.rules import game
from games.rules.game import Phase, Stage
from games.selectors.table import TableFacts
from tests.presenters.long_turns import (
    ACEY,
    ACEY_AGAIN,
    ACEY_ROLLED,
    BLOCKED,
    CHOOSING,
    CHOOSING_AGAIN,
    CHOSEN,
    EXTRA,
    IN_HAND,
    OPENED,
    ROLLS_AGAIN,
    SHORT_OF_DOUBLES,
    TURN_OVER,
    after,
    deucey,
    newest_row,
    stands,
    trail,
)
from tests.presenters.scenes import MIDGAME, ROLLED
from tests.presenters.tables import (
    BLACK,
    VIEWS,
    WHITE,
    Markup,
    at,
    controls,
    does,
    fragment,
    play,
    roll,
    shown,
    went_on,
)

DOUBLES = {f"choose-{number}" for number in range(1, 7)}


# Where the turn stands


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (OPENED, ""),
        (IN_HAND, ""),
        (ACEY_ROLLED, "[1 and 2] > a double > another roll"),
        (CHOOSING, "1 and 2 > [a double] > another roll"),
        (CHOSEN, "1 and 2 > [double 5-5] > another roll"),
        (ROLLS_AGAIN, "1 and 2 > double 5-5 > [another roll]"),
        (EXTRA, "1 and 2 > double 5-5 > [roll 4-3]"),
        (ACEY_AGAIN, "[1 and 2 again] > a double > another roll"),
        (CHOOSING_AGAIN, "1 and 2 again > [a double] > another roll"),
        (TURN_OVER, ""),
        (ROLLED, ""),
        (MIDGAME, ""),
    ],
)
def test_everybody_sees_where_the_turn_stands(table: TableFacts, expected: str) -> None:
    assert [trail(table, view) for view in VIEWS] == [expected] * 3


def test_the_stage_stays_in_sight_while_the_play_is_put_together() -> None:
    assert CHOSEN.state
    for draft in ("hand/20", "hand/20 hand/20 hand/20 hand/20"):
        view = shown(CHOSEN, "white", begin_draft(CHOSEN.state, draft))
        assert [step.text for step in view.trail] == ["1 and 2", "double 5-5", "another roll"]


def test_what_is_done_and_what_is_now_is_said_and_not_only_drawn() -> None:
    html = fragment(CHOSEN, "spectator")
    assert 'aria-label="This turn"' in html
    said = [(step.text, step.state) for step in shown(CHOSEN, "spectator").trail]
    assert said == [("1 and 2", "played"), ("double 5-5", "now"), ("another roll", "to come")]
    assert all(f", {state}</span>" in html for _, state in said)


STORY = [
    (
        roll(WHITE, 2, 1),
        "You rolled 2-1. Your turn: play.",
        "Ana rolled 2-1.",
        "Ana rolled 2-1.",
    ),
    (
        play(WHITE, "hand/24 hand/23"),
        "You played hand/24 hand/23. Your turn: choose a double.",
        "Ana played hand/24 hand/23. Waiting for Ana to choose a double.",
        "Ana played hand/24 hand/23. Ana to choose a double.",
    ),
    (
        does(WHITE, "choose", "5"),
        "You chose 5-5. Your turn: play.",
        "Ana chose 5-5.",
        "Ana chose 5-5.",
    ),
    (
        play(WHITE, "hand/20(4)"),
        "You played hand/20(4). Your turn: roll again.",
        "Ana played hand/20(4). Waiting for Ana to roll again.",
        "Ana played hand/20(4). Ana to roll again.",
    ),
    (
        roll(WHITE, 4, 3),
        "You rolled again: 4-3. Your turn: play.",
        "Ana rolled again: 4-3.",
        "Ana rolled again: 4-3.",
    ),
    (
        play(WHITE, "hand/22 hand/21"),
        "You played hand/22 hand/21. Waiting for Bob to roll.",
        "Ana played hand/22 hand/21. Your turn: roll.",
        "Ana played hand/22 hand/21. Bob to roll.",
    ),
]


def test_a_long_turn_as_each_view_hears_it() -> None:
    table = OPENED
    for entry, *said in STORY:
        table = went_on(table, entry)
        assert [shown(table, view).call.say for view in VIEWS] == said


def test_the_opening_roll_only_decides_who_begins() -> None:
    assert shown(OPENED, "black").call.say == (
        "Game 2. Opening roll: you 3, Ana 5. Ana goes first. Waiting for Ana to roll."
    )
    assert newest_row(OPENED) == ("Ana", "5-3", "goes first")
    near = shown(OPENED, "white").dice.near
    assert near
    assert [(die.face, die.css) for die in near.dice] == [("#die-5", "die white"), ("#die-3", "die black")]
    assert controls(OPENED, "white") >= {"roll"}


def test_an_opening_roll_of_one_and_two_is_no_acey_deucey() -> None:
    table = went_on(deucey(game.new_game(ACEY)), roll(None, 2, 1))
    assert trail(table) == ""
    assert newest_row(table)[2] == "goes first"


# Choosing a double


def test_the_player_chooses_and_nobody_else_can() -> None:
    assert controls(CHOOSING, "white") & (DOUBLES | {"roll", "confirm", "hand"}) == DOUBLES
    assert not controls(CHOOSING, "black") & DOUBLES
    assert controls(CHOOSING, "spectator") == set()
    assert not controls(CHOSEN, "white") & DOUBLES


def test_a_double_is_sent_by_a_form_of_its_own_that_says_what_is_done_with_the_number() -> None:
    markup = Markup(fragment(CHOOSING, "white"))
    button = markup.with_id("choose-5")
    assert (button["form"], button["name"], button["value"]) == ("choose", "number", "5")
    assert ("input", {"type": "hidden", "form": "choose", "name": "version", "value": "17"}) in markup.elements
    assert "choose" not in {attributes.get("form") for _, attributes in Markup(fragment(CHOSEN, "white")).elements}


def test_the_doubles_stand_where_no_other_button_was_pressed() -> None:
    html = fragment(CHOOSING, "white")
    assert (
        html.index('id="call"') < html.index('id="choose-1"') < html.index('id="choose-6"') < html.index('id="board"')
    )
    # What stands in the call before and after: nothing that can be pressed.
    for table in (ACEY_ROLLED, CHOSEN):
        around = fragment(table, "white")
        assert "<button" not in around[around.index('id="call"') : around.index('id="board"')]


def test_each_double_shows_its_dice_and_says_whether_it_can_be_played() -> None:
    doubles = shown(SHORT_OF_DOUBLES, "white").doubles
    assert doubles
    assert [each.label for each in doubles.choices] == [
        "1-1, can be played completely",
        "2-2, can be played completely",
        "3-3, none of it can be played; the rest of the turn would be lost",
        "4-4, none of it can be played; the rest of the turn would be lost",
        "5-5, can be played completely",
        "6-6, only part of it can be played; the rest of the turn would be lost",
    ]
    assert [each.mark for each in doubles.choices] == ["", "", "none", "none", "", "part"]
    assert doubles.warning == "No tick: the rest of the turn would be lost."
    html = fragment(SHORT_OF_DOUBLES, "white")
    shown_dice = [html[html.index(f'id="choose-{number}"') :].split("</button>")[0] for number in range(1, 7)]
    assert [button.count(f'href="#die-{number}"') for number, button in enumerate(shown_dice, 1)] == [2] * 6
    assert ['href="#tick"' in button for button in shown_dice] == [True, True, False, False, True, False]


def test_visible_words_are_part_of_the_name_of_a_double() -> None:
    doubles = shown(SHORT_OF_DOUBLES, "white").doubles
    assert doubles
    assert all(each.mark in each.label for each in doubles.choices)


def test_where_all_can_be_played_there_is_nothing_to_warn_of() -> None:
    doubles = shown(CHOOSING, "white").doubles
    assert doubles
    assert (doubles.warning, {each.css for each in doubles.choices}) == ("", {"double is-complete"})


def test_the_keyboard_goes_to_the_doubles_but_to_none_of_them() -> None:
    assert shown(CHOOSING, "white").focus == "doubles"
    assert Markup(fragment(CHOOSING, "white")).with_id("doubles")["tabindex"] == "-1"


def test_the_chosen_double_lies_on_the_table_though_it_was_never_rolled() -> None:
    mine, theirs = shown(CHOSEN, "white").dice.near, shown(CHOSEN, "black").dice.far
    assert mine
    assert theirs
    assert (mine.label, len(mine.dice)) == ("Dice: 5 four times, 4 left.", 4)
    assert (theirs.label, [die.css for die in theirs.dice]) == ("Ana chose 5 and 5", ["die white"] * 4)


# What was lost


def test_a_one_or_two_that_cannot_be_played_loses_the_double_and_the_extra_roll() -> None:
    # Black holds White's 23 and 22, so that a 2 can neither enter nor move.
    table = stands("hand:1 24:14", "2:2 3:2 hand:11", (2, 1))
    lost = after(table, play(WHITE, "hand/24"))
    assert [shown(lost, view).call.say for view in VIEWS] == [
        "You played hand/24. The 2 could not be played, so the double and the extra roll are lost. "
        "Waiting for Bob to roll.",
        "Ana played hand/24. The 2 could not be played, so the double and the extra roll are lost. Your turn: roll.",
        "Ana played hand/24. The 2 could not be played, so the double and the extra roll are lost. Bob to roll.",
    ]
    assert newest_row(lost) == ("Ana", "2-1", "hand/24; rest lost")
    far = shown(lost, "black").dice.far
    assert far
    assert [die.css for die in far.dice] == ["die white is-dead", "die white"]


def test_a_one_and_two_that_cannot_be_played_at_all() -> None:
    # A7 of rules.md.
    state = game.roll(at("bar:1 13:14", "1:2 2:2 6:11", Phase.TO_ROLL, WHITE, terms=ACEY), WHITE, (2, 1))
    table = deucey(state, [roll(WHITE, 2, 1)])
    assert shown(table, "spectator").call.say == (
        "Ana rolled 2-1: no legal play. "
        "Neither could be played, so the double and the extra roll are lost. Bob to roll."
    )
    assert newest_row(table) == ("Ana", "2-1", "no play; rest lost")


def test_a_chosen_double_that_is_cut_short_loses_the_extra_roll() -> None:
    lost = after(SHORT_OF_DOUBLES, does(WHITE, "choose", "6"), play(WHITE, "24/18(2)"))
    assert shown(lost, "spectator").call.detail == (
        "Ana played 24/18(2). 2 of the four 6s could not be played, so the extra roll is lost."
    )
    assert newest_row(lost) == ("Ana", "2-1", "hand/24 hand/23; chosen 6-6: 24/18(2); rest lost")
    near = shown(lost, "white").dice.near
    assert near
    assert [die.css for die in near.dice] == ["die white", "die white", "die white is-dead", "die white is-dead"]


def test_a_chosen_double_that_cannot_be_played_at_all() -> None:
    lost = after(SHORT_OF_DOUBLES, does(WHITE, "choose", "3"))
    assert shown(lost, "white").call.detail == "You chose 3-3. No 3 could be played, so the extra roll is lost."
    assert newest_row(lost) == ("Ana", "2-1", "hand/24 hand/23; chosen 3-3: no play; rest lost")


def test_three_of_four_leave_the_last() -> None:
    table = stands("23:1 1:14", BLOCKED, None, roll(WHITE, 2, 1), phase=Phase.TO_CHOOSE, stage=Stage.CHOICE)
    lost = after(table, does(WHITE, "choose", "5"), play(WHITE, "23/3"))
    assert "lost" not in shown(lost, "white").call.detail
    table = stands("hand:1 18:1 1:13", BLOCKED, None, roll(WHITE, 2, 1), phase=Phase.TO_CHOOSE, stage=Stage.CHOICE)
    lost = after(table, does(WHITE, "choose", "5"), play(WHITE, "18/3"))
    assert shown(lost, "white").call.detail == (
        "You played 18/3. The last 5 could not be played, so the extra roll is lost."
    )


def test_an_extra_roll_that_dances_is_a_plain_dance() -> None:
    # Black holds White's 17 to 22.
    record = [
        roll(WHITE, 2, 1),
        play(WHITE, "hand/24 hand/23"),
        does(WHITE, "choose", "1"),
        play(WHITE, "hand/24(4)"),
    ]
    again = {"phase": Phase.TO_ROLL, "stage": Stage.EXTRA}
    table = stands("hand:9 24:5 23:1", "8:2 7:2 6:2 5:2 4:2 3:2 hand:3", None, *record, **again)
    danced = after(table, roll(WHITE, 6, 3))
    assert shown(danced, "black").call.say == "Ana rolled 6-3: no legal play. Your turn: roll."
    assert newest_row(danced)[2] == "hand/24 hand/23; chosen 1-1: hand/24(4); then 6-3: no play"


def test_what_was_lost_is_told_until_the_next_roll_and_stays_in_the_record() -> None:
    lost = after(SHORT_OF_DOUBLES, does(WHITE, "choose", "3"))
    later = after(lost, roll(BLACK, 6, 5))
    assert "lost" not in shown(later, "white").call.detail
    assert shown(later, "white").record[1].text == "hand/24 hand/23; chosen 3-3: no play; rest lost"
