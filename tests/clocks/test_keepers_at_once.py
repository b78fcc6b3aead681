"""Keepers and players of several processes at the same moment, from real threads with connections of their own."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import count

import pytest

from games.errors import MatchError
from games.models import Match, Move, Process
from games.selectors.integrity import faults_of
from games.services.clocks import attend, due_matches
from games.services.heartbeat import beat
from games.services.sittings import settle
from tests.clocks.timing import BLACK, WHITE, due, newest
from tests.matches.test_races import at_once, give
from tests.playing import NOON, Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.data]
Begin = Callable[..., Table]
BLACK_STARTS = (1, 3)
ROUNDS = 20
TOO_LATE = NOON + timedelta(minutes=30)
numbers = count()


def names() -> tuple[str, str]:
    number = next(numbers)
    return f"left {number}", f"right {number}"


def keep(table: Table) -> Callable[[], object]:
    """A keeper's look at everything that is due."""

    def look() -> object:
        return [attend(match, TOO_LATE, table.dice) for match in due_matches(TOO_LATE, 50)]

    return look


def test_one_flag_falls_however_many_keepers_look(begin: Begin) -> None:
    for _ in range(ROUNDS):
        table = begin(length=3, rated=True, clock="blitz", opening=BLACK_STARTS, names=names())
        answers = at_once(*[keep(table)] * 4)
        assert not [answer for answer in answers if isinstance(answer, Exception)]
        assert Move.objects.filter(match=table.match, kind="flag").count() == 1
        assert list(faults_of(Match.objects.get(pk=table.match.pk))) == []


def test_keepers_share_many_matches_and_miss_none(begin: Begin) -> None:
    tables = [begin(clock="blitz", opening=BLACK_STARTS, names=names()) for _ in range(30)]
    at_once(*[keep(tables[0])] * 4)
    while due_matches(TOO_LATE, 1):  # what one keeper has locked another passes over, until its next look
        keep(tables[0])()
    assert Match.objects.filter(status="over", winner="white").count() == 30
    assert Move.objects.filter(kind="flag").count() == 30


def test_next_game_begins_once(begin: Begin) -> None:
    for _ in range(ROUNDS):
        table = begin(clock="blitz", opening=BLACK_STARTS, names=names())
        table.do(BLACK, "resign", "3")
        table.match.refresh_from_db()
        table.dice.script((3, 1))  # one opening roll, and no more
        answers = at_once(keep(table), keep(table), give(table, WHITE, "next"), give(table, BLACK, "next"))
        assert not [answer for answer in answers if isinstance(answer, Exception)]
        assert newest(table).number == 2
        assert list(faults_of(Match.objects.get(pk=table.match.pk))) == []


def test_play_in_time_and_keeper_too_late_have_an_order(begin: Begin) -> None:
    """Either the play is stored, and its answer says so; or the flag is, and the player hears that he was late."""
    for _ in range(ROUNDS):
        table = begin(clock="blitz", opening=BLACK_STARTS, names=names())
        table.match.refresh_from_db()
        played, *_ = at_once(give(table, BLACK, "play", "8/5 6/5"), keep(table), give(table, WHITE, "flag"))
        stored = Move.objects.get(match=table.match, version=2).kind
        assert stored == ("flag" if isinstance(played, MatchError) else "play")
        assert list(faults_of(Match.objects.get(pk=table.match.pk))) == []


@pytest.mark.parametrize("gap", [2, 60])
def test_downtime_is_credited_once_by_processes_that_start_at_once(begin: Begin, gap: int) -> None:
    for _ in range(ROUNDS):
        Process.objects.all().delete()
        table = begin(clock="blitz", opening=BLACK_STARTS, names=names())
        beat("before", NOON)
        now = NOON + timedelta(seconds=gap)
        answers = at_once(*[partial(beat, f"new {n}", now) for n in range(4)])
        assert answers == [None] * 4
        assert due(table) == 308.5 + gap + (15 if gap > 12 else 0)
        assert Process.objects.count() == 5


def test_heartbeats_keepers_and_players_never_wait_in_a_circle(begin: Begin) -> None:
    """Credits change all clocks while players press theirs and pages close: no deadlock, and all clocks stay whole."""
    for number in range(ROUNDS):
        tables = [begin(length=25, clock="standard", opening=BLACK_STARTS, names=names()) for _ in range(3)]
        for table in tables:
            table.match.refresh_from_db()
        now = NOON + timedelta(seconds=100 * number)
        beat("page", now - timedelta(seconds=50))
        places = {(table.match.public_id, BLACK): number % 2 == 0 for table in tables}
        answers = at_once(
            *[give(table, BLACK, "play", "8/5 6/5") for table in tables],
            *[partial(beat, name, now) for name in ("one", "two")],
            keep(tables[0]),
            partial(settle, "page", places, now=now),
        )
        assert not [each for each in answers if isinstance(each, Exception)]
        assert [fault for table in tables for fault in faults_of(Match.objects.get(pk=table.match.pk))] == []
