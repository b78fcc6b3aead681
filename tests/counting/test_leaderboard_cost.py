"""What a page of the leaderboard costs, in steps of SQLite's machine: unlike time, the same in every run."""

import random

import pytest
from django.db import connection

from games.models import Rating
from games.selectors.leaderboard import leaderboard
from tests.counting.ranking import VARIANT, fill

STEPS_PER_TICK = 100


def ticks_of_page(number: int, user_id: int) -> int:
    """How much work a page with an own row is."""
    ticks = 0

    def tick() -> int:
        nonlocal ticks
        ticks += 1
        return 0

    connection.connection.set_progress_handler(tick, STEPS_PER_TICK)
    try:
        assert leaderboard(VARIANT, number, user_id).rows
    finally:
        connection.connection.set_progress_handler(None, 0)
    return ticks


@pytest.mark.django_db
def test_twenty_times_as_many_players_are_not_much_more_work() -> None:
    fill(1000, chance=random.Random(5))
    in_the_middle = Rating.objects.order_by("rating")[500].user_id
    few = ticks_of_page(10, in_the_middle)
    fill(19_000, chance=random.Random(6))
    many = ticks_of_page(200, in_the_middle)
    assert many < 2.5 * few, (few, many)
