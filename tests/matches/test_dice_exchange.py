"""The players' secrets: who may say what when, that nothing is said twice, and nothing begins before all is said."""

import pytest
from django.db import IntegrityError

from accounts.models import User
from games.commands import Command
from games.errors import (
    BadCommand,
    ChallengeClosed,
    MatchError,
    MatchFull,
    MatchNotStarted,
    NoSuchMatch,
    NotCommitted,
    NotNow,
    NotYourSeat,
)
from games.models import DiceExchange, DiceSecret, Game, Match, Move
from games.rules.game import Seat
from games.services.matches import cancel_match, commit_secret, create_match, reveal_secret
from games.services.moves import perform
from tests.dice import ScriptedDice
from tests.matches.exchanging import (
    MINE,
    OTHER,
    SECOND,
    TERMS,
    YOURS,
    commit,
    commitment_to,
    drawn_by_browser,
    join,
    reveal,
    stands,
)
from tests.people import make_user
from tests.playing import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.data]
WHITE, BLACK = Seat.WHITE, Seat.BLACK


def test_each_says_his_part_in_turn_and_then_the_match_begins(
    match: Match, host: User, friend: User, dice: ScriptedDice
) -> None:
    assert stands(match) == ("open", 0, "", "", "")
    commit(match, host, now=NOON + 1 * SECOND)
    assert stands(match) == ("open", 0, commitment_to(match, MINE), "", "")
    join(match, friend, dice, now=NOON + 2 * SECOND)
    assert stands(match) == ("waiting", 1, commitment_to(match, MINE), YOURS, "")
    assert not Game.objects.exists()
    dice.script((2, 6))
    reveal(match, host, dice, now=NOON + 3 * SECOND)
    assert stands(match) == ("playing", 2, commitment_to(match, MINE), YOURS, MINE)
    told = DiceExchange.objects.get()
    times = (told.committed_at, told.creator_committed_at, told.joiner_revealed_at, told.creator_revealed_at)
    assert times == tuple(NOON + number * SECOND for number in range(4))
    assert (told.creator_by_server, told.joiner_by_server) == (False, False)
    assert DiceSecret.objects.get().creator_secret == ""
    assert list(Move.objects.order_by("version").values_list("kind", "seat")) == [("join", "white"), ("roll", "")]
    assert match.started_at == NOON + 3 * SECOND


def test_the_server_draws_for_who_does_not(host: User, friend: User, match: Match, dice: ScriptedDice) -> None:
    commit(match, host)
    join(match, friend, dice, secret=None)
    assert stands(match)[0] == "waiting"
    told = DiceExchange.objects.get()
    assert (told.creator_by_server, told.joiner_by_server, len(told.joiner_secret)) == (False, True, 64)
    other = create_match(host, TERMS, rated=False, public=True, seat=BLACK, now=NOON)
    dice.script((2, 6))
    join(other, friend, dice)
    assert stands(other)[:2] == ("playing", 1)
    told = DiceExchange.objects.get(match=other)
    assert (told.creator_by_server, told.joiner_by_server, told.joiner_secret) == (True, False, YOURS)
    assert told.creator_commitment == commitment_to(other, told.creator_secret)


def test_saying_it_again_changes_nothing(match: Match, host: User, friend: User, dice: ScriptedDice) -> None:
    dice.script((2, 6))
    later = NOON + SECOND
    commit(match, host)
    commit(match, host, now=later)
    assert stands(match)[:2] == ("open", 0)
    join(match, friend, dice)
    join(match, friend, dice, OTHER, now=later)
    commit(match, host, now=later)
    assert stands(match)[:2] == ("waiting", 1)
    reveal(match, host, dice)
    reveal(match, host, dice, now=later)
    commit(match, host, now=later)
    join(match, friend, dice, OTHER, now=later)
    assert stands(match) == ("playing", 2, commitment_to(match, MINE), YOURS, MINE)
    told = DiceExchange.objects.get()
    assert {told.creator_committed_at, told.joiner_revealed_at, told.creator_revealed_at} == {NOON}


def test_nobody_joins_before_the_commitment(match: Match, host: User, friend: User, dice: ScriptedDice) -> None:
    for secret in (YOURS, None):
        with pytest.raises(NotCommitted, match="host’s browser has not committed to its secret"):
            join(match, friend, dice, secret)
    assert stands(match) == ("open", 0, "", "", "")
    commit(match, host)
    join(match, friend, dice)
    assert stands(match)[0] == "waiting"


def test_only_the_creator_commits_and_reveals(match: Match, host: User, friend: User, dice: ScriptedDice) -> None:
    stranger = make_user("stranger")
    with pytest.raises(NotYourSeat):
        commit(match, stranger)
    commit(match, host)
    join(match, friend, dice)
    for person in (friend, stranger):
        with pytest.raises(NotYourSeat):
            reveal(match, person, dice)
        with pytest.raises(NotYourSeat):
            commit(match, person)
    with pytest.raises(NoSuchMatch):
        reveal_secret(host, "x" * 16, MINE, now=NOON, roll_dice=dice)
    dice.script((2, 6))
    reveal(match, host, dice)
    assert stands(match)[0] == "playing"


def test_a_commitment_is_never_replaced(match: Match, host: User, friend: User, dice: ScriptedDice) -> None:
    commit(match, host)
    committed = stands(match)
    with pytest.raises(NotNow, match="cannot be replaced"):
        commit(match, host, OTHER)
    assert stands(match) == committed
    join(match, friend, dice)
    with pytest.raises(NotNow):
        commit(match, host, OTHER)
    assert stands(match)[2] == commitment_to(match, MINE)


