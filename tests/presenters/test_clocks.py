"""Times and paces in words and figures."""

import pytest

from games.presenters.clocks import clock_view, figures, pace_of_match, pace_terms
from games.rules.clock import DAY, PACES, Clock, new_clock
from tests.presenters.scenes import MIDGAME
from tests.presenters.tables import VIEWS, WHITE, facts, fragment, open_facts


@pytest.mark.parametrize(
    ("milliseconds", "shown"),
    [
        (0, "0:00"),
        (1, "0:01"),
        (1000, "0:01"),
        (59_001, "1:00"),
        (300_000, "5:00"),
        (3_599_999, "1:00:00"),
        (DAY - 1000, "23:59:59"),
        (DAY, "1 d 0 h"),
        (7 * DAY - 1, "7 d 0 h"),
        (-5000, "0:00"),
    ],
)
def test_a_clock_rounds_up_so_that_zero_is_zero(milliseconds: int, shown: str) -> None:
    assert figures(milliseconds) == shown


def test_a_clock_that_stands_shows_reserve_and_delay() -> None:
    views = {key: clock_view(new_clock(pace, 5), WHITE) for key, pace in PACES.items()}
    assert {key: view and (view.time, view.delay) for key, view in views.items()} == {
        "none": None,
        "blitz": ("5:00", "+8"),
        "standard": ("10:00", "+12"),
        "slow": ("20:00", "+15"),
        "days1": ("1 d 0 h", ""),
        "days3": ("3 d 0 h", ""),
        "days7": ("7 d 0 h", ""),
    }


def test_a_pace_is_told_for_a_point_and_for_a_match() -> None:
    assert pace_terms(PACES["blitz"]) == "8 seconds a turn, then 1 minute for each point"
    assert pace_terms(PACES["standard"]) == "12 seconds a turn, then 2 minutes for each point"
    assert pace_of_match(PACES["blitz"], 1) == "Blitz: 8 seconds a turn, then 1 minute in all"
    assert pace_of_match(PACES["slow"], 7) == "Slow: 15 seconds a turn, then 28 minutes in all"
    assert pace_of_match(PACES["blitz"], 0) == "Blitz: 8 seconds a turn, then 3 minutes a game"
    assert pace_of_match(PACES["none"], 7) == "No clock"
    assert pace_of_match(PACES["days3"], 7) == "Three days a decision"


@pytest.mark.parametrize("view", VIEWS)
def test_both_clocks_stand_beside_the_names_for_everybody(view: str) -> None:
    table = facts(MIDGAME.state, MIDGAME.record, clock=Clock(PACES["blitz"], (61_000, 300_000)))
    html = fragment(table, view)
    assert html.count('role="timer"') == 2
    white = html.partition('id="clock-white"')[2].partition('class="score"')[0]
    assert "<b>1:01</b><small>+8</small>" in white


def test_a_match_without_a_clock_shows_none() -> None:
    assert 'role="timer"' not in fragment(MIDGAME, "white")


def test_presence_matters_once_both_have_sat_down() -> None:
    assert fragment(MIDGAME, "spectator").count('class="presence"') == 2
    assert 'class="presence"' not in fragment(open_facts(), "white")
