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
def test_ten_times_as_many_players_are_not_much_more_work() -> None:
    fill(800, chance=random.Random(5))
    in_the_middle = Rating.objects.order_by("rating")[400].user_id
    few = ticks_of_page(8, in_the_middle)
    fill(7_200, chance=random.Random(6))
    many = ticks_of_page(80, in_the_middle)
    # Twice, not once: the bands are fuller, up to one for each whole rating.
    assert many < 2.5 * few, (few, many)