def test_nothing_is_committed_to_for_what_was_called_off(match: Match, host: User) -> None:
    cancel_match(host, match.public_id, now=NOON)
    with pytest.raises(NotNow):
        commit(match, host)
    assert stands(match) == ("aborted", 1, "", "", "")


def test_nothing_is_revealed_before_the_joiner_has(match: Match, host: User, friend: User, dice: ScriptedDice) -> None:
    with pytest.raises(NotNow):
        reveal(match, host, dice)
    commit(match, host)
    with pytest.raises(NotNow):
        reveal(match, host, dice)
    assert stands(match) == ("open", 0, commitment_to(match, MINE), "", "")
    join(match, friend, dice)
    dice.script((2, 6))
    reveal(match, host, dice)
    assert stands(match)[0] == "playing"


def test_only_what_was_committed_to_is_taken(match: Match, host: User, friend: User, dice: ScriptedDice) -> None:
    commit(match, host)
    join(match, friend, dice)
    waiting = stands(match)
    for secret in (OTHER, YOURS, "00" * 32):
        with pytest.raises(BadCommand, match="not the secret that was committed to"):
            reveal(match, host, dice, secret)
    assert stands(match) == waiting
    dice.script((2, 6))
    reveal(match, host, dice)
    with pytest.raises(NotNow):
        reveal(match, host, dice, OTHER)
    assert stands(match)[4] == MINE


def test_a_secret_is_committed_to_for_its_seat_and_match(host: User, friend: User, dice: ScriptedDice) -> None:
    first, second = (drawn_by_browser(host) for _ in range(2))
    commit_secret(host, first.public_id, commitment_to(second, MINE), now=NOON)
    commit_secret(host, second.public_id, commitment_to(second, MINE, "white"), now=NOON)
    for each in (first, second):
        join(each, friend, dice)
        with pytest.raises(BadCommand):
            reveal(each, host, dice)


def test_where_the_server_has_drawn_nothing_is_committed_to_or_revealed(
    host: User, friend: User, dice: ScriptedDice
) -> None:
    match = create_match(host, TERMS, rated=False, public=True, seat=BLACK, now=NOON)
    drawn = stands(match)
    with pytest.raises(NotNow, match="The server has drawn"):
        commit(match, host)
    with pytest.raises(NotNow, match="The server has drawn"):
        reveal(match, host, dice)
    assert stands(match) == drawn
    for model in (DiceExchange, DiceSecret):  # as of a challenge that is older than these dice
        model.objects.all().delete()
    with pytest.raises(NotNow):
        commit(match, host)
    dice.script((2, 6))
    join(match, friend, dice)
    assert stands(match)[0] == "playing"
    told = DiceExchange.objects.get(match=match)
    assert told.joiner_by_server  # nothing had been committed to when the browser told its secret
    assert told.joiner_secret not in ("", YOURS)


def test_while_it_waits_nothing_is_played_and_nobody_else_joins(
    match: Match, host: User, friend: User, dice: ScriptedDice
) -> None:
    commit(match, host)
    join(match, friend, dice)
    for kind in ("roll", "next", "abort", "claim", "flag", "leave"):
        for person in (host, friend):
            with pytest.raises(MatchError):
                perform(person, match.public_id, 1, Command(kind, ""), now=NOON, roll_dice=dice)
    with pytest.raises(MatchNotStarted):
        perform(friend, match.public_id, 1, Command("roll", ""), now=NOON, roll_dice=dice)
    with pytest.raises(MatchFull):
        join(match, make_user("third"), dice)
    assert stands(match)[:2] == ("waiting", 1)


@pytest.mark.parametrize("caller", ["host", "friend"])
def test_either_calls_off_what_waits(caller: str, match: Match, host: User, friend: User, dice: ScriptedDice) -> None:
    people = {"host": host, "friend": friend}
    commit(match, host)
    with pytest.raises(NotYourSeat):
        cancel_match(friend, match.public_id, now=NOON)
    join(match, friend, dice)
    with pytest.raises(NotYourSeat):
        cancel_match(make_user("third"), match.public_id, now=NOON)
    for _ in range(2):
        cancel_match(people[caller], match.public_id, now=NOON)
    assert stands(match)[:2] == ("aborted", 2)
    assert Move.objects.get(version=2).seat == ("black" if caller == "host" else "white")
    with pytest.raises(NotNow):
        reveal(match, host, dice)
    with pytest.raises(ChallengeClosed):
        join(match, make_user("fourth"), dice)
    assert stands(match)[4] == ""


def test_what_has_begun_is_not_cancelled(match: Match, host: User, friend: User, dice: ScriptedDice) -> None:
    dice.script((2, 6))
    commit(match, host)
    join(match, friend, dice)
    reveal(match, host, dice)
    for person in (host, friend):
        with pytest.raises(NotNow):
            cancel_match(person, match.public_id, now=NOON)
    assert stands(match)[0] == "playing"


def test_the_database_knows_the_order_as_well(match: Match) -> None:
    told = DiceExchange.objects.filter(match=match)
    with pytest.raises(IntegrityError):
        told.update(joiner_secret=YOURS, joiner_revealed_at=NOON)


def test_the_database_takes_no_creators_secret_before_the_joiners(match: Match) -> None:
    told = DiceExchange.objects.filter(match=match)
    told.update(creator_commitment=commitment_to(match, MINE), creator_committed_at=NOON)
    with pytest.raises(IntegrityError):
        told.update(creator_secret=MINE, creator_revealed_at=NOON)
