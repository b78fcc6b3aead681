"""Rated matches that end at the same moment, in threads with connections of their own."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from games.models import Rating, RatingBand, RatingChange
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import create_match, join_match
from tests.dice import ScriptedDice
from tests.people import make_user
from tests.playing import NOON, Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.data]


def test_matches_of_the_same_players_end_at_once_and_all_count(dice: ScriptedDice) -> None:
    people = [make_user("left"), make_user("right")]
    tables = []
    for number in range(8):  # each of the two sits as White in half of them: locks in the order of seats would cross
        white, black = people if number % 2 else reversed(people)
        match = create_match(white, MatchTerms("backgammon", 7), rated=True, public=True, seat=Seat.WHITE, now=NOON)
        dice.script((3, 1))
        match = join_match(black, match.public_id, None, now=NOON, roll_dice=dice)
        tables.append(Table(match, {Seat.WHITE: white, Seat.BLACK: black}, dice))
    barrier = Barrier(len(tables))

    def give_up(table: Table) -> None:
        barrier.wait()
        try:
            table.do(Seat.WHITE, "resign", "match")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(tables)) as threads:
        list(threads.map(give_up, tables))

    assert RatingChange.objects.count() == 16
    for rating in Rating.objects.all():
        assert (rating.matches, rating.experience, rating.won, rating.listed) == (8, 56, 4, True)
        changes = RatingChange.objects.filter(user=rating.user)
        assert 1500 + sum(change.after - change.before for change in changes) == rating.rating
    assert sum(RatingBand.objects.values_list("players", flat=True)) == 2
