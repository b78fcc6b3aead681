"""Commands that arrive at the same moment, from real threads with connections of their own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

import pytest
from django.db import connections

from games.commands import Command
from games.errors import MatchError, MatchFull, StaleMatch
from games.models import Game, Match, Move, RatingChange
from games.rules.errors import RuleError
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.selectors.integrity import faults_of
from games.services.matches import create_match, join_match, rematch
from games.services.moves import perform
from tests.people import make_user
from tests.playing import NOON, Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.data]
WHITE, BLACK = Seat.WHITE, Seat.BLACK
Answer = TypeVar("Answer")


def at_once(*tasks: Callable[[], Answer]) -> list[Answer | Exception]:
    """Run the tasks in threads that start together; what each answered or raised."""
    barrier = Barrier(len(tasks))

    def run(task: Callable[[], Answer]) -> Answer | Exception:
        barrier.wait()
        try:
            return task()
        except (MatchError, RuleError) as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(tasks)) as threads:
        return list(threads.map(run, tasks))


def give(table: Table, seat: Seat, kind: str, text: str = "") -> Callable[[], object]:
    """A command in a seat's name, at the version of now."""
    version = table.match.version
    return lambda: perform(
        table.people[seat],
        table.match.public_id,
        version,
        Command(kind, text),
        now=NOON,
        roll_dice=table.dice,
    )


def test_the_same_command_many_times_is_stored_once(begin: Callable[..., Table]) -> None:
    table = begin(opening=(3, 1))
    table.do(WHITE, "play", "8/5 6/5")
    table.match.refresh_from_db()
    table.dice.script((6, 5))  # one roll and no more
    answers = at_once(*[give(table, BLACK, "roll")] * 8)
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert Move.objects.filter(kind="roll", seat="black").count() == 1
    assert list(faults_of(Match.objects.get())) == []


def test_of_different_plays_one_is_stored_and_the_others_are_stale(begin: Callable[..., Table]) -> None:
    table = begin(opening=(3, 1))
    texts = ["8/5 6/5", "24/20", "13/10 24/23", "13/9", "24/21 24/23", "13/10 6/5"]
    answers = at_once(*[give(table, WHITE, "play", text) for text in texts])
    assert sorted(type(answer).__name__ for answer in answers) == ["Done"] + ["StaleMatch"] * 5
    assert Move.objects.filter(kind="play").count() == 1
    assert list(faults_of(Match.objects.get())) == []


def test_of_roll_and_double_one_wins(begin: Callable[..., Table]) -> None:
    table = begin(opening=(3, 1))
    table.do(WHITE, "play", "8/5 6/5")
    table.match.refresh_from_db()
    table.dice.script((6, 5))
    answers = at_once(give(table, BLACK, "roll"), give(table, BLACK, "double"))
    assert sum(isinstance(answer, StaleMatch) for answer in answers) == 1
    table.match.refresh_from_db()
    assert table.match.version == 3


def test_a_match_ends_once_however_often_it_is_given_up(begin: Callable[..., Table]) -> None:
    table = begin(length=3, rated=True)
    at_once(*[give(table, WHITE, "resign", "match")] * 4, *[give(table, WHITE, "play", "8/5 6/5")] * 2)
    answers = at_once(*[give(table, WHITE, "resign", "match")] * 4)
    assert answers
    table.match.refresh_from_db()
    if table.match.status == "playing":  # the play came first; give up now
        table.dice.script((2, 1))
        table.do(BLACK, "roll")
        table.do(BLACK, "resign", "match")
    assert RatingChange.objects.count() == 2
    assert Game.objects.filter(ended_at__isnull=False).count() == 1


def test_one_seat_for_many_friends(begin: Callable[..., Table]) -> None:
    table = begin()  # only for its dice
    match = create_match(make_user("host"), MatchTerms("backgammon", 1), rated=False, public=True, seat=WHITE, now=NOON)
    friends = [make_user(f"friend{number}") for number in range(6)]
    table.dice.script((5, 2))

    def join(friend: object) -> Callable[[], object]:
        return lambda: join_match(friend, match.public_id, None, now=NOON, roll_dice=table.dice)  # type: ignore[arg-type]

    answers = at_once(*[join(friend) for friend in friends])
    assert sum(isinstance(answer, MatchFull) for answer in answers) == 5
    match.refresh_from_db()
    assert (match.status, match.version) == ("playing", 1)


def test_both_ask_for_a_rematch_and_get_the_same_one(begin: Callable[..., Table]) -> None:
    table = begin(length=1)
    table.do(WHITE, "resign", "match")
    table.dice.script((5, 2))

    def ask(seat: Seat) -> Callable[[], object]:
        return lambda: rematch(table.people[seat], table.match.public_id, now=NOON, roll_dice=table.dice)

    first, second = at_once(ask(WHITE), ask(BLACK))
    assert first == second
    assert Match.objects.get(rematch_of=table.match).status == "playing"
