"""Who sits at the tables: pages of the seats open in several processes, and since when a seat is deserted."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Match, Process, Sitting
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import create_match, join_match
from games.services.sittings import end_those_of, settle
from tests.dice import ScriptedDice
from tests.playing import NOON, Table

pytestmark = [pytest.mark.data, pytest.mark.django_db(transaction=True)]
WHITE, BLACK = Seat.WHITE, Seat.BLACK
LATER = NOON + timedelta(minutes=5)
Begin = Callable[..., Table]


def sits(table: Table, seat: Seat, is_open: bool, now: datetime = NOON, process: str = "here") -> None:
    """A process tells whether it has a page of this seat open."""
    Process.objects.get_or_create(name=process, defaults={"started_at": now, "beat_at": now})
    settle(process, {(table.match.public_id, seat): is_open}, now=now)


def left_at(table: Table) -> tuple[datetime | None, datetime | None]:
    match = Match.objects.get(pk=table.match.pk)
    return match.white_left_at, match.black_left_at


def test_seat_is_deserted_when_its_page_closes_until_one_opens(begin: Begin) -> None:
    table = begin()
    sits(table, WHITE, True)
    assert left_at(table) == (None, None)
    sits(table, WHITE, False)
    assert left_at(table) == (NOON, None)
    sits(table, WHITE, True, LATER)
    assert left_at(table) == (None, None)


def test_seat_with_a_page_in_another_process_is_not_deserted(begin: Begin) -> None:
    table = begin()
    sits(table, WHITE, True, process="first")
    sits(table, WHITE, True, process="second")
    sits(table, WHITE, False, process="first")
    assert left_at(table) == (None, None)
    sits(table, WHITE, False, LATER, process="second")
    assert left_at(table) == (LATER, None)


def test_same_news_twice_change_nothing(begin: Begin) -> None:
    table = begin()
    for _ in range(2):
        sits(table, WHITE, True)
    assert Sitting.objects.count() == 1
    for now in (NOON, LATER):
        sits(table, WHITE, False, now)
    assert left_at(table) == (NOON, None)
    assert Sitting.objects.count() == 0


def test_version_and_record_know_nothing_of_pages(begin: Begin) -> None:
    table = begin()
    before = Match.objects.filter(pk=table.match.pk).values().get()
    sits(table, BLACK, True)
    sits(table, BLACK, False)
    assert Match.objects.filter(pk=table.match.pk).values().get() == before | {"black_left_at": NOON}


def test_command_does_not_touch_who_is_there(begin: Begin) -> None:
    table = begin()
    sits(table, BLACK, True)
    sits(table, BLACK, False)
    table.do(WHITE, "play", "8/5 6/5")
    assert left_at(table) == (None, NOON)


def test_who_has_never_had_a_page_open_is_not_at_the_table(host: User, friend: User, dice: ScriptedDice) -> None:
    """He may have closed it before it opened its socket, or have no JavaScript."""
    dice.script((3, 1))
    terms = MatchTerms("backgammon", 3)
    match = create_match(host, terms, rated=False, public=True, seat=WHITE, now=NOON)
    Process.objects.create(name="here", started_at=NOON, beat_at=NOON)
    settle("here", {(match.public_id, WHITE): True}, now=NOON)
    table = Table(join_match(friend, match.public_id, None, now=LATER, roll_dice=dice), {}, dice)
    assert left_at(table) == (None, LATER)
    sits(table, BLACK, True, LATER)
    assert left_at(table) == (None, None)


def test_who_has_left_before_anybody_joined_has_left_then(host: User, friend: User, dice: ScriptedDice) -> None:
    dice.script((3, 1))
    terms = MatchTerms("backgammon", 3)
    match = create_match(host, terms, rated=False, public=True, seat=WHITE, now=NOON)
    Process.objects.create(name="here", started_at=NOON, beat_at=NOON)
    for is_open in (True, False):
        settle("here", {(match.public_id, WHITE): is_open}, now=NOON)
    table = Table(join_match(friend, match.public_id, None, now=LATER, roll_dice=dice), {}, dice)
    assert left_at(table) == (NOON, LATER)


def test_command_from_a_seat_without_a_page_shows_that_its_player_was_there(begin: Begin) -> None:
    table = begin()
    Match.objects.update(white_left_at=NOON)
    table.do(WHITE, "play", "8/5 6/5", after=40)
    assert left_at(table) == (NOON + timedelta(seconds=40), None)


def test_dead_process_leaves_the_seats_nobody_else_holds(begin: Begin) -> None:
    table = begin()
    sits(table, WHITE, True, process="dead")
    sits(table, WHITE, True, process="alive")
    sits(table, BLACK, True, process="dead")
    with transaction.atomic():
        end_those_of(Process.objects.filter(name="dead").values_list("pk", flat=True), LATER)
    assert left_at(table) == (None, LATER)
    assert [str(sitting.process) for sitting in Sitting.objects.all()] == ["alive"]


def test_match_that_is_gone_is_passed_over(begin: Begin) -> None:
    settle("here", {("A" * 16, WHITE): True}, now=NOON)
    assert Sitting.objects.count() == 0


def test_many_seats_cost_as_many_queries_as_one(begin: Begin) -> None:
    tables = [begin(names=(f"left {number}", f"right {number}")) for number in range(6)]
    sits(tables[0], WHITE, True)
    sits(tables[1], BLACK, True)
    with CaptureQueriesContext(connection) as for_one:
        settle("here", {(tables[0].match.public_id, WHITE): False}, now=NOON)
    places = {(table.match.public_id, seat): table is not tables[1] for table in tables[1:] for seat in Seat}
    with CaptureQueriesContext(connection) as for_many:
        settle("here", places, now=NOON)
    assert Sitting.objects.count() == 8
    assert len(for_many) <= len(for_one) + 1  # it inserts as well


@pytest.mark.parametrize("stays", [True, False])
def test_processes_that_tell_at_once_end_right(begin: Begin, stays: bool) -> None:
    """A page closes in one process while the other's opens, or closes as well."""
    table = begin()
    for _ in range(20):
        sits(table, WHITE, True, process="first")
        sits(table, WHITE, not stays, process="second")
        with ThreadPoolExecutor(2) as pool:
            told = [pool.submit(tell_and_close, table, name, is_open) for name, is_open in NEWS[stays]]
        assert [each.result() for each in told] == [None, None]
        assert left_at(table) == ((None, None) if stays else (NOON, None))


NEWS = {True: [("first", False), ("second", True)], False: [("first", False), ("second", False)]}


def tell_and_close(table: Table, process: str, is_open: bool) -> None:
    try:
        sits(table, WHITE, is_open, process=process)
    finally:
        connection.close()
