"""Flags: found by any command, by the opponent's claim and by the keeper, all in one way (CLK-6..8, END-2, E-15).

One point, blitz: 8 s and 60 s, so a clock that starts at noon is at zero at 68 s, and fallen after 68.5 s.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from games.errors import MatchError, MatchOver, NotNow, StaleMatch, TimeUp
from games.models import Match, Move, RatingChange
from games.rules.game import Phase
from games.rules.position import position
from games.selectors.integrity import faults_of
from games.services.clocks import LAST, attend, due_matches
from tests.clocks.timing import BLACK, WHITE, due, newest, put_up, running
from tests.playing import NOON, Table

pytestmark = [pytest.mark.data, pytest.mark.django_db]
Begin = Callable[..., Table]
BLACK_STARTS = (1, 3)


@pytest.fixture
def table(begin: Begin) -> Table:
    """Black has 3-1 to play, and 68 seconds."""
    return begin(length=1, clock="blitz", opening=BLACK_STARTS)


def is_lost(table: Table) -> None:
    """Black has lost the match on time."""
    match = Match.objects.get(pk=table.match.pk)
    assert (match.status, match.winner, match.version) == ("over", "white", 2)
    assert (newest(table).winner, newest(table).reason) == ("white", "time")
    assert (running(table), due(table)) == (None, None)
    move = Move.objects.get(match=match, version=2)
    assert (move.kind, move.seat) == ("flag", "black")
    assert list(faults_of(match)) == []


def goes_on(table: Table) -> None:
    match = Match.objects.get(pk=table.match.pk)
    assert (match.status, match.version) == ("playing", 1)


@pytest.mark.parametrize("after", [0, 68, 68.5])
def test_legal_play_that_was_sent_before_zero_counts(table: Table, after: float) -> None:
    table.do(BLACK, "play", "8/5 6/5", after=after)
    assert table.state.on_roll == WHITE


def test_play_that_comes_too_late_finds_the_flag(table: Table) -> None:
    with pytest.raises(TimeUp):
        table.do(BLACK, "play", "8/5 6/5", after=68.6)
    is_lost(table)
    assert not Move.objects.filter(kind="play").exists()


@pytest.mark.parametrize(("seat", "kind", "text"), [(WHITE, "resign", "match"), (WHITE, "roll", ""), (BLACK, "x", "")])
def test_any_command_of_either_player_finds_the_flag(table: Table, seat: str, kind: str, text: str) -> None:
    with pytest.raises(TimeUp):
        table.do(BLACK if seat == "black" else WHITE, kind, text, after=69)
    is_lost(table)


@pytest.mark.parametrize("seat", [WHITE, BLACK])
def test_either_browser_may_say_that_the_time_is_up(table: Table, seat: str) -> None:
    """A clock counted down in a browser decides nothing: too early is refused, and nothing changes (H-12)."""
    who = BLACK if seat == "black" else WHITE
    for after in (68, 0.5):
        with pytest.raises(NotNow):
            table.do(who, "flag", after=after)
        goes_on(table)
    done = table.do(who, "flag", after=0.1)
    assert [entry.kind for entry in done.entries] == ["flag"]
    is_lost(table)


def test_flag_is_told_again_without_effect_however_it_was_found(table: Table) -> None:
    with pytest.raises(TimeUp):
        table.do(BLACK, "play", "8/5 6/5", after=70)
    for seat in (WHITE, BLACK):
        assert table.do(seat, "flag", version=1).entries == ()
    is_lost(table)


def test_late_play_is_told_again_that_it_was_late(table: Table) -> None:
    attend(table.match.pk, NOON + timedelta(seconds=70), table.dice)
    for _ in range(2):
        with pytest.raises(TimeUp):
            table.do(BLACK, "play", "8/5 6/5", version=1)
    with pytest.raises(MatchOver):
        table.do(BLACK, "play", "8/5 6/5", version=2)
    is_lost(table)


def test_old_command_is_stale_as_ever(table: Table) -> None:
    table.do(BLACK, "play", "8/5 6/5")
    with pytest.raises(StaleMatch):
        table.do(BLACK, "play", "24/20", version=1, after=100)
    assert table.do(BLACK, "play", "8/5 6/5", version=1, after=0).entries == ()  # a retry is answered though it is late


def test_keeper_finds_the_flag_when_nobody_does_anything(table: Table) -> None:
    zero = NOON + timedelta(seconds=68.5)
    for now in (NOON, zero, zero + LAST):
        assert due_matches(now, 10) == []
        assert not attend(table.match.pk, now, table.dice)
    goes_on(table)
    now = zero + LAST + timedelta(milliseconds=1)
    assert due_matches(now, 10) == [table.match.pk]
    assert attend(table.match.pk, now, table.dice)
    is_lost(table)
    assert due_matches(now + timedelta(days=9), 10) == []
    assert not attend(table.match.pk, now, table.dice)  # another keeper, a moment later


def test_flag_falls_whether_or_not_the_opponent_is_there(table: Table) -> None:
    Match.objects.update(white_left_at=NOON)
    attend(table.match.pk, NOON + timedelta(seconds=70), table.dice)
    is_lost(table)


def test_flag_counts_in_the_ratings_once(begin: Begin) -> None:
    table = begin(length=3, rated=True, clock="blitz", opening=BLACK_STARTS)
    attend(table.match.pk, NOON + timedelta(minutes=9), table.dice)
    with pytest.raises(TimeUp):
        table.do(BLACK, "play", "8/5 6/5", version=1)
    assert RatingChange.objects.count() == 2
    assert Match.objects.get().white_score == 3


def test_flag_of_a_session_loses_the_game_and_the_session_waits(begin: Begin) -> None:
    """A gammon at the cube's value could still be lost, a backgammon too; the next game begins when one asks for it."""
    table = begin(length=0, clock="blitz", opening=BLACK_STARTS)
    attend(table.match.pk, NOON + timedelta(minutes=9), table.dice)
    match = Match.objects.get()
    assert (match.status, match.white_score, match.black_score) == ("playing", 3, 0)
    assert (newest(table).reason, newest(table).multiplier, due(table)) == ("time", 3, None)
    table.dice.script((3, 1))
    table.do(BLACK, "next", after=3600)
    assert running(table) == ("white", 3600 + 60)  # who did not ask is given a minute to come


def test_race_that_is_won_is_not_lost_on_time(begin: Begin) -> None:
    table = begin(length=3, clock="blitz", opening=BLACK_STARTS)
    won = replace(table.state, phase=Phase.TO_ROLL, dice=None, position=position("6:12", "1:2"))
    put_up(table, won)
    attend(table.match.pk, NOON + timedelta(seconds=3 * 60 + 10), table.dice)
    match = Match.objects.get()
    assert (match.status, match.white_score, match.black_score) == ("playing", 0, 1)
    assert due(table) == 250  # a minute later the match goes on


def test_match_over_on_time_is_told_to_whoever_asks_late(table: Table) -> None:
    attend(table.match.pk, NOON + timedelta(seconds=70), table.dice)
    refused: list[type[MatchError]] = []
    for kind in ("roll", "claim", "abort", "next", "leave", "double"):
        with pytest.raises(MatchOver) as error:
            table.do(WHITE, kind)
        refused.append(type(error.value))
    assert len(refused) == 6
