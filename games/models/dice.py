"""What the dice of a match are made of (docs/dice.md), and how fair they have been."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.match import Match


def new_secret() -> str:
    """32 random bytes in hexadecimal."""
    return secrets.token_hex(32)


class DiceExchange(models.Model):
    """What server and players have committed to and revealed, and when: public, all of it, as soon as it is there.

    Secrets and commitments are 32 bytes in hexadecimal. The creator commits, the joiner reveals, then the creator does.
    A match that began before there were such dice has none.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="exchange")
    links = models.PositiveSmallIntegerField()
    root = models.CharField(max_length=64)
    committed_at = models.DateTimeField()
    creator_by_server = models.BooleanField()
    creator_commitment = models.CharField(max_length=64, default="", blank=True)
    creator_committed_at = models.DateTimeField(null=True)
    joiner_by_server = models.BooleanField(default=False)
    joiner_secret = models.CharField(max_length=64, default="", blank=True)
    joiner_revealed_at = models.DateTimeField(null=True)
    creator_secret = models.CharField(max_length=64, default="", blank=True)
    creator_revealed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(joiner_secret="", joiner_revealed_at=None)
                | (Q(joiner_revealed_at__isnull=False) & ~Q(joiner_secret="") & ~Q(creator_commitment="")),
                name="dice_joiner_after_commitment",
            ),
            models.CheckConstraint(
                condition=Q(creator_secret="", creator_revealed_at=None)
                | (Q(creator_revealed_at__isnull=False) & ~Q(creator_secret="") & ~Q(joiner_secret="")),
                name="dice_creator_after_joiner",
            ),
        ]

    def __str__(self) -> str:
        return f"dice of {self.match_id}"


class DiceSecret(models.Model):
    """The last link of the server's chain, and the secrets of those who send none.

    Only games/services/dice.py touches this table: whoever reads it knows all dice to come. The joiner's secret is
    drawn with the match, not when somebody joins: who has to join again because of a crash gets the same dice.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    seed = models.CharField(max_length=64, default=new_secret)
    creator_secret = models.CharField(max_length=64, default="", blank=True)
    joiner_secret = models.CharField(max_length=64, default=new_secret, blank=True)

    def __str__(self) -> str:
        return f"secret of {self.match_id}"


class DiceTally(models.Model):
    """How often what was rolled in the finished games of one player, or of the whole site (no user).

    Counted are the rolls of turns, not those for the first move. `entries` are rolls with a checker on the bar; what is
    expected, and its variance, is the number of those that let one enter, `entered`.
    """

    FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="dice_tally")
    rolls = models.PositiveBigIntegerField(default=0)
    doubles = models.PositiveBigIntegerField(default=0)
    ones = models.PositiveBigIntegerField(default=0)
    twos = models.PositiveBigIntegerField(default=0)
    threes = models.PositiveBigIntegerField(default=0)
    fours = models.PositiveBigIntegerField(default=0)
    fives = models.PositiveBigIntegerField(default=0)
    sixes = models.PositiveBigIntegerField(default=0)
    entries = models.PositiveBigIntegerField(default=0)
    entered = models.PositiveBigIntegerField(default=0)
    entries_expected = models.FloatField(default=0)
    entries_variance = models.FloatField(default=0)

    class Meta:
        verbose_name_plural = "dice tallies"
        constraints = [
            models.UniqueConstraint(models.Value(1), condition=Q(user=None), name="dice_tally_of_the_site"),
        ]

    def __str__(self) -> str:
        return f"dice of {self.user_id or 'the site'}"
