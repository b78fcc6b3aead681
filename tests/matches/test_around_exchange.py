"""What hangs on the exchange of secrets: clocks, nudges, rematches, the end of a chain, and who comes at one moment."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import repeat

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts.models import User
from games.errors import MatchFull, NotCommitted, NotNow
from games.models import Game, Match, Move
from games.nudges import pending
from games.rules.game import Seat
from games.services.matches import cancel_match, commit_secret, create_match, rematch, reveal_secret
from tests.dice import ScriptedDice
from tests.matches.exchanging import MINE, SECOND, TERMS, YOURS, commit, commitment_to, join, reveal, stands
from tests.matches.test_races import at_once
from tests.people import make_user
from tests.playing import NOON, Table

pytestmark = [pytest.mark.django_db, pytest.mark.data]
WHITE, BLACK = Seat.WHITE, Seat.BLACK


# Clocks and nudges


def begun(host: User, friend: User, dice: ScriptedDice, *, after: timedelta) -> Match:
    """A blitz match whose creator reveals so long after the joiner has sat down; White, the joiner, starts."""
    match = create_match(host, TERMS, rated=False, public=True, seat=BLACK, now=NOON, clock="blitz", server_draws=False)
    commit(match, host)
    join(match, friend, dice)
    match.refresh_from_db()
    assert (match.clock_seat, match.due_at) == ("", None)
    dice.script((6, 2))
    reveal(match, host, dice, now=NOON + after)
    match.refresh_from_db()
    assert match.clock_seat == "white"
    return match


@pytest.mark.parametrize("seconds", [2, 15])
def test_the_joiners_clock_starts_with_the_match(seconds: int, host: User, friend: User, dice: ScriptedDice) -> None:
    after = seconds * SECOND
    assert begun(host, friend, dice, after=after).clock_started_at == NOON + after


@pytest.mark.parametrize("seconds", [16, 3600])
def test_who_has_waited_long_gets_time_to_notice(seconds: int, host: User, friend: User, dice: ScriptedDice) -> None:
    after = seconds * SECOND
    assert begun(host, friend, dice, after=after).clock_started_at == NOON + after + 60 * SECOND


def test_a_creator_who_is_away_is_told_that_somebody_sits_there(
    match: Match, host: User, friend: User, dice: ScriptedDice
) -> None:
    commit(match, host)
    Match.objects.update(black_left_at=NOON)
    join(match, friend, dice, now=timezone.now())
    task = DBTaskResult.objects.get()
    assert (task.task_path, task.args_kwargs["kwargs"]) == (
        "games.tasks.nudge",
        {"match": match.pk, "seat": "black", "version": 1},
    )
    nudge = pending(match.pk, "black", 1)
    assert nudge
    assert (nudge.player, nudge.opponent) == (host, "friend")
    assert pending(match.pk, "white", 1) is None
    dice.script((2, 6))
    reveal(match, host, dice)
    assert pending(match.pk, "black", 1) is None


def test_a_creator_at_his_table_is_not_told(match: Match, host: User, friend: User, dice: ScriptedDice) -> None:
    commit(match, host)
    join(match, friend, dice)
    assert not DBTaskResult.objects.exists()


def test_who_has_no_page_open_when_somebody_sits_down_is_not_there(
    match: Match, host: User, friend: User, dice: ScriptedDice
) -> None:
    """Nor is the joiner, until his browser has opened the table."""
    commit(match, host)
    join(match, friend, dice, now=NOON + SECOND)
    match.refresh_from_db()
    assert (match.status, match.white_left_at, match.black_left_at) == ("waiting", NOON + SECOND, NOON + SECOND)


# Rematches


@pytest.fixture
def over(begin: Callable[..., Table]) -> Table:
    table = begin(length=1)
    table.do(WHITE, "resign", "match")
    return table


def test_a_rematch_is_told_of_and_accepted_once_it_is_committed_to(over: Table) -> None:
    old, dice = over.match, over.dice
    white, black = over.people[WHITE], over.people[BLACK]
    before = Match.objects.get(pk=old.pk).version
    new = rematch(white, old.public_id, now=NOON, roll_dice=dice, server_draws=False)
    assert rematch(white, old.public_id, now=NOON, roll_dice=dice, server_draws=False) == new
    assert Match.objects.get(pk=old.pk).version == before
    with pytest.raises(NotCommitted):
        rematch(black, old.public_id, now=NOON, roll_dice=dice, server_draws=False, secret=YOURS)
    commit_secret(white, new.public_id, commitment_to(new, MINE, "white"), now=NOON)
    commit_secret(white, new.public_id, commitment_to(new, MINE, "white"), now=NOON)
    assert Move.objects.filter(match=old, version=before + 1).values_list("kind", "seat").get() == ("rematch", "white")
    assert Match.objects.get(pk=old.pk).version == before + 1
    assert rematch(black, old.public_id, now=NOON, roll_dice=dice, server_draws=False, secret=YOURS) == new
    assert stands(new)[:2] == ("waiting", 1)
    dice.script((6, 2))
    reveal_secret(white, new.public_id, MINE, now=NOON, roll_dice=dice)
    assert stands(new) == ("playing", 2, commitment_to(new, MINE, "white"), YOURS, MINE)


def test_who_asks_at_the_same_moment_is_told_to_accept(over: Table) -> None:
    """His browser has drawn no secret for a match it did not know of, and the server does not draw one unasked."""
    white, black, dice = over.people[WHITE], over.people[BLACK], over.dice
    new = rematch(white, over.match.public_id, now=NOON, roll_dice=dice)
    with pytest.raises(NotNow, match="You can accept it"):
        rematch(black, over.match.public_id, now=NOON, roll_dice=dice, server_draws=False)
    assert stands(new)[:2] == ("open", 0)
    dice.script((6, 2))
    rematch(black, over.match.public_id, now=NOON, roll_dice=dice)
    assert stands(new)[0] == "playing"


def test_a_rematch_that_was_called_off_can_be_asked_for_again(over: Table) -> None:
    white, black, dice = over.people[WHITE], over.people[BLACK], over.dice
    new = rematch(white, over.match.public_id, now=NOON, roll_dice=dice, server_draws=False)
    cancel_match(white, new.public_id, now=NOON)
    again = rematch(black, over.match.public_id, now=NOON, roll_dice=dice, server_draws=False)
    commit_secret(black, again.public_id, commitment_to(again, MINE), now=NOON)
    rematch(white, over.match.public_id, now=NOON, roll_dice=dice, server_draws=False, secret=YOURS)
    assert stands(again)[0] == "waiting"
    assert stands(new)[0] == "aborted"


def test_a_wish_whose_asker_went_away_does_not_bar_the_other(over: Table) -> None:
    """He closed the page before his browser had committed to anything, so nobody was told of it."""
    white, black, dice, old = over.people[WHITE], over.people[BLACK], over.dice, over.match.public_id
    forgotten = rematch(white, old, now=NOON, roll_dice=dice, server_draws=False)
    with pytest.raises(NotCommitted):
        rematch(black, old, now=NOON + 59 * SECOND, roll_dice=dice, server_draws=False)
    assert rematch(white, old, now=NOON + 61 * SECOND, roll_dice=dice, server_draws=False) == forgotten
    new = rematch(black, old, now=NOON + 61 * SECOND, roll_dice=dice, server_draws=False)
    assert (stands(forgotten)[0], stands(new)[0]) == ("aborted", "open")
    with pytest.raises(NotNow):
        commit_secret(white, forgotten.public_id, commitment_to(forgotten, MINE, "white"), now=NOON + 61 * SECOND)
    commit_secret(black, new.public_id, commitment_to(new, MINE), now=NOON + 61 * SECOND)
    later = NOON + 3600 * SECOND
    assert rematch(white, old, now=later, roll_dice=dice, server_draws=False, secret=YOURS) == new
    assert stands(new)[0] == "waiting"


# The end of a chain


def test_a_session_has_as_many_games_as_there_are_dice_for(begin: Callable[..., Table]) -> None:
    """The chain of a session has 1000 links (docs/dice.md); nothing begins then, neither asked for nor by itself."""
    table = begin(length=0, clock="blitz")
    Game.objects.update(number=999)
    table.do(WHITE, "resign", "1")
    table.do(BLACK, "accept")
    assert Match.objects.get().due_at
    table.dice.script((6, 2))
    table.do(WHITE, "next")
    table.do(WHITE, "resign", "1")
    table.do(BLACK, "accept")
    assert Match.objects.get().due_at is None
    with pytest.raises(NotNow, match="at most 1000 games"):
        table.do(WHITE, "next")
    table.do(BLACK, "leave")
    assert stands(table.match)[0] == "over"


# At the same moment


@pytest.mark.django_db(transaction=True)
def test_of_many_friends_one_sits_down_and_waits(match: Match, host: User, dice: ScriptedDice) -> None:
    commit(match, host)
    friends = [make_user(f"friend{number}") for number in range(6)]
    secrets = [f"{number}{number}" * 32 for number in range(1, 7)]

    answers = at_once(*[partial(join, match, *each) for each in zip(friends, repeat(dice), secrets, strict=False)])
    assert sum(isinstance(answer, MatchFull) for answer in answers) == 5
    winner = next(number for number, answer in enumerate(answers) if isinstance(answer, Match))
    assert stands(match) == ("waiting", 1, commitment_to(match, MINE), secrets[winner], "")
    match.refresh_from_db()
    assert match.white == friends[winner]


@pytest.mark.django_db(transaction=True)
def test_of_many_commitments_one_holds(match: Match, host: User) -> None:
    secrets = [f"{number}{number}" * 32 for number in range(1, 7)]
    answers = at_once(*[partial(commit, match, host, secret) for secret in secrets])
    assert sum(isinstance(answer, NotNow) for answer in answers) == 5
    winner = next(number for number, answer in enumerate(answers) if isinstance(answer, Match))
    assert stands(match)[2] == commitment_to(match, secrets[winner])


@pytest.mark.django_db(transaction=True)
def test_it_is_revealed_once_or_called_off(match: Match, host: User, friend: User, dice: ScriptedDice) -> None:
    commit(match, host)
    join(match, friend, dice)
    dice.script((2, 6))  # one opening roll and no more
    at_once(
        *[lambda: reveal(match, host, dice)] * 4,
        *[lambda: cancel_match(friend, match.public_id, now=NOON)] * 2,
    )
    status, version, _, _, secret = stands(match)
    assert (status, version, secret) in [("playing", 2, MINE), ("aborted", 2, "")]
    assert Game.objects.count() == (status == "playing")


@pytest.mark.django_db(transaction=True)
def test_a_rematch_is_committed_to_while_it_is_accepted(over: Table) -> None:
    """Both lock two matches: nobody waits in a circle."""
    white, black, dice = over.people[WHITE], over.people[BLACK], over.dice
    new = rematch(white, over.match.public_id, now=NOON, roll_dice=dice, server_draws=False)

    def accept() -> object:
        return rematch(black, over.match.public_id, now=NOON, roll_dice=dice, server_draws=False, secret=YOURS)

    digest = commitment_to(new, MINE, "white")
    answers = at_once(*[lambda: commit_secret(white, new.public_id, digest, now=NOON), accept] * 3)
    assert all(isinstance(answer, Match | NotCommitted) for answer in answers)
    accept()
    assert stands(new)[:2] == ("waiting", 1)
