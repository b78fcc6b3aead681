"""The record of a game and the results of earlier ones, in words."""

from dataclasses import replace

from games.rules.game import Reason, Seat, Terms
from games.rules.terms import Result
from games.selectors.table import TableFacts
from tests.presenters.scenes import DANCED, MIDGAME, ROLLED
from tests.presenters.tables import BLACK, WHITE, does, play, shown, started, went_on


def rows(table: TableFacts) -> list[tuple[str, str, str]]:
    return [(row.name, row.dice, row.text) for row in shown(table, "spectator").record]


def test_a_roll_and_its_play_are_one_row_and_the_newest_is_first() -> None:
    assert rows(MIDGAME) == [("Bob", "6-2", "24/18 13/11"), ("Ana", "5-3", "8/3 6/3")]


def test_a_roll_that_waits_to_be_played() -> None:
    assert rows(ROLLED)[0] == ("Ana", "6-4", "to play")


def test_a_roll_without_a_play_stays_in_the_record() -> None:
    assert rows(DANCED)[0] == ("Ana", "4-2", "no play")


def test_a_dance_is_told_from_a_roll_that_is_interrupted_by_a_resignation() -> None:
    table = went_on(ROLLED, does(WHITE, "resign", "1"), does(BLACK, "refuse"), play(WHITE, "24/14"))
    assert rows(table)[:3] == [
        ("Ana", "6-4", "24/14"),
        ("Bob", "", "refuses, play on"),
        ("Ana", "6-4", "offers to lose a single game"),
    ]


def test_ties_belong_to_nobody() -> None:
    assert rows(started((3, 3), (5, 3))) == [("Ana", "5-3", "to play"), ("", "3-3", "a tie, rolled again")]


def test_doubles_name_the_value_automatic_doubles_included() -> None:
    terms = Terms(automatic_doubles=1, max_beavers=1)
    table = went_on(
        started((3, 3), (4, 4), (5, 3), terms=terms),
        play(WHITE, "8/3 6/3"),
        does(BLACK, "double"),
        does(WHITE, "beaver"),
        does(BLACK, "take"),
    )
    assert [text for _, _, text in rows(table)[:3]] == ["takes", "turns the cube on to 8", "doubles to 4"]


def test_finished_games_are_listed_newest_first_and_speak_to_the_viewer() -> None:
    assert [line.text for line in shown(MIDGAME, "black").results] == [
        "Game 2: You win a single game: 1 point.",
        "Game 1: You dropped the double: Ana wins 2 points.",
    ]


def test_a_game_resigned_after_a_roll_is_not_told_as_a_dance() -> None:
    table = went_on(ROLLED, does(WHITE, "resign", "3"))
    later = replace(table, record=(*table.record, does(BLACK, "rematch")))
    assert rows(later)[:2] == [
        ("Ana", "6-4", "resigns a backgammon"),
        ("Bob", "6-2", "24/18 13/11"),
    ]


def test_leaving_a_session_is_recorded() -> None:
    table = went_on(ROLLED, does(WHITE, "resign", "3"), does(BLACK, "leave"))
    assert ("Bob", "", "leaves the session") in rows(table)


def ended(table: TableFacts, seat: Seat, kind: str, reason: Reason) -> TableFacts:
    """The table after an entry that ended its game."""
    assert table.state
    record = (*table.record, does(seat, kind))
    return replace(table, state=table.state.over(Result(WHITE, reason, multiplier=1, points=3)), record=record)


def test_a_fallen_flag_stands_beside_the_roll_that_was_not_played_in_time() -> None:
    assert rows(ended(ROLLED, WHITE, "flag", Reason.TIME))[0] == ("Ana", "6-4", "runs out of time")
    assert rows(ended(MIDGAME, WHITE, "flag", Reason.TIME))[0] == ("Ana", "", "runs out of time")


def test_a_claim_leaves_the_roll_that_was_never_played() -> None:
    assert rows(ended(ROLLED, BLACK, "claim", Reason.ABSENT))[:2] == [
        ("Bob", "", "claims the win"),
        ("Ana", "6-4", "not played"),
    ]
