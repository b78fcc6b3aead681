"""The dice of finished games are counted once, whatever ends them and however often the work is done."""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from itertools import product
from threading import Barrier
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.db.models import Q
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import DiceTally, Game, Match, Move
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.rules.tally import tallies
from games.services.matches import create_match, join_match
from games.services.tallies import MOST_LEFT_OUT, count_game, left_out
from games.tasks import count_dice
from tests.dice import ScriptedDice
from tests.matches.random_match import RandomMatch
from tests.people import make_user
from tests.playing import NOON, Table
from tests.working import work_off

pytestmark = [pytest.mark.django_db, pytest.mark.data]
Begin = Callable[..., Table]
WHITE, BLACK = Seat.WHITE, Seat.BLACK
FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
COUNTS = ("rolls", "doubles", *FACES, "entries", "entered")
NOTHING = (0,) * len(COUNTS)


def tally_of(user: User | None) -> tuple[int, ...]:
    """What is counted for a player, or for the site."""
    row = DiceTally.objects.filter(user=user).values_list(*COUNTS).first()
    return row or NOTHING


def play_a_little(table: Table) -> None:
    """White plays 6-2, Black hits with 5-5, White stays on the bar with 6-1, Black resigns."""
    table.do(WHITE, "play", "24/18 13/11")
    table.dice.script((5, 5), (6, 1))
    table.do(BLACK, "roll")
    table.do(BLACK, "play", "13/8(2) 6/1*(2)")
    table.do(WHITE, "roll")
    table.do(BLACK, "resign", "1")
    table.do(WHITE, "accept")


def test_a_finished_game_is_counted_for_both_and_for_the_site(begin: Begin) -> None:
    table = begin(opening=[(4, 4), (6, 2)])
    play_a_little(table)
    assert not DiceTally.objects.exists()  # not in the move's own transaction
    assert work_off() == ["count_dice"]
    #                                      rolls, doubles, faces, entries, entered
    assert tally_of(table.people[WHITE]) == (1, 0, 1, 0, 0, 0, 0, 1, 1, 0)
    assert tally_of(table.people[BLACK]) == (1, 1, 0, 0, 0, 0, 2, 0, 0, 0)
    assert tally_of(None) == (2, 1, 1, 0, 0, 0, 2, 1, 1, 0)
    luck = DiceTally.objects.filter(Q(user=table.people[WHITE]) | Q(user=None))
    for row in luck:  # two points of six held: 32 of 36 rolls enter
        assert row.entries_expected == pytest.approx(32 / 36)
        assert row.entries_variance == pytest.approx(32 / 36 * 4 / 36)


def test_the_next_game_is_added(begin: Begin) -> None:
    table = begin(opening=[(6, 2)])
    play_a_little(table)
    table.dice.script((6, 2))
    table.do(WHITE, "next")
    work_off()
    assert tally_of(None)[0] == 2  # the game that is running is not there
    play_a_little(table)
    work_off()
    assert tally_of(table.people[WHITE]) == (2, 0, 2, 0, 0, 0, 0, 2, 2, 0)
    assert tally_of(None) == (4, 2, 2, 0, 0, 0, 4, 2, 2, 0)


def test_work_that_is_done_twice_counts_once(begin: Begin) -> None:
    """As after the death of a process that had counted and not said so."""
    play_a_little(begin(opening=(6, 2)))
    game = Game.objects.get()
    count_dice.enqueue(game=game.pk)
    assert work_off() == ["count_dice", "count_dice"]
    count_game(game.pk)
    assert tally_of(None)[0] == 2


