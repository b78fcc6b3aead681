"""Somebody is gone: his opponent may claim the win or wait (END-1, END-3, CLK-7); and calling a match off (END-4)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from games.errors import MatchOver, NotNow
from games.models import Game, Match, RatingChange
from games.rules.game import Phase
from games.rules.position import position
from games.selectors.integrity import faults_of
from games.selectors.seats import seat_facts
from games.selectors.table import table_facts
from tests.clocks.timing import BLACK, WHITE, due, newest, put_up, running
from tests.playing import NOON, Table

pytestmark = [pytest.mark.data, pytest.mark.django_db]
Begin = Callable[..., Table]
BLACK_STARTS = (1, 3)


def leaves(table: Table, seat: str, after: float) -> None:
    """The last page of this seat closes so many seconds after noon."""
    Match.objects.update(**{f"{seat}_left_at": NOON + timedelta(seconds=after)})


def claim_opens(table: Table) -> float | None:
    """What the table says: from when on the win may be claimed, in seconds after noon."""
    at = seat_facts([table.match.public_id])[table.match.public_id].claim_at
    return None if at is None else (at - NOON) / timedelta(seconds=1)


@pytest.mark.parametrize(("clock", "patience"), [("blitz", 60), ("standard", 120), ("slow", 120)])
def test_win_may_be_claimed_when_the_absentee_has_been_gone_long_enough(
    begin: Begin, clock: str, patience: int
) -> None:
    table = begin(length=5, rated=True, clock=clock, opening=BLACK_STARTS)
    leaves(table, "black", 10)
    assert claim_opens(table) == 10 + patience
    with pytest.raises(NotNow):
        table.do(WHITE, "claim", after=10 + patience - 1)
    table.do(WHITE, "claim", after=1)
    match = Match.objects.get()
    assert (match.status, match.winner, match.white_score) == ("over", "white", 5)
    assert (newest(table).reason, running(table), due(table)) == ("absent", None, None)
    assert RatingChange.objects.count() == 2
    assert list(faults_of(match)) == []
    assert table.do(WHITE, "claim", version=1).entries == ()  # told again


def test_absence_counts_from_the_absentees_turn_on(begin: Begin) -> None:
    """Who goes while the other thinks is missed only when it is his turn."""
    table = begin(length=5, clock="blitz", opening=BLACK_STARTS)
    leaves(table, "white", 5)
    assert claim_opens(table) is None
    with pytest.raises(NotNow):
        table.do(BLACK, "claim", after=100)
    table.do(BLACK, "play", "8/5 6/5", after=50)
    assert claim_opens(table) == 150 + 60
    with pytest.raises(NotNow):
        table.do(BLACK, "claim", after=59)
    table.do(BLACK, "claim", after=1)
    assert Match.objects.get().winner == "black"


def test_nobody_claims_from_a_player_who_is_there_or_in_his_own_turn(begin: Begin) -> None:
    table = begin(length=25, clock="standard", opening=BLACK_STARTS)
    assert claim_opens(table) is None
    with pytest.raises(NotNow):
        table.do(WHITE, "claim", after=1000)
    leaves(table, "black", 0)
    leaves(table, "white", 0)
    with pytest.raises(NotNow):
        table.do(BLACK, "claim", after=1)
    table.do(WHITE, "claim", after=1)


def test_keeping_on_waiting_is_doing_nothing(begin: Begin) -> None:
    table = begin(length=25, clock="standard", opening=BLACK_STARTS)
    leaves(table, "black", 0)
    Match.objects.update(black_left_at=None)  # back again, after a long time
    table.do(BLACK, "play", "8/5 6/5", after=1000)
    assert table.state.on_roll == WHITE


def test_without_a_clock_a_day_of_silence_counts(begin: Begin) -> None:
    table = begin(opening=BLACK_STARTS)
    day = 24 * 3600
    table.do(BLACK, "play", "8/5 6/5", after=100)
    assert claim_opens(table) == 100 + day
    with pytest.raises(NotNow):
        table.do(BLACK, "claim", after=day - 1)
    with pytest.raises(NotNow):
        table.do(WHITE, "claim", after=0)
    table.do(BLACK, "claim", after=1)
    assert (Match.objects.get().winner, newest(table).reason) == ("black", "absent")


def test_with_days_for_a_decision_the_clock_alone_decides(begin: Begin) -> None:
    table = begin(clock="days1", opening=BLACK_STARTS)
    leaves(table, "black", 0)
    assert claim_opens(table) is None
    with pytest.raises(NotNow):
        table.do(WHITE, "claim", after=20 * 3600)


def test_claim_of_a_session_wins_the_game(begin: Begin) -> None:
    table = begin(length=0, clock="blitz", opening=BLACK_STARTS)
    leaves(table, "black", 0)
    table.do(WHITE, "claim", after=61)
    match = Match.objects.get()
    assert (match.status, match.white_score, due(table)) == ("playing", 3, None)
    table.do(WHITE, "leave")
    assert Match.objects.get().status == "over"


def test_race_that_is_won_cannot_be_claimed_away(begin: Begin) -> None:
    """The clock ends it, in the absentee's favour; without a clock nobody would ever."""
    for clock, opens in (("standard", None), ("none", 24 * 3600)):
        table = begin(clock=clock, opening=BLACK_STARTS, names=(f"left {clock}", f"right {clock}"))
        leaves(table, "black", 0)
        put_up(table, replace(table.state, phase=Phase.TO_ROLL, dice=None, position=position("6:12", "1:2")))
        assert claim_opens(table) == opens
        if opens is None:
            with pytest.raises(NotNow):
                table.do(WHITE, "claim", after=200)


