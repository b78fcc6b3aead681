"""The end of games and matches in words."""

from dataclasses import replace

import pytest

from games.presenters.outcome import game_won
from games.presenters.people import people
from games.rules.game import Reason
from games.rules.match import Score
from games.selectors.table import GameResult
from tests.presenters.scenes import MIDGAME, RATED_END
from tests.presenters.tables import FIVE_POINTS, SESSION, VIEWS, WHITE, facts, over_facts, shown


@pytest.mark.parametrize(
    ("reason", "multiplier", "points", "sentences"),
    [
        (
            Reason.BEAROFF,
            3,
            6,
            ["You win a backgammon: 6 points.", "Ana wins a backgammon: 6 points.", "Ana wins a backgammon: 6 points."],
        ),
        (
            Reason.DROP,
            1,
            1,
            [
                "Bob dropped the double: you win 1 point.",
                "You dropped the double: Ana wins 1 point.",
                "Bob dropped the double: Ana wins 1 point.",
            ],
        ),
        (
            Reason.RESIGN,
            2,
            4,
            [
                "Bob resigned a gammon: you win 4 points.",
                "You resigned a gammon: Ana wins 4 points.",
                "Bob resigned a gammon: Ana wins 4 points.",
            ],
        ),
        (Reason.FORFEIT, 1, 3, ["Bob gave up the match.", "You gave up the match.", "Bob gave up the match."]),
    ],
)
def test_how_a_game_ended(reason: Reason, multiplier: int, points: int, sentences: list[str]) -> None:
    result = GameResult(1, WHITE, reason, multiplier, points)
    assert [game_won(result, FIVE_POINTS.rules, people(facts(None), view)) for view in VIEWS] == sentences


def test_a_gammon_that_jacoby_makes_a_single_says_why() -> None:
    table = over_facts(points=1, terms=SESSION)
    assert table.state
    assert table.state.result
    told = replace(table, state=replace(table.state, result=replace(table.state.result, jacoby_applied=True)))
    outcome = shown(told, "white").outcome
    assert outcome
    assert outcome.detail == "Nobody doubled, so it counts as a single game. You lead 3–1."


@pytest.mark.parametrize(
    ("score", "standing"),
    [(Score(3, 1), "Ana leads 3–1."), (Score(1, 4), "You lead 4–1."), (Score(2, 2), "The score is 2–2.")],
)
def test_the_standing_between_games(score: Score, standing: str) -> None:
    outcome = shown(over_facts(score=score), "black").outcome
    assert outcome
    assert outcome.detail == standing


def test_the_end_of_a_rated_match_shows_score_and_ratings() -> None:
    won, lost, watched = (shown(RATED_END, view).outcome for view in VIEWS)
    assert won
    assert lost
    assert watched
    assert [won.title, lost.title] == ["You win the match 5–1.", "Ana wins the match 5–1."]
    assert [(each.name, each.rating, each.change) for each in watched.ratings] == [
        ("Ana", "1522.36", "+22.36"),
        ("Bob", "1477.64", "−22.36"),
    ]


def test_the_end_of_a_session_has_a_standing_and_no_winner_of_a_match() -> None:
    outcome = shown(over_facts(terms=SESSION, status="over", winner=None), "white").outcome
    assert outcome
    assert (outcome.title, outcome.detail) == ("The session is over.", "You lead 4–1.")


def test_points_beyond_the_length_are_not_shown() -> None:
    view = shown(RATED_END, "white")
    assert (view.near.score, view.far.score) == ("5", "1")


def test_there_is_no_outcome_while_a_game_goes_on() -> None:
    assert shown(MIDGAME, "white").outcome is None