def test_two_who_have_read_the_same_game_count_it_once(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one replays its record the other comes first."""
    play_a_little(begin(opening=(6, 2)))
    game = Game.objects.get()

    def slowly(*record: Any) -> Any:
        monkeypatch.undo()
        count_game(game.pk)
        return tallies(*record)

    monkeypatch.setattr("games.services.tallies.tallies", slowly)
    count_game(game.pk)
    assert tally_of(None)[0] == 2


def test_a_running_game_is_not_counted(begin: Begin) -> None:
    table = begin(opening=(6, 2))
    count_game(Game.objects.get().pk)
    assert not Game.objects.get().dice_counted
    play_a_little(table)
    work_off()
    assert Game.objects.get().dice_counted


def drops(table: Table) -> None:
    table.do(WHITE, "play", "24/18 13/11")
    table.do(BLACK, "double")
    table.do(WHITE, "drop")


def gives_up_the_match(table: Table) -> None:
    table.do(WHITE, "resign", "match")


def is_called_off(table: Table) -> None:
    table.do(WHITE, "abort")


def loses_on_time(table: Table) -> None:
    table.do(BLACK, "flag", after=100_000)


def is_gone(table: Table) -> None:
    Match.objects.update(white_left_at=NOON)
    table.do(BLACK, "claim", after=200)


ENDINGS = {
    "resign": play_a_little,
    "drop": drops,
    "forfeit": gives_up_the_match,
    "abort": is_called_off,
    "time": loses_on_time,
    "absent": is_gone,
}


@pytest.mark.parametrize("reason", ENDINGS)
def test_however_a_game_ends_its_dice_are_counted(begin: Begin, reason: str) -> None:
    table = begin(opening=(6, 2), clock="standard")
    ENDINGS[reason](table)
    assert Game.objects.get().reason == reason
    work_off()
    assert Game.objects.get().dice_counted
    assert tally_of(None)[0] == Move.objects.filter(kind="roll").exclude(seat="").count()


def test_whole_matches_are_counted_as_the_database_counts(matches: int) -> None:
    """Games borne off among them, in both variants: against what SQL says of the stored rolls."""
    people = make_user("left"), make_user("right")
    for seed in range(min(matches, 12)):
        played = RandomMatch(seed, *people)
        while played.match.status == "playing":
            played.do(*played.next_command(played.state))
    assert {"bearoff", "drop"} <= set(Game.objects.values_list("reason", flat=True))
    assert set(Match.objects.values_list("variant", flat=True)) == {"backgammon", "acey-deucey"}
    work_off()
    for user, seat in zip(people, Seat, strict=True):
        rolls = Move.objects.filter(kind="roll", seat=seat)
        faces = [rolls.filter(die1=face).count() + rolls.filter(die2=face).count() for face in range(1, 7)]
        doubles = sum(rolls.filter(die1=face, die2=face).count() for face in range(1, 7))
        assert tally_of(user)[:8] == (rolls.count(), doubles, *faces)
    both = zip(*(tally_of(user) for user in people), strict=True)
    assert tally_of(None) == tuple(map(sum, both))
    site = DiceTally.objects.get(user=None)
    assert site.entries > 100
    assert abs(site.entered - site.entries_expected) < 5 * site.entries_variance**0.5


def test_a_record_that_breaks_off_is_not_in_the_way(begin: Begin, caplog: pytest.LogCaptureFixture) -> None:
    table = begin(opening=(6, 2))
    play_a_little(table)
    Move.objects.filter(kind="play", seat="white").update(text="24/1")
    with caplog.at_level(logging.ERROR):
        work_off()
    assert "are not counted, because its record breaks off" in caplog.text
    assert Game.objects.get().dice_counted
    assert tally_of(None) == NOTHING


def ended(*, minutes_ago: int) -> datetime:
    return timezone.now() - timedelta(minutes=minutes_ago)


def test_games_that_ended_before_there_were_tallies_are_counted_in_time(begin: Begin) -> None:
    old, recent, new = (begin(opening=(6, 2), names=names) for names in (("a", "b"), ("c", "d"), ("e", "f")))
    play_a_little(old)
    play_a_little(recent)
    work_off()
    DiceTally.objects.all().delete()
    Game.objects.update(dice_counted=False)
    Game.objects.filter(match=old.match).update(ended_at=ended(minutes_ago=11))
    Game.objects.filter(match=recent.match).update(ended_at=ended(minutes_ago=9))  # its own work is on its way
    play_a_little(new)
    work_off()
    counted = Game.objects.filter(dice_counted=True).values_list("match", flat=True)
    assert set(counted) == {old.match.pk, new.match.pk}
    assert tally_of(None)[0] == 4


def test_only_some_are_caught_up_with_at_a_time_and_an_index_finds_them(begin: Begin) -> None:
    table = begin(opening=(6, 2))
    play_a_little(table)
    work_off()
    game = Game.objects.get()
    copies = [
        Game(
            match=table.match,
            number=number,
            state=game.state,
            reason="resign",
            started_at=NOON,
            ended_at=NOON + timedelta(minutes=number),
        )
        for number in range(2, 2 + MOST_LEFT_OUT + 5)
    ]
    Game.objects.bulk_create(reversed(copies))
    with CaptureQueriesContext(connection) as captured:
        found = left_out(timezone.now())
    assert list(Game.objects.filter(pk__in=found).values_list("number", flat=True).order_by("number")) == list(
        range(2, 2 + MOST_LEFT_OUT)
    )
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {captured[0]['sql']}")
            plan = [row[3] for row in cursor.fetchall()]
        assert plan == ["SEARCH games_game USING INDEX game_uncounted (ended_at<?)"]


def test_a_guest_who_has_played_keeps_his_tally(begin: Begin) -> None:
    table = begin(opening=(6, 2))
    play_a_little(table)
    User.objects.update(is_guest=True, date_joined=NOON)
    make_user("idle", is_guest=True)
    User.objects.filter(username="idle").update(date_joined=NOON)
    work_off()
    call_command("tidy")
    assert not User.objects.filter(username="idle").exists()
    assert DiceTally.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_games_of_the_same_players_are_counted_at_once(dice: ScriptedDice) -> None:
    """Each by two threads, with connections of their own: all count, none twice, and nobody waits for ever."""
    people = [make_user("left"), make_user("right")]
    for number in range(6):  # each of the two sits as White in half of them: locks in the order of seats would cross
        white, black = people if number % 2 else reversed(people)
        match = create_match(white, MatchTerms("backgammon", 3), rated=False, public=True, seat=WHITE, now=NOON)
        dice.script((6, 2))
        match = join_match(black, match.public_id, None, now=NOON, roll_dice=dice)
        play_a_little(Table(match, {WHITE: white, BLACK: black}, dice))
    games = list(Game.objects.values_list("pk", flat=True))
    barrier = Barrier(12)

    def count(game: int, _: int) -> None:
        barrier.wait()
        try:
            count_game(game)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(12) as threads:
        list(threads.map(count, *zip(*product(games, range(2)), strict=True)))
    assert not Game.objects.filter(dice_counted=False).exists()
    for user in people:  # three games in each seat: 6-1 three times, 5-5 three times
        assert tally_of(user) == (6, 3, 3, 0, 0, 0, 6, 3, 3, 0)
    assert tally_of(None) == (12, 6, 6, 0, 0, 0, 12, 6, 6, 0)
    assert DiceTally.objects.count() == 3
