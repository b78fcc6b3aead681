"""What a decision costs: a delay that is free at each press, and what goes beyond it (CLK-1, CLK-2, CLK-3, AD-17).

Standard: 12 s and 2 min a point. Blitz: 8 s and 1 min a point. Everything is worked out by hand.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Match
from games.rules.clock import PACES
from games.rules.game import Cube, Phase
from games.rules.match import MatchTerms
from games.rules.position import position
from games.services.matches import create_match, rematch
from tests.clocks.timing import BLACK, WHITE, any_play, due, left, put_up, running
from tests.people import make_user
from tests.playing import NOON, Table

pytestmark = [pytest.mark.data, pytest.mark.django_db]
Begin = Callable[..., Table]
BLACK_STARTS = (1, 3)  # Black has joined, so there is no grace: his clock starts at noon


@pytest.mark.parametrize(
    ("pace", "length", "reserve"),
    [
        ("none", 5, 0),
        ("blitz", 5, 5 * 60),
        ("standard", 7, 14 * 60),
        ("slow", 1, 4 * 60),
        ("standard", 0, 6 * 60),  # a session: as for three points, in each game
        ("days3", 5, 0),
    ],
)
def test_clock_is_set_when_the_match_is_made(pace: str, length: int, reserve: int) -> None:
    terms = MatchTerms("backgammon", length)
    match = create_match(make_user("ana"), terms, rated=False, public=True, seat=WHITE, now=NOON, clock=pace)
    assert (match.clock, match.white_reserve_ms, match.black_reserve_ms) == (pace, reserve * 1000, reserve * 1000)
    assert (match.clock_seat, match.clock_started_at, match.due_at) == ("", None, None)


def test_rematch_has_the_same_clock_and_full_reserves(begin: Begin) -> None:
    table = begin(length=3, clock="blitz", opening=BLACK_STARTS)
    table.do(BLACK, "play", "8/5 6/5", after=30)
    table.do(WHITE, "resign", "match")
    new = rematch(table.people[WHITE], table.match.public_id, now=table.now, roll_dice=table.dice)
    assert (new.clock, new.white_reserve_ms, new.black_reserve_ms) == ("blitz", 180_000, 180_000)


def test_only_what_goes_beyond_the_delay_is_charged(begin: Begin) -> None:
    table = begin(length=1, clock="standard", opening=BLACK_STARTS)
    assert (running(table), left(table)) == (("black", 0), (120, 120))
    table.do(BLACK, "play", "8/5 6/5", after=11.9)  # within the delay
    assert (running(table), left(table)) == (("white", 11.9), (120, 120))
    table.dice.script((6, 5))
    table.do(WHITE, "roll", after=10)
    assert (running(table), left(table)) == (("white", 11.9), (120, 120))  # rolling presses nothing
    table.do(WHITE, "play", "24/13", after=20.5)  # 30.5 s for roll and play together: 18.5 beyond
    assert (running(table), left(table)) == (("black", 42.4), (101.5, 120))


def test_clock_reaches_zero_after_delay_and_reserve(begin: Begin) -> None:
    table = begin(length=1, clock="blitz", opening=BLACK_STARTS)
    assert due(table) == 8 + 60 + 0.5
    table.do(BLACK, "play", "8/5 6/5", after=18)  # 10 s beyond the delay
    assert (left(table), due(table)) == ((60, 50), 18 + 8 + 60 + 0.5)
    table.dice.script((6, 5))
    table.do(WHITE, "roll", after=0)
    table.do(WHITE, "play", "24/13", after=0)
    assert due(table) == 18 + 8 + 50 + 0.5


def test_last_half_second_is_a_gift_to_the_network(begin: Begin) -> None:
    table = begin(length=1, clock="blitz", opening=BLACK_STARTS)
    table.do(BLACK, "play", "8/5 6/5", after=68.5)
    assert left(table) == (60, 0)  # never less
    table.dice.script((6, 5))
    table.do(WHITE, "roll", after=0)
    table.do(WHITE, "play", "24/13", after=0)
    assert due(table) == 68.5 + 8 + 0.5


def test_correspondence_gives_days_for_each_decision(begin: Begin) -> None:
    table = begin(clock="days3", opening=BLACK_STARTS)
    three_days = 3 * 24 * 3600
    assert due(table) == three_days + 0.5
    table.do(BLACK, "play", "8/5 6/5", after=three_days - 1)
    assert (running(table), due(table)) == (("white", three_days - 1), 2 * three_days - 1 + 0.5)


def test_match_without_a_clock_stays_without(begin: Begin) -> None:
    table = begin(opening=BLACK_STARTS)
    table.do(BLACK, "play", "8/5 6/5", after=10**6)
    assert (running(table), due(table), left(table)) == (None, None, (0, 0))


def test_each_answer_about_the_cube_gets_a_fresh_delay(begin: Begin) -> None:
    table = begin(length=5, clock="standard", opening=BLACK_STARTS)
    table.do(BLACK, "play", "8/5 6/5", after=0)
    table.do(WHITE, "double", after=13)  # 1 s
    assert (running(table), left(table)) == (("black", 13), (599, 600))
    table.do(BLACK, "take", after=22)  # 10 s
    assert (running(table), left(table)) == (("white", 35), (599, 590))
    table.dice.script((6, 5))
    table.do(WHITE, "roll", after=12)
    table.do(WHITE, "play", "24/13", after=2)  # 14 s since the take
    assert (running(table), left(table)) == (("black", 49), (597, 590))


def test_beavers_hand_the_clock_over_and_back(begin: Begin) -> None:
    table = begin(length=0, clock="blitz", opening=BLACK_STARTS, max_beavers=2)
    table.do(BLACK, "play", "8/5 6/5", after=0)
    for seat, kind in ((WHITE, "double"), (BLACK, "beaver"), (WHITE, "beaver"), (BLACK, "take")):
        table.do(seat, kind, after=9)
    assert (running(table), left(table)) == (("white", 36), (178, 178))


def test_answer_to_a_resignation_takes_the_answering_players_time(begin: Begin) -> None:
    table = begin(length=5, clock="blitz", opening=BLACK_STARTS)
    table.do(BLACK, "resign", "1", after=8)
    assert running(table) == ("white", 8)
    table.do(WHITE, "refuse", after=10)  # 2 s
    assert (running(table), left(table)) == (("black", 18), (298, 300))
    table.do(BLACK, "play", "8/5 6/5", after=9)
    assert left(table) == (298, 299)


def test_turn_that_passes_hands_the_clock_over(begin: Begin) -> None:
    table = begin(length=5, clock="blitz", opening=BLACK_STARTS)
    table.do(BLACK, "play", "8/5 6/5", after=0)
    closed = position("bar:1 6:14", "6:2 5:2 4:2 3:2 2:2 1:2 8:3")
    put_up(table, replace(table.state, position=closed))
    table.dice.script((6, 5))
    table.do(WHITE, "roll", after=11)
    assert table.state.on_roll == BLACK
    assert (running(table), left(table)) == (("black", 11), (297, 300))


def test_extra_roll_of_acey_deucey_gets_a_fresh_delay_and_the_choice_does_not(begin: Begin) -> None:
    """Roll, play of 2-1, choice and play of the double share one delay; the extra roll and its play have another."""
    table = begin(variant="acey-deucey", length=1, clock="blitz", opening=BLACK_STARTS)
    table.dice.script((1, 2), (6, 3))
    table.do(BLACK, "roll", after=3)
    table.do(BLACK, "play", any_play(table), after=3)
    table.do(BLACK, "choose", "6", after=3)
    assert (running(table), left(table)) == (("black", 0), (60, 60))
    table.do(BLACK, "play", any_play(table), after=3)  # 12 s since the press
    assert (table.state.phase, table.state.on_roll) == (Phase.TO_ROLL, BLACK)
    assert (running(table), left(table)) == (("black", 12), (60, 56))
    table.do(BLACK, "roll", after=4)
    table.do(BLACK, "play", any_play(table), after=3)  # 7 s of the new delay
    assert (running(table), left(table)) == (("white", 19), (60, 56))


def test_reserve_lasts_for_a_match_but_is_new_for_each_game_of_a_session(begin: Begin) -> None:
    for length, black_has in ((5, 300 - 12), (0, 180)):
        table = begin(length=length, clock="blitz", opening=BLACK_STARTS, names=(f"left{length}", f"right{length}"))
        table.do(BLACK, "resign", "3", after=20)
        table.dice.script(BLACK_STARTS)
        table.do(BLACK, "next", after=20)
        full = PACES["blitz"].reserve(length) / 1000
        assert left(table) == (full, black_has)


def test_charging_costs_no_query(begin: Begin) -> None:
    """A move against the clock takes as many queries as one without."""
    taken = []
    for clock in ("none", "standard"):
        table = begin(clock=clock, opening=BLACK_STARTS, names=(f"left {clock}", f"right {clock}"))
        with CaptureQueriesContext(connection) as queries:
            table.do(BLACK, "play", "8/5 6/5")
        taken.append(len(queries))
    assert taken[0] == taken[1]


def test_command_that_waited_is_judged_by_its_arrival(begin: Begin) -> None:
    """It came before the clock was started for it, so nothing was used."""
    table = begin(clock="blitz", opening=BLACK_STARTS)
    table.do(BLACK, "play", "8/5 6/5", after=10)
    table.dice.script((6, 5))
    table.do(WHITE, "roll", after=-3)
    table.do(WHITE, "play", "24/13", after=0)
    assert left(table) == (300, 298)


def test_cube_turns_charge_both_in_a_long_exchange(begin: Begin) -> None:
    """Nothing is lost between presses: the two clocks together account for all that was used."""
    table = begin(length=25, clock="standard", opening=BLACK_STARTS)
    table.do(BLACK, "play", "8/5 6/5", after=15)
    put_up(table, replace(table.state, cube=Cube()))
    for seat, kind in ((WHITE, "double"), (BLACK, "take")):
        table.do(seat, kind, after=17)
    assert left(table) == (3000 - 5, 3000 - 3 - 5)
    match = Match.objects.get()
    assert match.clock_started_at == NOON + timedelta(seconds=49)
