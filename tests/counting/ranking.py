"""A ranking to test with: many rated players at once, and the ranks worked out the slow way."""

import random
from collections import Counter
from decimal import Decimal
from math import floor

from django.db.models import Max

from accounts.models import User
from games.models import Rating, RatingBand

VARIANT = "backgammon"


def fill(players: int, *, chance: random.Random, unlisted: int = 0) -> None:
    """That many listed players, about normally distributed and with ties, and some not listed yet."""
    last = User.objects.aggregate(last=Max("pk"))["last"] or 0
    names = [f"player{last + number}" for number in range(1, players + unlisted + 1)]
    User.objects.bulk_create([User(username=name, password="!") for name in names], batch_size=2000)
    ratings = [
        Rating(
            user=user,
            variant=VARIANT,
            rating=Decimal(round(chance.gauss(1500, 150) * 4)) / 4,  # quarters, so that some are equal
            experience=chance.randint(50, 5000) if number < players else chance.randint(0, 49),
            matches=number % 97,
            won=number % 41,
            listed=number < players,
        )
        for number, user in enumerate(User.objects.filter(pk__gt=last).only("pk"))
    ]
    Rating.objects.bulk_create(ratings, batch_size=2000)
    RatingBand.objects.filter(variant=VARIANT).delete()
    listed = Rating.objects.filter(variant=VARIANT, listed=True).values_list("rating", flat=True)
    RatingBand.objects.bulk_create(
        RatingBand(variant=VARIANT, floor=whole, players=count)
        for whole, count in Counter(floor(rating) for rating in listed).items()
    )


def ranks_the_slow_way() -> dict[int, tuple[int, int]]:
    """Each listed player's rank and place, worked out by sorting them all."""
    rows = Rating.objects.filter(variant=VARIANT, listed=True).order_by("-rating", "id")
    ordered = list(rows.values_list("user_id", "rating"))
    higher = {rating: place for place, (_, rating) in reversed(list(enumerate(ordered)))}
    return {user_id: (higher[rating] + 1, place) for place, (user_id, rating) in enumerate(ordered)}
