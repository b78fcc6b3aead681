"""The record of turns with several parts, the European tradition in it, and what a game of Acey-Deucey is worth."""

from dataclasses import replace

import pytest

from games.presenters.outcome import game_won
from games.presenters.people import people
from games.rules.game import Phase, Reason, Stage
from games.selectors.table import GameResult, TableFacts
from tests.presenters.long_turns import (
    ACEY,
    ACEY_ROLLED,
    CHOOSING,
    CHOOSING_AGAIN,
    CHOSEN,
    COUNTING,
    EUROPEAN,
    EXTRA,
    OPENED,
    ROLLS_AGAIN,
    after,
    begins,
    deucey,
    newest_row,
    stands,
    trail,
)
from tests.presenters.tables import BLACK, VIEWS, WHITE, at, does, play, roll, shown, went_on

# The record


def test_a_whole_turn_is_one_row_with_all_its_parts() -> None:
    table = went_on(
        CHOOSING_AGAIN,
        does(WHITE, "choose", "6"),
        play(WHITE, "hand/19(4)"),
        roll(WHITE, 6, 4),
        play(WHITE, "hand/19 hand/21"),
        roll(BLACK, 4, 3),
    )
    rows = [(row.name, row.dice, row.text) for row in shown(table, "spectator").record]
    assert rows == [
        ("Bob", "4-3", "to play"),
        (
            "Ana",
            "2-1",
            "hand/24 hand/23; chosen 5-5: hand/20(4); then 2-1: hand/24 hand/23; chosen 6-6: hand/19(4); "
            "then 6-4: hand/19 hand/21",
        ),
        ("Ana", "5-3", "goes first"),
    ]
    assert "is-long" in shown(table, "spectator").record[1].css


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (ACEY_ROLLED, "to play"),
        (CHOOSING, "hand/24 hand/23; to choose a double"),
        (CHOSEN, "hand/24 hand/23; chosen 5-5: to play"),
        (ROLLS_AGAIN, "hand/24 hand/23; chosen 5-5: hand/20(4); to roll again"),
        (EXTRA, "hand/24 hand/23; chosen 5-5: hand/20(4); then 4-3: to play"),
    ],
)
def test_a_turn_that_goes_on_says_what_it_waits_for(table: TableFacts, text: str) -> None:
    assert newest_row(table) == ("Ana", "2-1", text)


def test_a_turn_that_is_broken_off_by_a_resignation() -> None:
    given_up = went_on(EXTRA, does(WHITE, "resign", "1"))
    rows = [(row.name, row.dice, row.text) for row in shown(given_up, "spectator").record]
    assert rows[:2] == [
        ("Ana", "4-3", "resigns the game"),
        ("Ana", "2-1", "hand/24 hand/23; chosen 5-5: hand/20(4)"),
    ]
    while_choosing = went_on(CHOOSING, does(WHITE, "resign", "1"))
    rows = [(row.name, row.dice, row.text) for row in shown(while_choosing, "spectator").record]
    assert rows[:2] == [("Ana", "", "resigns the game"), ("Ana", "2-1", "hand/24 hand/23")]


def test_a_game_won_inside_a_turn_has_lost_no_rest() -> None:
    # A9 of rules.md: the last two leave with the 1 and the 2, and no double is chosen.
    won = after(stands("2:1 1:1", "hand:15", (2, 1)), play(WHITE, "2/off 1/off"))
    assert newest_row(won) == ("Ana", "2-1", "2/off 1/off")


def test_a_game_won_with_a_chosen_double() -> None:
    record = [roll(WHITE, 2, 1), play(WHITE, "2/1 1/off")]
    chosen = stands("1:1", "hand:15", None, *record, phase=Phase.TO_CHOOSE, stage=Stage.CHOICE)
    doubles = shown(chosen, "white").doubles
    assert doubles
    assert {each.css for each in doubles.choices} == {"double is-complete"}
    won = after(chosen, does(WHITE, "choose", "4"), play(WHITE, "1/off"))
    assert newest_row(won) == ("Ana", "2-1", "2/1 1/off; chosen 4-4: 1/off")
    assert trail(won) == ""


# European: the undersides of a rolled double follow it


