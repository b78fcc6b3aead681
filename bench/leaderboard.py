"""A page of the leaderboard with a hundred thousand rated players, as a ratio to the same page with a thousand.

Whole requests through Django, with an own row on another page; processor time, so that a busy machine counts less.
"""

import os
import random
import tempfile
import time
from statistics import median

import django
from django.conf import settings
from django.core.management import call_command

ROUNDS = 60
FEW, MANY = 1_000, 100_000


def main() -> None:
    """Fill a database of its own, measure, print."""
    with tempfile.TemporaryDirectory(prefix="barpoint-bench-") as folder:
        os.environ.update(BARPOINT_DATA=folder, DEBUG="1", DJANGO_SETTINGS_MODULE="config.settings")
        os.environ.pop("DATABASE_URL", None)
        django.setup()
        # DEBUG=1 spares collecting static files; but it would also keep every query.
        settings.DEBUG = False
        settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = True
        call_command("migrate", verbosity=0)
        from tests.counting.ranking import fill

        chance = random.Random(11)
        fill(FEW, chance=chance)
        few = milliseconds(FEW)
        fill(MANY - FEW, chance=chance)
        many = milliseconds(MANY)
    print("leaderboard: processor time of a page, median of", ROUNDS)
    print(f"  {'page':8}{FEW:>12,} players{MANY:>12,} players{'ratio':>8}")
    for page in few:
        print(f"  {page:8}{few[page]:>17.2f} ms{many[page]:>17.2f} ms{many[page] / few[page]:>8.2f}")


def milliseconds(players: int) -> dict[str, float]:
    """The cost of the first, the middle and the last page for a player in the middle of the list."""
    from django.test import Client

    from games.models import Rating

    client = Client(SERVER_NAME="localhost")
    client.force_login(Rating.objects.filter(listed=True).order_by("rating")[players // 2].user)
    last = -(-players // 50)
    costs = {}
    for name, number in (("first", 1), ("middle", last // 2), ("last", last)):
        times = []
        for _ in range(ROUNDS):
            began = time.process_time()
            response = client.get(f"/leaderboards/backgammon/?page={number}")
            times.append(1000 * (time.process_time() - began))
            if response.status_code != 200:
                raise SystemExit(f"page {number}: status {response.status_code}")
        costs[name] = median(times)
    return costs


if __name__ == "__main__":
    main()
