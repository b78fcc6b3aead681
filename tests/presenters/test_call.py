"""What each view is told: headline, detail, and the sentence for the live region."""

from dataclasses import replace

import pytest

from games.presenters.table import begin_draft
from games.rules import game
from games.rules.game import Phase, Terms
from games.selectors.table import TableFacts
from tests.presenters.scenes import (
    DANCED,
    DOUBLED,
    MIDGAME,
    ON_THE_BAR,
    RATED_END,
    RESIGNING,
    ROLLED,
    SCENES,
    TAKEN,
    white_drafts,
)
from tests.presenters.tables import (
    BLACK,
    VIEWS,
    WHITE,
    at,
    does,
    facts,
    over_facts,
    play,
    roll,
    shown,
    started,
    went_on,
)

# A scripted game as each view hears it, one sentence for each stored move.
STORY = [
    (
        roll(None, 5, 3),
        "Game 3. Opening roll: you 5, Bob 3. You go first. Your turn: play.",
        "Game 3. Opening roll: you 3, Ana 5. Ana goes first.",
        "Game 3. Opening roll: Ana 5, Bob 3. Ana goes first.",
    ),
    (
        play(WHITE, "13/8 24/21"),
        "You played 13/8 24/21. Waiting for Bob to roll or double.",
        "Ana played 13/8 24/21. Your turn: roll or double.",
        "Ana played 13/8 24/21. Bob to roll or double.",
    ),
    (
        roll(BLACK, 4, 2),
        "Bob rolled 4-2.",
        "You rolled 4-2. Your turn: play.",
        "Bob rolled 4-2.",
    ),
    (
        play(BLACK, "8/4* 6/4"),
        "Bob played 8/4* 6/4, hit. You are on the bar. Your turn: roll or double.",
        "You played 8/4* 6/4, hit. Ana is on the bar. Waiting for Ana to roll or double.",
        "Bob played 8/4* 6/4, hit. Ana is on the bar. Ana to roll or double.",
    ),
    (
        does(WHITE, "double"),
        "You doubled to 2. Waiting for Bob to take or drop.",
        "Ana doubles to 2: take or drop?",
        "Ana doubled to 2. Bob to take or drop at 2.",
    ),
    (
        does(BLACK, "take"),
        "Bob took and owns the cube at 2. Your turn: roll.",
        "You took: the cube is yours at 2. Waiting for Ana to roll.",
        "Bob took and owns the cube at 2. Ana to roll.",
    ),
    (
        roll(WHITE, 6, 4),
        "You rolled 6-4: no legal play. Waiting for Bob to roll or double.",
        "Ana rolled 6-4: no legal play. Your turn: roll or double.",
        "Ana rolled 6-4: no legal play. Bob to roll or double.",
    ),
    (
        does(BLACK, "resign", "1"),
        "Bob offers to lose a single game: accept?",
        "You offered to lose a single game. Waiting for Ana to answer your resignation.",
        "Bob offers to lose a single game. Ana to answer the resignation.",
    ),
    (
        does(WHITE, "refuse"),
        "You refused the resignation. Waiting for Bob to roll or double.",
        "Ana refused your resignation. Your turn: roll or double.",
        "Ana refused the resignation. Bob to roll or double.",
    ),
]


def test_a_scripted_game_as_each_view_hears_it() -> None:
    table = facts(game.new_game(Terms(away=(3, 4))))
    for entry, *said in STORY:
        table = went_on(table, entry)
        assert [shown(table, view).call.say for view in VIEWS] == said


def test_ties_of_the_opening_roll_are_told() -> None:
    assert shown(SCENES["opening"], "white").call.detail == ("A tie, 3-3. Opening roll: you 5, Bob 3. You go first.")


def test_the_stakes_of_a_double_are_stated_before_it_is_offered() -> None:
    assert shown(MIDGAME, "white").call.detail == (
        "Bob played 24/18 13/11. A double is taken for 2 points or dropped for 1 point."
    )
    assert "A double is" not in shown(MIDGAME, "black").call.detail
    assert "A double is" not in shown(TAKEN, "white").call.detail