UNDERSIDES = went_on(begins(EUROPEAN), roll(WHITE, 3, 3), play(WHITE, "hand/22(4)"))


def test_the_other_side_of_a_double_follows_it() -> None:
    rolled = went_on(begins(EUROPEAN), roll(WHITE, 3, 3))
    assert trail(rolled) == "[3-3] > its other side > another roll"
    assert trail(UNDERSIDES) == "3-3 > [other side 4-4] > another roll"
    assert shown(UNDERSIDES, "white").call.say == "You played hand/22(4). Your turn: play 4-4."
    assert newest_row(UNDERSIDES) == ("Ana", "3-3", "hand/22(4); other side 4-4: to play")
    far = shown(UNDERSIDES, "black").dice.far
    assert far
    assert far.label == "The other side of the double: 4 and 4"
    again = went_on(UNDERSIDES, play(WHITE, "hand/21(4)"))
    assert trail(again) == "3-3 > other side 4-4 > [another roll]"
    assert newest_row(again) == ("Ana", "3-3", "hand/22(4); other side 4-4: hand/21(4); to roll again")


def european(mine: str, theirs: str) -> TableFacts:
    state = at(mine, theirs, Phase.TO_ROLL, WHITE, terms=replace(ACEY, options=EUROPEAN))
    return deucey(state, [], EUROPEAN)


def test_a_rolled_double_that_cannot_be_played_loses_its_other_side() -> None:
    # Black holds White's 19, where a 6 would enter, and his 18, where one would lead.
    lost = after(european("hand:1 24:2 1:12", "6:2 7:2 hand:11"), roll(WHITE, 6, 6))
    assert shown(lost, "white").call.detail == (
        "You rolled 6-6: no legal play. No 6 could be played, so its other side and the extra roll are lost."
    )
    assert newest_row(lost) == ("Ana", "6-6", "no play; rest lost")


def test_an_other_side_that_cannot_be_played_loses_the_extra_roll() -> None:
    # Black holds White's 11, and nobody bears off while two are on 12.
    lost = after(european("24:2 1:13", "14:2 hand:13"), roll(WHITE, 6, 6), play(WHITE, "24/12(2)"))
    assert shown(lost, "white").call.detail == ("You played 24/12(2). No 1 could be played, so the extra roll is lost.")
    assert newest_row(lost) == ("Ana", "6-6", "24/12(2); rest lost")
    near = shown(lost, "white").dice.near
    assert near
    assert [(die.face, die.css) for die in near.dice] == [("#die-1", "die white is-dead")] * 4


# What a game is worth


def test_resigning_names_the_game_and_its_price() -> None:
    actions = shown(CHOOSING, "white").actions
    assert actions
    assert [(choice.value, choice.text, choice.cost) for choice in actions.resignations] == [
        ("1", "This game", "lose 1 point"),
        ("match", "The whole match", "Bob wins it at once"),
    ]


def test_where_checkers_count_the_points_are_said_to_be_checkers() -> None:
    state = at("hand:1 6:6", "1:1 hand:14", Phase.TO_ROLL, WHITE, terms=replace(ACEY, options=COUNTING))
    actions = shown(deucey(state, [], COUNTING), "white").actions
    assert actions
    assert [(choice.value, choice.cost) for choice in actions.resignations] == [
        ("7", "lose 7 points, one for each checker left"),
        ("match", "Bob wins it at once"),
    ]
    result = GameResult(1, BLACK, Reason.BEAROFF, 7, 7)
    rules = deucey(state, [], COUNTING).terms.rules
    told = [game_won(result, rules, people(deucey(state), view)) for view in VIEWS]
    assert told == [
        "Bob wins the game: 7 points, one for each checker left.",
        "You win the game: 7 points, one for each checker left.",
        "Bob wins the game: 7 points, one for each checker left.",
    ]
    last = replace(result, reason=Reason.RESIGN, multiplier=1, points=1)
    assert game_won(last, rules, people(deucey(state), "black")) == (
        "Ana resigned the game: you win 1 point, for the checker left."
    )


def test_a_win_is_one_point_unless_checkers_count() -> None:
    result = GameResult(1, WHITE, Reason.BEAROFF, 1, 1)
    assert game_won(result, OPENED.terms.rules, people(OPENED, "white")) == "You win the game: 1 point."