# Calling a match off


def may_abort(table: Table) -> bool:
    return table_facts(Match.objects.select_related("white", "black").get()).may_abort


@pytest.mark.parametrize("seat", [WHITE, BLACK])
def test_either_may_call_a_match_off_until_both_have_played(begin: Begin, seat: str) -> None:
    table = begin(rated=True, clock="standard", opening=BLACK_STARTS)
    table.do(BLACK, "play", "8/5 6/5")
    assert may_abort(table)
    table.do(BLACK if seat == "black" else WHITE, "abort")
    match = Match.objects.get()
    assert (match.status, match.winner, match.white_score, match.black_score) == ("aborted", "", 0, 0)
    assert match.ended_at == table.now
    game = Game.objects.get()
    assert (game.reason, game.winner, game.points) == ("abort", "", 0)
    assert (running(table), due(table)) == (None, None)
    assert not RatingChange.objects.exists()
    assert list(faults_of(match)) == []
    assert not may_abort(table)
    for who in (WHITE, BLACK):
        assert table.do(who, "abort", version=2).entries == ()  # told again, or asked for by both
    with pytest.raises(MatchOver):
        table.do(WHITE, "roll")


def test_match_in_which_both_have_played_cannot_be_called_off(begin: Begin) -> None:
    table = begin(opening=BLACK_STARTS)
    table.do(BLACK, "play", "8/5 6/5")
    table.dice.script((6, 5))
    table.do(WHITE, "roll")
    assert may_abort(table)
    table.do(WHITE, "play", "24/13")
    assert not may_abort(table)
    with pytest.raises(NotNow):
        table.do(WHITE, "abort")
    assert Match.objects.get().status == "playing"


def test_second_game_cannot_be_called_off(begin: Begin) -> None:
    table = begin(opening=BLACK_STARTS)
    table.do(BLACK, "resign", "3")
    assert not may_abort(table)
    table.dice.script(BLACK_STARTS)
    table.do(WHITE, "next")
    assert not may_abort(table)
    with pytest.raises(NotNow):
        table.do(WHITE, "abort")
