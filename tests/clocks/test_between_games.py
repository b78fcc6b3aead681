"""Clocks stand before the first decision of a game and between games; then the next game begins by itself (CLK-4)."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.models import Match
from games.selectors.integrity import faults_of
from games.services.clocks import attend, due_matches
from tests.clocks.timing import BLACK, WHITE, due, left, newest, running
from tests.playing import NOON, Table

pytestmark = [pytest.mark.data, pytest.mark.django_db]
Begin = Callable[..., Table]
WHITE_STARTS, BLACK_STARTS = (3, 1), (1, 3)


def look(table: Table, after: float) -> bool:
    """The keeper looks, so many seconds after noon."""
    now = NOON + timedelta(seconds=after)
    return any(attend(match, now, table.dice) for match in due_matches(now, 10))


def test_player_who_joins_is_there_and_his_clock_starts_at_once(begin: Begin) -> None:
    assert running(begin(clock="blitz", opening=BLACK_STARTS)) == ("black", 0)


def test_player_who_waited_for_an_opponent_gets_a_minute_to_notice(begin: Begin) -> None:
    table = begin(length=1, clock="blitz", opening=WHITE_STARTS)
    assert (running(table), due(table)) == (("white", 60), 60 + 8 + 60 + 0.5)
    table.do(WHITE, "play", "8/5 6/5", after=40)
    assert (running(table), left(table)) == (("black", 40), (60, 60))


def test_first_decision_is_charged_from_the_end_of_the_minute_on(begin: Begin) -> None:
    table = begin(length=1, clock="blitz", opening=[(4, 4), WHITE_STARTS])
    table.do(WHITE, "play", "8/5 6/5", after=60 + 8 + 5)
    assert left(table) == (55, 60)


def over(begin: Begin, **options: object) -> Table:
    """Black has just lost a game of five points, 20 seconds after noon; 12 of them are beyond the delay."""
    table = begin(clock="blitz", opening=BLACK_STARTS, **options)
    table.do(BLACK, "resign", "3", after=20)
    assert (running(table), due(table)) == (None, 80)
    return table


def test_clocks_stand_between_games_and_the_next_begins_by_itself(begin: Begin) -> None:
    table = over(begin)
    assert not look(table, 81)
    assert newest(table).number == 1
    table.dice.script(BLACK_STARTS)
    assert look(table, 81.1)
    assert newest(table).number == 2
    assert (running(table), left(table)) == (("black", 81.1), (300, 288))  # no grace: they had the minute
    assert not look(table, 81.2)
    assert list(faults_of(Match.objects.get())) == []


def test_player_who_asks_for_the_next_game_gets_no_grace_the_other_the_rest_of_the_minute(begin: Begin) -> None:
    for opening, started in ((WHITE_STARTS, 50), (BLACK_STARTS, 80)):
        table = over(begin, names=(f"left {started}", f"right {started}"))
        table.dice.script(opening)
        table.do(WHITE, "next", after=30)
        running_clock = running(table)
        assert running_clock is not None
        assert running_clock[1] == started


def test_asking_for_the_next_game_that_the_keeper_has_begun_is_done(begin: Begin) -> None:
    table = over(begin)
    version = Match.objects.get().version
    table.dice.script(BLACK_STARTS)
    look(table, 82)
    for seat in (WHITE, BLACK):
        assert table.do(seat, "next", version=version).entries == ()
    assert newest(table).number == 2


def test_match_without_a_clock_waits_for_ever(begin: Begin) -> None:
    table = begin(opening=BLACK_STARTS)
    table.do(BLACK, "resign", "3")
    assert due(table) is None
    assert not look(table, 10**7)


def test_session_that_is_left_is_left_alone(begin: Begin) -> None:
    table = over(begin, length=0)
    table.do(WHITE, "leave")
    assert due(table) is None
    assert not look(table, 10**6)


def test_session_that_both_have_left_without_a_word_comes_to_rest(begin: Begin) -> None:
    table = over(begin, length=0)
    table.dice.script(BLACK_STARTS)
    assert look(table, 82)
    assert look(table, 1000)  # the flag falls
    assert not look(table, 10**6)
    assert newest(table).number == 2


def test_next_game_of_correspondence_begins_by_itself_too(begin: Begin) -> None:
    table = begin(clock="days1", opening=BLACK_STARTS)
    table.do(BLACK, "resign", "3", after=20)
    assert due(table) == 80
    table.dice.script(BLACK_STARTS)
    assert look(table, 100)
    assert due(table) == 100 + 24 * 3600 + 0.5
