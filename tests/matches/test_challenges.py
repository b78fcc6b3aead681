"""Challenges through the services: the seat is given once, and a rematch finds both players."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.errors import (
    BadCommand,
    ChallengeClosed,
    MatchFull,
    NoSuchMatch,
    NotNow,
    NotYourSeat,
    OwnChallenge,
    RatedNeedsAccount,
)
from games.models import Match, Move
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import cancel_match, create_match, join_match, rematch
from tests.dice import ScriptedDice
from tests.people import make_user
from tests.playing import NOON, Table

pytestmark = [pytest.mark.django_db, pytest.mark.data]
WHITE, BLACK = Seat.WHITE, Seat.BLACK
TERMS = MatchTerms("backgammon", 5)


def challenge(host: User, *, rated: bool = False, public: bool = False) -> Match:
    return create_match(host, TERMS, rated=rated, public=public, seat=BLACK, now=NOON)


def test_joining_seats_the_friend_and_begins_the_first_game(host: User, friend: User, dice: ScriptedDice) -> None:
    dice.script((2, 6))
    match = challenge(host)
    join_match(friend, match.public_id, match.invite_token, now=NOON, roll_dice=dice)
    match.refresh_from_db()
    assert (match.status, match.white, match.black, match.version) == ("playing", friend, host, 1)
    assert match.games.get().number == 1


def test_the_invitation_gives_the_seat_once(host: User, friend: User, dice: ScriptedDice) -> None:
    dice.script((2, 6))
    match = challenge(host)
    for _ in range(2):  # a friend who clicks twice sits down once
        join_match(friend, match.public_id, match.invite_token, now=NOON, roll_dice=dice)
    with pytest.raises(MatchFull):
        join_match(make_user("third"), match.public_id, match.invite_token, now=NOON, roll_dice=dice)
    match.refresh_from_db()
    assert (match.white, match.version) == (friend, 1)


def test_the_watch_link_never_gives_a_seat(host: User, friend: User, dice: ScriptedDice) -> None:
    match = challenge(host)
    for token in (None, "", "x" * 22, match.public_id, "é" * 22):
        with pytest.raises(NoSuchMatch):
            join_match(friend, match.public_id, token, now=NOON, roll_dice=dice)
    dice.script((2, 6))
    join_match(friend, match.public_id, match.invite_token, now=NOON, roll_dice=dice)


def test_a_challenge_in_the_lobby_needs_no_token(host: User, friend: User, dice: ScriptedDice) -> None:
    dice.script((2, 6))
    match = challenge(host, public=True)
    with pytest.raises(OwnChallenge):
        join_match(host, match.public_id, None, now=NOON, roll_dice=dice)
    with pytest.raises(NoSuchMatch):
        join_match(friend, match.public_id, "x" * 22, now=NOON, roll_dice=dice)
    join_match(friend, match.public_id, None, now=NOON, roll_dice=dice)


def test_guests_play_unrated(host: User, dice: ScriptedDice) -> None:
    guest = make_user("guest", is_guest=True)
    dice.script((2, 6))
    unrated = challenge(host)
    join_match(guest, unrated.public_id, unrated.invite_token, now=NOON, roll_dice=dice)
    rated = challenge(host, rated=True)
    with pytest.raises(RatedNeedsAccount):
        join_match(guest, rated.public_id, rated.invite_token, now=NOON, roll_dice=dice)
    challenge(guest)
    with pytest.raises(RatedNeedsAccount):
        challenge(guest, rated=True)


def test_a_session_is_unrated(host: User) -> None:
    with pytest.raises(BadCommand):
        create_match(host, MatchTerms("backgammon", 0), rated=True, public=False, seat=WHITE, now=NOON)
    create_match(host, MatchTerms("backgammon", 0), rated=False, public=False, seat=WHITE, now=NOON)


def test_only_the_creator_cancels_and_then_nobody_joins(host: User, friend: User, dice: ScriptedDice) -> None:
    match = challenge(host)
    with pytest.raises(NotYourSeat):
        cancel_match(friend, match.public_id, now=NOON)
    for _ in range(2):
        cancel_match(host, match.public_id, now=NOON)
    with pytest.raises(ChallengeClosed):
        join_match(friend, match.public_id, match.invite_token, now=NOON, roll_dice=dice)
    assert Move.objects.get().kind == "cancel"


def test_a_match_in_play_cannot_be_cancelled_or_played_again(begin: Callable[..., Table]) -> None:
    table = begin()
    with pytest.raises(NotNow):
        cancel_match(table.people[WHITE], table.match.public_id, now=NOON)
    with pytest.raises(NotNow):
        rematch(table.people[WHITE], table.match.public_id, now=NOON, roll_dice=table.dice)


def test_a_rematch_keeps_terms_and_seats_and_starts_at_nothing(begin: Callable[..., Table]) -> None:
    table = begin(length=3, rated=True, crawford=False)
    table.do(WHITE, "resign", "match")
    old = table.match
    white, black = table.people[WHITE], table.people[BLACK]
    with pytest.raises(NotYourSeat):
        rematch(make_user("third"), old.public_id, now=NOON, roll_dice=table.dice)
    asked = rematch(black, old.public_id, now=NOON, roll_dice=table.dice)
    assert rematch(black, old.public_id, now=NOON, roll_dice=table.dice) == asked
    assert asked.status == "open"
    with pytest.raises(NotYourSeat):
        join_match(make_user("fourth"), asked.public_id, asked.invite_token, now=NOON, roll_dice=table.dice)
    table.dice.script((6, 2))
    new = rematch(white, old.public_id, now=NOON, roll_dice=table.dice)
    assert new == asked
    new.refresh_from_db()
    assert (new.status, new.white, new.black, new.length, new.crawford, new.rated, new.visibility) == (
        "playing",
        white,
        black,
        3,
        False,
        True,
        "public",
    )
    assert (new.white_score, new.black_score, new.crawford_done) == (0, 0, False)
    assert rematch(white, old.public_id, now=NOON, roll_dice=table.dice) == new


def test_a_cancelled_rematch_can_be_asked_for_again(begin: Callable[..., Table]) -> None:
    table = begin(length=1)
    table.do(WHITE, "resign", "match")
    first = rematch(table.people[WHITE], table.match.public_id, now=NOON, roll_dice=table.dice)
    cancel_match(table.people[WHITE], first.public_id, now=NOON)
    second = rematch(table.people[BLACK], table.match.public_id, now=NOON, roll_dice=table.dice)
    assert second != first
    assert second.status == "open"
