"""What the words that only tell something answer, in positions made by hand; the sentences were written from those."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from games.presenters.reading import ANSWERS, reading
from games.presenters.table import begin_draft
from games.rules.clock import PACES, Clock
from games.rules.errors import BadNotation
from games.rules.game import Cube, Phase, Terms
from games.rules.plays import Draft
from games.selectors.table import TableFacts
from tests.presenters.scenes import (
    BEARING_OFF,
    DANCED,
    DOUBLED,
    MIDGAME,
    ON_THE_BAR,
    RATED_END,
    ROLLED,
    SCENES,
    TAKEN,
    white_drafts,
)
from tests.presenters.tables import BLACK, SESSION, WHITE, at, facts, open_facts, over_facts, play, roll

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


def told(table: TableFacts, view: str, word: str, draft: Draft | None = None, now: datetime = NOW) -> str:
    """The answer to whoever looks from there; who has a roll to play sees it unplayed unless there is a draft."""
    state = table.state
    if draft is None and state and state.phase == Phase.TO_PLAY and state.on_roll == view:
        draft = begin_draft(state)
    return reading(table, view, word, draft, now)


# Ana has played 8/3 6/3, Bob 24/18 13/11, Ana has rolled 6-4.
@pytest.mark.parametrize(
    ("word", "white", "black", "spectator"),
    [
        (
            "board",
            "You: 2 on 24, 5 on 13, 2 on 8, 4 on 6, 2 on 3. Bob: 1 on 1, 1 on 7, 4 on 12, 1 on 14, 3 on 17, 5 on 19.",
            "You: 1 on 24, 1 on 18, 4 on 13, 1 on 11, 3 on 8, 5 on 6. Ana: 2 on 1, 5 on 12, 2 on 17, 4 on 19, 2 on 22.",
            "Ana: 2 on 24, 5 on 13, 2 on 8, 4 on 6, 2 on 3. Bob: 1 on 1, 1 on 7, 4 on 12, 1 on 14, 3 on 17, 5 on 19.",
        ),
        (
            "13",
            "13 point, 5 of your checkers. Play to 7 with the 6, hitting. Play to 9 with the 4.",
            "13 point, 4 of your checkers.",
            "13 point, 5 white checkers.",
        ),
        ("7", "7 point, 1 of your opponent's checkers.", "7 point, empty.", "7 point, 1 black checker."),
        ("bar", "The bar is empty.", "The bar is empty.", "The bar is empty."),
        ("off", "No checker is off yet.", "No checker is off yet.", "No checker is off yet."),
        (
            "pips",
            "You: 159 pips. Bob: 159 pips.",
            "You: 159 pips. Ana: 159 pips.",
            "Ana: 159 pips. Bob: 159 pips.",
        ),
        (
            "dice",
            "You rolled 6 and 4. Left to play: 6, 4.",
            "Ana rolled 6 and 4.",
            "Ana rolled 6 and 4.",
        ),
        (
            "last",
            "Bob rolled 6-2, played 24/18 13/11.",
            "You rolled 6-2, played 24/18 13/11.",
            "Bob rolled 6-2, played 24/18 13/11.",
        ),
        (
            "draft",
            "No step is on the board. Your turn: play 6-4.",
            "You have no roll to play.",
            "You have no roll to play.",
        ),
        (
            "score",
            "Backgammon, 5-point match, game 3. You lead 2–1.",
            "Backgammon, 5-point match, game 3. Ana leads 2–1.",
            "Backgammon, 5-point match, game 3. Ana leads 2–1.",
        ),
        ("cube", *["Doubling cube in the centre, at 1."] * 3),
        ("clock", *["There is no clock."] * 3),
    ],
)
def test_every_word_to_each_view(word: str, white: str, black: str, spectator: str) -> None:
    assert told(ROLLED, "white", word) == white
    assert told(ROLLED, "black", word) == black
    assert told(ROLLED, "spectator", word) == spectator


def test_the_words_possible_now_and_those_to_hear() -> None:
    hear = "To hear: board, 13, bar, off, pips, dice, last, draft, score, cube, clock, help."
    assert told(ROLLED, "white", "help") == f"Now: a play such as 13/7 8/7, resign. {hear}"
    assert told(ROLLED, "black", "help") == hear
    assert told(ROLLED, "spectator", "?") == hear


@pytest.mark.parametrize(
    ("table", "view", "draft", "words"),
    [
        (MIDGAME, "white", None, "roll, double, resign"),
        (DOUBLED, "black", None, "take, drop"),
        (SCENES["resigning"], "white", None, "accept, refuse"),
        (ROLLED, "white", white_drafts("24/18"), "a play such as 13/7 8/7, undo, start over, resign"),
        (ROLLED, "white", white_drafts("24/18", "13/9"), "confirm, undo, start over, resign"),
        (over_facts(), "black", None, "next"),
        (over_facts(terms=SESSION), "white", None, "next, leave"),
        (facts(at("6:15", "6:15", Phase.TO_ROLL, WHITE), game_number=1), "black", None, "abort"),
    ],
)
def test_words_that_do_something_now(table: TableFacts, view: str, draft: Draft | None, words: str) -> None:
    assert told(table, view, "help", draft).startswith(f"Now: {words}. To hear: ")


def test_who_can_do_nothing_is_told_what_he_can_hear() -> None:
    for table, view in [(MIDGAME, "black"), (DOUBLED, "spectator"), (open_facts(), "white"), (RATED_END, "white")]:
        assert told(table, view, "help").startswith("To hear: ")


def test_a_variant_has_the_words_of_its_own() -> None:
    table = SCENES["choosing a double"]
    assert told(table, "white", "help").startswith("Now: choose 5, resign. To hear: board, 13, bar, off, hand, pips, ")
    assert "cube" not in told(table, "white", "help")
    assert told(table, "white", "cube") == "There is no doubling cube in this game."


def test_checkers_in_hand() -> None:
    table = SCENES["chosen double"]
    in_hand = "13 of your checkers, 15 of your opponent's checkers"
    assert told(table, "white", "hand") == f"In hand: {in_hand}. Enter on 20 with the 5."
    assert told(table, "white", "board") == "You: 13 in hand, 1 on 24, 1 on 23. Bob: 15 in hand."
    assert told(ROLLED, "white", "hand") == "No checker is in hand."


def test_the_bar_and_what_can_enter() -> None:
    assert told(ON_THE_BAR, "white", "bar") == (
        "On the bar: 2 of your checkers. Play to 21 with the 4, hitting. Play to 23 with the 2."
    )
    assert told(ON_THE_BAR, "black", "bar") == "On the bar: 2 of your opponent's checkers."
    assert told(ON_THE_BAR, "spectator", "bar") == "On the bar: 2 white checkers."
    assert told(ON_THE_BAR, "white", "board").startswith("You: 2 on the bar, 4 on 13, ")


def test_the_dice_left_by_a_draft() -> None:
    assert told(ROLLED, "white", "dice", white_drafts("24/18")) == "You rolled 6 and 4. Left to play: 4."
    complete = told(ROLLED, "white", "dice", white_drafts("24/18", "13/9"))
    assert complete == "You rolled 6 and 4. Nothing is left to play."
    assert told(open_facts(), "white", "dice") == "No dice are on the table."


def test_points_after_a_draft_are_those_on_the_board() -> None:
    drafted = white_drafts("13/7*")
    assert told(ROLLED, "white", "13", drafted) == "13 point, 4 of your checkers. Play to 9 with the 4."
    assert told(ROLLED, "white", "bar", drafted) == "On the bar: 1 of your opponent's checkers."
    assert told(ROLLED, "white", "pips", drafted) == "You: 153 pips. Bob: 166 pips."


def test_a_draft_is_told_with_what_is_left() -> None:
    assert told(ROLLED, "white", "draft", white_drafts("24/18")) == "24/18. 4 left."
    complete = told(ROLLED, "white", "draft", white_drafts("24/18", "13/9"))
    assert complete == "24/18 13/9 is complete. Write confirm, or undo."


def test_checkers_off() -> None:
    assert (
        told(BEARING_OFF, "white", "board")
        == "You: 1 on 6, 1 on 4, 13 off. Bob: 2 on 20, 3 on 21, 3 on 23, 3 on 24, 4 off."
    )
    assert told(BEARING_OFF, "white", "off") == "Off: 13 of your checkers, 4 of your opponent's checkers."
    assert told(BEARING_OFF, "white", "6") == "6 point, 1 of your checkers. Bear off with the 6. Play to 2 with the 4."


def test_the_last_roll_that_was_played_or_could_not_be() -> None:
    assert told(DANCED, "white", "last") == "You rolled 4-2: no legal play."
    assert told(DANCED, "black", "last") == "Ana rolled 4-2: no legal play."
    hit = facts(MIDGAME.state, [roll(BLACK, 6, 1), play(BLACK, "13/7* 8/7")])
    assert told(hit, "white", "last") == "Bob rolled 6-1, played 13/7* 8/7, hit."
    assert told(SCENES["opening"], "white", "last") == "Nothing has been played yet."
    assert told(open_facts(), "white", "last") == "Nothing has been played yet."


def test_the_cube_and_who_may_turn_it() -> None:
    assert told(MIDGAME, "white", "cube") == "Doubling cube in the centre, at 1. You may double to 2."
    assert told(MIDGAME, "black", "cube") == "Doubling cube in the centre, at 1. Ana may double to 2."
    assert told(TAKEN, "black", "cube") == "Doubling cube at 2, yours."
    assert told(DOUBLED, "black", "cube") == (
        "Doubling cube, offered at 2. A take plays on for 2 points, a drop loses 1 point."
    )
    crawford = facts(at("6:15", "6:15", Phase.TO_ROLL, WHITE, terms=Terms(crawford=True, cube=False, away=(1, 3))))
    assert told(crawford, "white", "cube") == "There is no doubling cube in this game."
    assert told(crawford, "white", "score").endswith("game 3. Crawford game: no doubling. You lead 2–1.")


def test_the_clocks_of_both() -> None:
    started = NOW - timedelta(seconds=30)
    running = Clock(PACES["standard"], (600_000, 500_000), BLACK, started)
    table = replace(MIDGAME, clock=running)
    # Twelve seconds of each decision are free; 30 of Bob's have gone.
    assert told(table, "white", "clock") == "You: 10:12 left. Bob: 8:02 left, running."
    assert told(table, "spectator", "time") == "Ana: 10:12 left. Bob: 8:02 left, running."
    assert told(replace(table, clock=replace(running, seat=None, started_at=None)), "white", "clock") == (
        "You: 10:12 left. Bob: 8:32 left."
    )


@pytest.mark.parametrize("word", ["POINT 13", "13 point", "point13", " 13 "])
def test_spaces_and_capitals_make_no_difference(word: str) -> None:
    assert told(ROLLED, "black", word) == "13 point, 4 of your checkers."
    assert told(ROLLED, "black", " Pips ") == told(ROLLED, "black", "pips")


@pytest.mark.parametrize("word", ["hello", "rolll", "take that", "\u200bbar", "<b>", "x" * 60])
def test_a_word_there_is_not_is_answered_with_those_there_are(word: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        told(ROLLED, "white", word)
    sentence = str(refusal.value)
    assert sentence.endswith(
        "is no word of this table. Now: a play such as 13/7 8/7, resign. Write help for all words."
    )
    assert ("“hello”" in sentence) == (word == "hello")


@pytest.mark.parametrize("number", ["0", "25", "999"])
def test_a_point_there_is_not(number: str) -> None:
    with pytest.raises(BadNotation, match=f"There is no point {number}: they are numbered from 1 to 24."):
        told(ROLLED, "white", number)


@pytest.mark.parametrize("scene", SCENES)
def test_every_word_has_an_answer_at_every_table(scene: str) -> None:
    for view in ("white", "black", "spectator"):
        for word in [*ANSWERS, "1", "24"]:
            answer = told(SCENES[scene], view, word)
            assert answer.endswith((".", "?")), (word, answer)
            assert "  " not in answer


def test_the_owner_of_a_cube_in_an_old_game_is_named() -> None:
    state = at("6:15", "6:15", Phase.TO_ROLL, WHITE, cube=Cube(4, BLACK))
    assert told(facts(state), "white", "cube") == "Doubling cube at 4, owned by Bob."
