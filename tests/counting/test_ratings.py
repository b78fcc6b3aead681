"""Rated matches change ratings once, at their end, by the amounts of SET-4."""

import random
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from math import floor

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User
from games.models import Match, Rating, RatingBand, RatingChange
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.selectors.ratings import NEWCOMER, Stand, stakes
from games.services.matches import create_match, join_match
from games.services.ratings import count_rated_match
from tests.dice import ScriptedDice
from tests.people import make_user
from tests.playing import NOON, Table

pytestmark = [pytest.mark.django_db, pytest.mark.data]
WHITE, BLACK = Seat.WHITE, Seat.BLACK
Begin = Callable[..., Table]


def rate(user: User, rating: str, experience: int = 0) -> None:
    """Give a user a rating, as if earned."""
    listed = experience >= 50
    Rating.objects.create(user=user, variant="backgammon", rating=Decimal(rating), experience=experience, listed=listed)
    if listed:
        whole = floor(Decimal(rating))
        band, _ = RatingBand.objects.get_or_create(variant="backgammon", floor=whole, defaults={"players": 0})
        band.players += 1
        band.save()


def rating_of(user: User) -> Decimal:
    return Rating.objects.get(user=user, variant="backgammon").rating


def bands() -> dict[int, int]:
    return {band.floor: band.players for band in RatingBand.objects.filter(players__gt=0)}


def finish(white: User, black: User, length: int, winner: Seat, dice: ScriptedDice) -> Match:
    """A rated match that ends in its first turn, by the loser giving it up."""
    terms = MatchTerms("backgammon", length)
    match = create_match(white, terms, rated=True, public=True, seat=WHITE, now=NOON)
    dice.script((3, 1))
    match = join_match(black, match.public_id, None, now=NOON, roll_dice=dice)
    loser = winner.other
    Table(match, {WHITE: white, BLACK: black}, dice).do(loser, "resign", "match")
    match.refresh_from_db()
    assert (match.status, match.winner) == ("over", winner)
    return match


def test_newcomers_win_and_lose_the_amount_of_the_rules(dice: ScriptedDice) -> None:
    white, black = make_user("left"), make_user("right")
    match = finish(white, black, 5, WHITE, dice)
    assert (rating_of(white), rating_of(black)) == (Decimal("1522.36"), Decimal("1477.64"))
    assert list(Rating.objects.order_by("user").values_list("experience", "matches", "won", "listed")) == [
        (5, 1, 1, False),
        (5, 1, 0, False),
    ]
    changes = RatingChange.objects.filter(match=match).order_by("seat")
    assert [(change.seat, change.before, change.after) for change in changes] == [
        ("black", Decimal(1500), Decimal("1477.64")),
        ("white", Decimal(1500), Decimal("1522.36")),
    ]


def test_favourite_wins_little(dice: ScriptedDice) -> None:
    white, black = make_user("left"), make_user("right")
    rate(white, "1700", 1000)
    rate(black, "1500", 1000)
    finish(white, black, 7, WHITE, dice)
    assert (rating_of(white), rating_of(black)) == (Decimal("1703.73"), Decimal("1496.27"))


def test_underdog_of_little_experience_wins_much_and_the_favourite_loses_less(dice: ScriptedDice) -> None:
    white, black = make_user("left"), make_user("right")
    rate(white, "1700", 1000)
    rate(black, "1500", 50)
    finish(white, black, 7, BLACK, dice)
    assert (rating_of(black), rating_of(white)) == (Decimal("1530.85"), Decimal("1693.14"))


def test_a_match_over_http_counts_in_the_request_that_ends_it(begin: Begin) -> None:
    table = begin(length=3, rated=True)
    client = Client()
    client.force_login(table.people[BLACK])
    url = f"/matches/{table.match.public_id}/moves/"
    for _ in range(2):  # pressed twice: counted once
        client.post(url, {"version": table.match.version, "kind": "resign", "level": "match"})
    assert rating_of(table.people[WHITE]) == Decimal("1517.32")
    assert RatingChange.objects.count() == 2


