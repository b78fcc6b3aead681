"""Ratings change once, in the transaction that ends a rated match (SET-3, SET-4)."""

from collections import Counter
from decimal import Decimal
from math import floor

from django.db.models import F

from games.models import Match, Rating, RatingBand, RatingChange
from games.rules import rating as rules
from games.rules.game import Seat

# Points of rated matches before somebody stands on the leaderboard: FIBS's threshold.
LEAST_EXPERIENCE = 50


def count_rated_match(match: Match, winner: Seat) -> None:
    """Change both players' ratings for the match that `winner` has just won.

    Belongs inside the transaction that ends the match. A second call for the same match is an IntegrityError.
    Rows are locked in one order everywhere (ratings by user, then bands by floor), so two matches that end at once
    cannot wait for each other.
    """
    ratings = _lock_ratings(match)
    before = {seat: rating.rating for seat, rating in ratings.items()}
    moved_bands: Counter[int] = Counter()
    for seat, rating in ratings.items():
        if rating.listed:
            moved_bands[floor(rating.rating)] -= 1
        _count(rating, before[seat.other], match.length, won=seat == winner)
        if rating.listed:
            moved_bands[floor(rating.rating)] += 1
    Rating.objects.bulk_update(ratings.values(), ["rating", "experience", "matches", "won", "listed"])
    RatingChange.objects.bulk_create(
        RatingChange(match=match, user_id=rating.user_id, seat=seat, before=before[seat], after=rating.rating)
        for seat, rating in ratings.items()
    )
    _move_bands(match.variant, moved_bands)


def _lock_ratings(match: Match) -> dict[Seat, Rating]:
    """Both players' ratings, made where missing and locked."""
    players = ((match.white_id, Seat.WHITE), (match.black_id, Seat.BLACK))
    seats = {user_id: seat for user_id, seat in players if user_id is not None}
    missing = [Rating(user_id=user_id, variant=match.variant) for user_id in sorted(seats)]
    Rating.objects.bulk_create(missing, ignore_conflicts=True)
    rows = Rating.objects.select_for_update().filter(user__in=seats, variant=match.variant).order_by("user_id")
    return {seats[row.user_id]: row for row in rows}


def _count(rating: Rating, opponent: Decimal, length: int, *, won: bool) -> None:
    """Apply one match; K comes from the experience before it (SET-4)."""
    change = rules.change(float(rating.rating), rating.experience, float(opponent), length, won)
    rating.rating += Decimal(change).quantize(Decimal("0.01"))
    rating.experience += length
    rating.matches += 1
    rating.won += won
    rating.listed = rating.experience >= LEAST_EXPERIENCE


def _move_bands(variant: str, moved: Counter[int]) -> None:
    floors = sorted(band for band, players in moved.items() if players)
    RatingBand.objects.bulk_create(
        [RatingBand(variant=variant, floor=band, players=0) for band in floors], ignore_conflicts=True
    )
    for band in floors:
        RatingBand.objects.filter(variant=variant, floor=band).update(players=F("players") + moved[band])
