"""The end of games and matches in words."""

from dataclasses import replace

import pytest

from games.presenters.outcome import game_won
from games.presenters.people import people
from games.rules.clock import PACES, new_clock
from games.rules.game import Phase, Reason
from games.rules.match import MatchTerms, Score
from games.rules.terms import Result
from games.selectors.table import GameResult
from tests.presenters.scenes import MIDGAME, RATED_END
from tests.presenters.tables import (
    BLACK,
    FIVE_POINTS,
    SESSION,
    VIEWS,
    WHITE,
    at,
    does,
    facts,
    fragment,
    open_facts,
    over_facts,
    shown,
    waiting_facts,
)


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
        (
            Reason.TIME,
            1,
            3,
            ["Time ran out: you win 3 points.", "Time ran out: Ana wins 3 points.", "Time ran out: Ana wins 3 points."],
        ),
        (
            Reason.ABSENT,
            1,
            3,
            [
                "Bob was away: you claimed the win, 3 points.",
                "You were away: Ana claimed the win, 3 points.",
                "Bob was away: Ana claimed the win, 3 points.",
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


def test_a_flag_that_falls_in_a_race_already_won_says_why_it_does_not_matter() -> None:
    for loser, note in ((WHITE, "The race was already won when the flag fell. "), (BLACK, "")):
        outcome = shown(over_facts(record=(does(loser, "flag"),)), "spectator").outcome
        assert outcome
        assert outcome.detail == f"{note}Ana leads 4–1."


@pytest.mark.parametrize(
    ("pace", "terms", "reason", "by_itself"),
    [
        ("blitz", FIVE_POINTS, Reason.BEAROFF, True),
        ("days3", SESSION, Reason.BEAROFF, True),
        ("blitz", FIVE_POINTS, Reason.TIME, True),  # of a race already won
        ("blitz", SESSION, Reason.TIME, False),
        ("blitz", SESSION, Reason.ABSENT, False),
        ("none", FIVE_POINTS, Reason.BEAROFF, False),
    ],
)
def test_with_a_clock_the_next_game_begins_by_itself(
    pace: str, terms: MatchTerms, reason: Reason, by_itself: bool
) -> None:
    results = (GameResult(1, WHITE, reason, 1, 1),)
    clock = new_clock(PACES[pace], terms.length)
    outcome = shown(over_facts(terms=terms, results=results, clock=clock), "white").outcome
    assert outcome
    assert ("The next game begins by itself within a minute." in outcome.detail) == by_itself


def test_a_match_that_was_called_off_says_by_whom_and_leads_on() -> None:
    ended = at("", "24:1 6:14", Phase.TO_ROLL, WHITE).over(Result(None, Reason.ABORT, multiplier=0, points=0))
    table = facts(ended, [does(BLACK, "abort")], status="aborted", game_number=1, results=())
    told = {view: shown(table, view) for view in VIEWS}
    for view, detail in {
        "white": "Bob called it off before both players had played, so it does not count.",
        "black": "You called it off before both of you had played, so it does not count.",
    }.items():
        outcome = told[view].outcome
        assert outcome
        assert (outcome.title, outcome.detail) == ("The match was called off.", detail)
        assert told[view].call.headline == "The match was called off"
    html = fragment(table, "spectator")
    assert 'href="/matches/new/?variant=backgammon&amp;pace=none&amp;kind=match&amp;length=5"' in html
    assert [(row.name, row.text) for row in told["white"].record] == [("Bob", "calls the match off")]


def test_a_cancelled_challenge_leads_on_as_well() -> None:
    outcome = shown(open_facts(status="aborted", cancelled_by=WHITE), "white").outcome
    assert outcome
    assert (outcome.title, outcome.detail) == ("The challenge was cancelled.", "")
    assert outcome.again


def test_who_calls_off_what_waits_for_a_secret_is_named() -> None:
    called_off = waiting_facts(status="aborted", cancelled_by=BLACK)
    told = [shown(called_off, view) for view in VIEWS]
    assert [table.call.headline for table in told] == ["The match was called off"] * 3
    assert [table.outcome and (table.outcome.title, table.outcome.detail) for table in told] == [
        ("The match was called off.", "Bob called it off before it had begun."),
        ("The match was called off.", "You called it off before it had begun."),
        ("The match was called off.", "Bob called it off before it had begun."),
    ]
    assert [table.may_call_off for table in told] == [False] * 3


def test_a_session_ends_with_its_chain() -> None:
    """After game 1000 there are no dice for another (docs/dice.md)."""
    terms = MatchTerms("backgammon", 0)
    for number, goes_on in ((999, True), (1000, False)):
        outcome = shown(over_facts(terms=terms, status="playing", winner=None, game_number=number), "white").outcome
        assert outcome
        assert (outcome.can_go_on, outcome.can_leave) == (goes_on, True)
        assert ("That was the last game" in outcome.detail) is not goes_on