def test_a_roll_that_cannot_be_played_is_told_to_both() -> None:
    assert shown(DANCED, "white").call.detail == "You rolled 4-2: no legal play."
    assert shown(DANCED, "black").call.detail.startswith("Ana rolled 4-2: no legal play.")


def test_a_draft_is_announced_briefly() -> None:
    assert shown(ROLLED, "white", white_drafts("24/18")).call.say == "24/18. 4 left."
    complete = shown(ROLLED, "white", white_drafts("24/18", "13/9")).call
    assert complete.say == "13/9. Confirm 24/18 13/9."
    assert complete.detail == "Nothing is final before you confirm."


def test_a_draft_of_a_double_says_how_many_are_left() -> None:
    state = at("13:15", "13:15", Phase.TO_PLAY, WHITE, (2, 2))
    call = shown(facts(state), "white", begin_draft(state, "13/11")).call
    assert (call.say, call.headline) == ("13/11. 2 left 3 times.", "Play the 2, 3 times more")


def test_a_notice_is_shown_and_said_first() -> None:
    view = shown(ROLLED, "white", notice="24/19 does not fit the dice.")
    assert view.notice == "24/19 does not fit the dice."
    assert view.call.say == "24/19 does not fit the dice. Your turn: play 6-4."


@pytest.mark.parametrize(
    ("scene", "headlines"),
    [
        ("open", ["Waiting for an opponent"] * 3),
        ("cancelled", ["This challenge was cancelled"] * 3),
        (
            "waiting",
            [
                "Bob has joined",
                "Waiting for Ana’s browser to reveal its secret",
                "Waiting for Ana’s browser to reveal its secret",
            ],
        ),
        ("game over", ["Game 3 is over"] * 3),
        ("match over", ["The match is over"] * 3),
        ("to play", ["Your turn: play 6-4", "Ana is playing 6-4", "Ana to play 6-4"]),
    ],
)
def test_headlines(scene: str, headlines: list[str]) -> None:
    assert [shown(SCENES[scene], view).call.headline for view in VIEWS] == headlines


def test_who_is_asked_sees_it_in_colour() -> None:
    assert shown(DOUBLED, "black").call.css == "call is-yours"
    assert [shown(DOUBLED, view).call.css for view in ("white", "spectator")] == ["call", "call"]


def test_the_end_of_a_game_is_said_with_the_score() -> None:
    assert shown(over_facts(), "black").call.say == (
        "Ana played 1/off(2). Game 3 is over. Ana wins a gammon: 2 points. Ana leads 4–1."
    )


def test_the_strip_of_the_player_to_act_says_so() -> None:
    view = shown(DOUBLED, "white")
    assert (view.far.acting, view.near.acting) == ("to act", "")
    assert "is-acting" in view.far.css


def test_pips_are_counted_with_the_draft() -> None:
    # Start 167 each; White has played 5-3, Black 6-2.
    assert shown(ROLLED, "white").pips == "You: 159 pips. Bob: 159 pips."
    assert shown(ROLLED, "white", white_drafts("24/18")).near.pips == "153 pips"


@pytest.mark.parametrize(
    ("table", "view", "focus"),
    [
        (ROLLED, "white", "point-24"),
        (ON_THE_BAR, "white", "bar"),
        (MIDGAME, "white", "roll"),
        (MIDGAME, "black", "board"),
        (DOUBLED, "black", "answer"),
        (RESIGNING, "white", "answer"),
        (RATED_END, "white", "outcome"),
    ],
)
def test_where_the_keyboard_goes_when_the_focus_is_lost(table: TableFacts, view: str, focus: str) -> None:
    assert shown(table, view).focus == focus


def test_the_keyboard_goes_to_confirm_when_the_draft_is_complete() -> None:
    assert shown(ROLLED, "white", white_drafts("24/18", "13/9")).focus == "confirm"


def test_headings() -> None:
    assert shown(MIDGAME, "white").heading == "Backgammon, 5-point match, game 3"
    assert shown(SCENES["open"], "white").heading == "Backgammon, 5-point match"
    session = replace(started((5, 3)), terms=replace(MIDGAME.terms, length=0))
    assert shown(session, "white").heading == "Backgammon, session, game 3"
