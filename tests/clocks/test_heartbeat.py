"""Time in which the server was down is charged to nobody, and credited once (bug case H-13, CLK-4)."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest

from games.errors import NotNow, TimeUp
from games.models import Match, Process, Sitting
from games.selectors.integrity import faults_of
from games.services.clocks import attend, due_matches
from games.services.heartbeat import Heart, beat, set_heart
from games.services.sittings import settle
from tests.clocks.timing import BLACK, WHITE, due, left, running
from tests.playing import NOON, Table

pytestmark = [pytest.mark.data, pytest.mark.django_db]
Begin = Callable[..., Table]
BLACK_STARTS = (1, 3)


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def living(*names: str, until: float) -> None:
    """Processes of these names beat every five seconds, the last time at `until`."""
    for moment in range(0, int(until) + 1, 5):
        for name in names:
            beat(name, at(moment))
    for name in names:
        beat(name, at(until))


@pytest.fixture
def table(begin: Begin) -> Table:
    """One point, blitz: Black's clock starts at noon and is at zero at 68 s."""
    return begin(length=1, clock="blitz", opening=BLACK_STARTS)


@pytest.mark.parametrize("gap", [13, 60, 600, 3600])
def test_downtime_is_credited_with_a_moment_to_come_back(table: Table, gap: int) -> None:
    living("first", until=20)
    beat("second", at(20 + gap))
    assert running(table) == ("black", gap + 15)
    assert due(table) == gap + 15 + 68.5
    table.do(BLACK, "play", "8/5 6/5", after=20 + gap + 10)  # 30 s of play, less the 15
    assert left(table) == (60, 53)


@pytest.mark.parametrize("gap", [1, 5, 11.9])
def test_short_downtime_is_credited_as_it_was(table: Table, gap: float) -> None:
    living("first", until=20)
    beat("second", at(20 + gap))
    assert (running(table), due(table)) == (("black", gap), gap + 68.5)
    table.do(BLACK, "play", "8/5 6/5", after=20 + gap + 10)
    assert left(table) == (60, 38)


@pytest.mark.parametrize("gap", [1, 60])
def test_downtime_is_credited_once_however_many_processes_start(table: Table, gap: int) -> None:
    living("one", "two", "three", until=20)
    for number, name in enumerate(("four", "five", "six", "seven")):
        beat(name, at(20 + gap + number / 1000))
    assert due(table) == pytest.approx(68.5 + gap + (15 if gap > 12 else 0), abs=0.01)
    living("four", "five", until=20 + gap)  # and never again
    assert due(table) == pytest.approx(68.5 + gap + (15 if gap > 12 else 0), abs=0.01)


def test_two_times_down_are_credited_twice(table: Table) -> None:
    living("first", until=20)
    beat("second", at(80))
    beat("second", at(85))
    beat("third", at(185))
    assert due(table) == 68.5 + (60 + 15) + (100 + 15)


def test_processes_that_live_credit_nothing(table: Table) -> None:
    living("first", "second", until=60)
    assert (running(table), due(table)) == (("black", 0), 68.5)


def test_process_that_joins_others_credits_less_than_their_heartbeat(table: Table) -> None:
    living("first", until=20)
    beat("second", at(22))
    assert due(table) == 68.5 + 2


def test_first_process_ever_credits_nothing(table: Table) -> None:
    beat("first", at(20))
    assert due(table) == 68.5


def test_clock_that_was_started_unnoticed_loses_nothing_and_gains_no_downtime(begin: Begin) -> None:
    """A command came through before anybody noticed that the server had been away: its clock starts over."""
    table = begin(length=1, clock="blitz", opening=BLACK_STARTS)
    beat("first", at(0))
    table.do(BLACK, "play", "8/5 6/5", after=7)
    beat("second", at(100))
    assert (running(table), due(table)) == (("white", 115), 115 + 68.5)


def test_clock_that_is_yet_to_start_starts_no_earlier_than_the_moment_to_come_back(begin: Begin) -> None:
    table = begin(length=1, clock="blitz", opening=(3, 1))
    beat("first", at(0))
    beat("second", at(20))
    assert running(table) == ("white", 60)  # the minute is not over
    beat("third", at(50))
    assert (running(table), due(table)) == (("white", 65), 65 + 68.5)


def test_wait_between_games_is_credited(begin: Begin) -> None:
    table = begin(clock="blitz", opening=BLACK_STARTS)
    table.do(BLACK, "resign", "3", after=20)
    living("first", until=30)
    beat("second", at(130))
    assert due(table) == 80 + 115


def test_silence_without_a_clock_is_credited(begin: Begin) -> None:
    table = begin(opening=BLACK_STARTS)
    day = 24 * 3600
    beat("first", at(0))
    beat("second", at(day))
    with pytest.raises(NotNow):
        table.do(WHITE, "claim", after=2 * day)
    table.do(WHITE, "claim", after=20)


