"""Ratings, what changed them, and how many players stand where."""

from django.conf import settings
from django.db import models

from games.models.match import SEATS, Match


class Rating(models.Model):
    """How one person stands in one variant (SET-4); listed on the leaderboard from the least experience on."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    variant = models.CharField(max_length=20)
    rating = models.DecimalField(max_digits=8, decimal_places=2, default=1500)
    experience = models.PositiveIntegerField(default=0)
    matches = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    listed = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "variant"], name="rating_per_variant")]
        indexes = [models.Index(fields=["variant", "listed", "-rating", "id"], name="rating_order")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.variant} {self.rating}"


class RatingChange(models.Model):
    """What one rated match did to one player's rating; once per match and player (SET-3)."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="rating_changes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating_changes")
    seat = models.CharField(max_length=5, choices=SEATS)
    before = models.DecimalField(max_digits=8, decimal_places=2)
    after = models.DecimalField(max_digits=8, decimal_places=2)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="rating_changes_once")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seat} {self.before} -> {self.after}"


class RatingBand(models.Model):
    """How many listed players of a variant have a rating of `floor` up to `floor` + 1.

    Kept in the transaction that changes a rating, so that a rank is a sum over a bounded number of bands and
    costs the same for a hundred thousand players as for a thousand.
    """

    variant = models.CharField(max_length=20)
    floor = models.IntegerField()
    players = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["variant", "floor"], name="rating_band")]

    def __str__(self) -> str:
        return f"{self.variant} {self.floor}: {self.players}"