def test_an_unrated_match_changes_no_rating(begin: Begin) -> None:
    begin(length=3, rated=False).do(BLACK, "resign", "match")
    assert Match.objects.get().status == "over"
    assert not Rating.objects.exists()


def test_a_game_that_does_not_end_the_match_changes_no_rating(begin: Begin) -> None:
    table = begin(length=5, rated=True, opening=(1, 3))
    table.do(BLACK, "resign", "3")  # all he can lose, so it needs no answer
    assert table.match.games.get().points == 3
    assert not Rating.objects.exists()


def test_a_match_cannot_be_counted_twice(dice: ScriptedDice) -> None:
    white, black = make_user("left"), make_user("right")
    match = finish(white, black, 5, WHITE, dice)
    with pytest.raises(IntegrityError), transaction.atomic():
        count_rated_match(match, WHITE)
    assert (rating_of(white), rating_of(black)) == (Decimal("1522.36"), Decimal("1477.64"))


def test_fifty_points_of_experience_put_a_player_on_the_list(dice: ScriptedDice) -> None:
    white, black = make_user("left"), make_user("right")
    rate(white, "1500", 46)
    rate(black, "1500", 45)
    finish(white, black, 4, BLACK, dice)
    assert Rating.objects.get(user=white).listed
    assert not Rating.objects.get(user=black).listed
    assert bands() == {floor(rating_of(white)): 1}


def test_a_listed_player_moves_from_band_to_band(dice: ScriptedDice) -> None:
    white, black = make_user("left"), make_user("right")
    rate(white, "1500.40", 500)
    rate(black, "1500.60", 500)
    assert bands() == {1500: 2}
    finish(white, black, 1, WHITE, dice)
    assert (rating_of(white), rating_of(black)) == (Decimal("1502.40"), Decimal("1498.60"))
    assert bands() == {1502: 1, 1498: 1}


def test_bands_and_experience_agree_with_the_ratings_after_many_matches(dice: ScriptedDice) -> None:
    chance = random.Random(7)
    people = [make_user(f"player{number}") for number in range(6)]
    points: Counter[int] = Counter()
    for _ in range(60):
        white, black = chance.sample(people, 2)
        length = chance.randint(1, 25)
        finish(white, black, length, chance.choice([WHITE, BLACK]), dice)
        points[white.pk] += length
        points[black.pk] += length
    rows = list(Rating.objects.all())
    assert {row.user_id: row.experience for row in rows} == dict(points)
    assert sum(row.won for row in rows) == 60
    assert sum(row.matches for row in rows) == 120
    assert bands() == dict(Counter(floor(row.rating) for row in rows if row.listed))


@pytest.mark.parametrize(
    ("mine", "theirs", "length"),
    [("1500", "1500", 1), ("1712.34", "1498.76", 25), ("1321.09", "1855.55", 9), ("1500", "1500", 5)],
)
def test_stakes_are_what_the_match_then_does(mine: str, theirs: str, length: int, dice: ScriptedDice) -> None:
    white, black = make_user("left"), make_user("right")
    rate(white, mine, 120)
    rate(black, theirs, 30)
    at_stake = stakes(Stand(Decimal(mine), 120), Stand(Decimal(theirs), 30), length)
    finish(white, black, length, BLACK, dice)
    assert rating_of(white) == Decimal(mine) + at_stake.loss
    at_stake = stakes(Stand(Decimal(mine), 120), Stand(Decimal(theirs), 30), length)
    assert at_stake.win > 0 > at_stake.loss


def test_stakes_of_newcomers_are_even() -> None:
    assert stakes(NEWCOMER, NEWCOMER, 5).win == Decimal("22.36")
    assert stakes(NEWCOMER, NEWCOMER, 5).loss == Decimal("-22.36")