def test_finished_matches_are_left_alone(table: Table) -> None:
    table.do(BLACK, "resign", "match")
    beat("first", at(0))
    beat("second", at(1000))
    match = Match.objects.get()
    assert (match.clock_started_at, match.due_at, match.moved_at) == (None, None, at(5))
    assert list(faults_of(match)) == []


def test_stored_clocks_stay_whole_through_all_this(begin: Begin) -> None:
    tables = [
        begin(clock=clock, opening=opening, names=(f"L {clock} {opening[0]}", f"R {clock} {opening[0]}"))
        for clock in ("none", "blitz", "standard", "slow", "days1")
        for opening in ((1, 3), (3, 1))
    ]
    living("first", until=10)
    beat("second", at(5000))
    assert [fault for table in tables for fault in faults_of(Match.objects.get(pk=table.match.pk))] == []


# Who was away, and who is dead


def test_who_was_away_gets_the_whole_time_again_to_come_back(table: Table) -> None:
    Match.objects.update(black_left_at=at(1))
    living("first", until=50)
    assert Match.objects.get().black_left_at == at(1)
    beat("second", at(500))
    match = Match.objects.get()
    assert (match.black_left_at, match.white_left_at) == (at(500), None)


def test_dead_process_is_taken_off_the_list_and_its_pages_with_it(table: Table) -> None:
    place = (table.match.public_id, BLACK)
    beat("first", at(0))
    beat("second", at(0))
    settle("first", {place: True}, now=at(0))
    for moment in (5, 10, 15):
        beat("second", at(moment))
    assert Sitting.objects.count() == 1
    beat("second", at(20))
    assert [process.name for process in Process.objects.all()] == ["second"]
    assert Match.objects.get().black_left_at == at(20)


def test_nobody_is_dead_for_a_silence_in_which_nobody_could_speak(table: Table) -> None:
    """The database was away for a minute: whoever is heard first knows nothing of the others."""
    beat("first", at(0))
    beat("second", at(0))
    settle("first", {(table.match.public_id, BLACK): True}, now=at(0))
    beat("second", at(60))
    beat("first", at(65))
    beat("second", at(70))
    assert Process.objects.count() == 2
    assert Match.objects.get().black_left_at is None


def test_process_that_says_nothing_after_a_restart_is_dead_in_the_end(table: Table) -> None:
    beat("first", at(0))
    settle("first", {(table.match.public_id, BLACK): True}, now=at(0))
    for moment in (60, 65, 70, 75):
        beat("second", at(moment))
    assert Process.objects.count() == 2
    beat("second", at(80))
    assert Process.objects.count() == 1
    assert Match.objects.get().black_left_at == at(80)


# A heart knows when it has missed something


@pytest.fixture
def heart() -> Iterator[Heart]:
    heart = Heart("here")
    set_heart(heart)
    yield heart
    set_heart(None)


def test_command_after_an_outage_is_credited_before_it_is_charged(table: Table, heart: Heart) -> None:
    """The machine slept from 10 s to 600 s; the player answers at once when it is back."""
    for moment in (0, 5, 10):
        heart.beat(at(moment), every=timedelta(seconds=5))
    table.do(BLACK, "play", "8/5 6/5", after=600)
    assert left(table) == (60, 60)
    assert running(table) == ("white", 600)


def test_no_flag_falls_before_the_outage_is_credited(table: Table, heart: Heart) -> None:
    heart.beat(at(0), every=timedelta(seconds=5))
    with pytest.raises(NotNow):
        table.do(WHITE, "flag", after=600)
    assert due(table) == 68.5 + 615


def test_flag_falls_when_the_heart_was_beating(table: Table, heart: Heart) -> None:
    for moment in range(0, 70, 5):
        heart.beat(at(moment), every=timedelta(seconds=5))
    with pytest.raises(TimeUp):
        table.do(BLACK, "play", "8/5 6/5", after=70)


def test_heart_beats_no_more_than_it_needs_to(heart: Heart) -> None:
    for moment in (0, 1, 2, 3, 4, 5, 6):
        heart.beat(at(moment), every=timedelta(seconds=5))
        heart.catch_up(at(moment))
    assert Process.objects.get().beat_at == at(5)


def test_heart_goes_on_when_the_time_is_put_back(heart: Heart) -> None:
    heart.beat(at(3600), every=timedelta(seconds=5))
    heart.beat(at(0), every=timedelta(seconds=5))
    assert Process.objects.get().beat_at == at(0)


def test_overdue_match_is_credited_before_the_keeper_looks(table: Table) -> None:
    """What the keeper does at a start: it beats, and what was due is not due any more."""
    living("first", until=60)
    assert due_matches(at(600), 10) == [table.match.pk]
    beat("second", at(600))
    assert due_matches(at(600), 10) == []
    assert not attend(table.match.pk, at(600), table.dice)
