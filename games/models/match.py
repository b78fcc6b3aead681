"""Matches, their games, and the append-only record of moves (design: what is stored)."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.fields import WholeNumberField
from games.rules.history import Kind


def new_public_id() -> str:
    """An unguessable id for URLs: 96 random bits, 16 characters."""
    return secrets.token_urlsafe(12)


def new_token() -> str:
    """The secret in an invitation link: 128 random bits, 22 characters."""
    return secrets.token_urlsafe(16)


# The two seats of a match (games.rules.game.Seat), as people read them.
SEATS = [("white", _("White")), ("black", _("Black"))]


class Match(models.Model):
    """Games between two seats to a length; length 0 is a session (money play)."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        WAITING = "waiting", _("waiting for the creator's secret")
        PLAYING = "playing", _("playing")
        OVER = "over", _("over")
        ABORTED = "aborted", _("aborted")

    UNBEGUN = (Status.OPEN, Status.WAITING)

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("in the lobby, anybody may join and watch")
        LINK = "link", _("by link only")

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    invite_token = models.CharField(max_length=22, default=new_token)
    variant = models.CharField(max_length=20, default="backgammon")
    options = models.CharField(max_length=80, default="", blank=True)  # of the variant, with spaces between
    length = models.PositiveSmallIntegerField()
    crawford = models.BooleanField()
    cube = models.BooleanField()
    jacoby = models.BooleanField()
    max_beavers = models.PositiveSmallIntegerField(default=0)
    automatic_doubles = models.PositiveSmallIntegerField(default=0)
    rated = models.BooleanField()
    visibility = models.CharField(max_length=6, choices=Visibility)

    white = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="matches_as_white")
    black = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="matches_as_black")
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="matches_created")

    status = models.CharField(max_length=7, choices=Status, default=Status.OPEN)
    white_score = WholeNumberField(default=0)
    black_score = WholeNumberField(default=0)
    crawford_done = models.BooleanField(default=False)
    winner = models.CharField(max_length=5, choices=SEATS, default="", blank=True)
    version = models.PositiveIntegerField(default=0)
    rematch_of = models.OneToOneField("self", models.PROTECT, null=True, related_name="rematch")

    # The clock (CLK-1, CLK-2): what each seat has left of its reserve, whose clock runs and since when.
    clock = models.CharField(max_length=8, default="none")
    white_reserve_ms = models.PositiveBigIntegerField(default=0)
    black_reserve_ms = models.PositiveBigIntegerField(default=0)
    clock_seat = models.CharField(max_length=5, choices=SEATS, default="", blank=True)
    clock_started_at = models.DateTimeField(null=True)
    # When the keeper has work here if nobody acts before: a flag falls, or the next game begins (CLK-4, CLK-6).
    due_at = models.DateTimeField(null=True)
    # Since when a seat has had no page open; null while it has one, and before the match has its second player.
    white_left_at = models.DateTimeField(null=True)
    black_left_at = models.DateTimeField(null=True)

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "matches"
        constraints = [
            models.CheckConstraint(condition=Q(length__lte=25), name="match_length"),
            models.CheckConstraint(
                condition=Q(white=None) | Q(black=None) | ~Q(white=F("black")), name="match_two_people"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["open", "aborted"]) | Q(white__isnull=False, black__isnull=False),
                name="match_seats_taken",
            ),
            models.CheckConstraint(condition=Q(rated=False) | Q(length__gt=0), name="match_rated_has_length"),
            models.CheckConstraint(condition=Q(winner__in=["", "white", "black"]), name="match_winner_seat"),
            models.CheckConstraint(
                condition=Q(clock_seat="", clock_started_at=None)
                | Q(clock_seat__in=["white", "black"], clock_started_at__isnull=False, due_at__isnull=False),
                name="match_clock_whole",
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="match_due"),
            models.Index(fields=["status", "visibility", "-created_at"], name="match_lobby"),
            models.Index(fields=["white", "-created_at"], name="match_of_white"),
            models.Index(fields=["black", "-created_at"], name="match_of_black"),
        ]

    def __str__(self) -> str:
        return self.public_id


class Game(models.Model):
    """One board of a match. `state` is the snapshot of the rules' GameState: a cache of the record of moves."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="games")
    number = models.PositiveIntegerField()
    state = models.JSONField()
    winner = models.CharField(max_length=5, choices=SEATS, default="", blank=True)
    reason = models.CharField(max_length=8, default="", blank=True)
    multiplier = models.PositiveSmallIntegerField(default=0)
    points = WholeNumberField(default=0)
    rolls = models.PositiveIntegerField(default=0)  # made in it so far, those for the first move included
    dice_secret = models.CharField(max_length=64, default="", blank=True)  # its link of the chain, once it is over
    dice_counted = models.BooleanField(default=False)  # in the tallies
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            # The few that are over and not in the tallies yet.
            models.Index(
                fields=["ended_at"], condition=Q(dice_counted=False, ended_at__isnull=False), name="game_uncounted"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="game_number"),
            models.CheckConstraint(
                condition=Q(ended_at=None, winner="", reason="", multiplier=0)
                | (Q(ended_at__isnull=False) & ~Q(reason="")),
                name="game_result_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class Move(models.Model):
    """One stored entry of a match's record: appended, never changed, never deleted.

    `text` is the canonical notation of a play, the level of a resignation, the number of a chosen double.
    An opening roll (OPEN-1) has no seat; its dice are White's and Black's. Rolls are numbered from 0 in each game.
    Leaving a session, asking for a rematch, joining before the creator's secret is there, and cancelling what has not
    begun are moves of the match; the last two have no game.
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="moves")
    game = models.ForeignKey(Game, models.PROTECT, null=True, related_name="moves")
    version = models.PositiveIntegerField()
    seat = models.CharField(max_length=5, choices=SEATS, default="", blank=True)
    kind = models.CharField(max_length=8, choices=[(kind.value, kind.value) for kind in Kind])
    die1 = models.PositiveSmallIntegerField(null=True)
    die2 = models.PositiveSmallIntegerField(null=True)
    roll_number = models.PositiveIntegerField(null=True)
    text = models.CharField(max_length=80, default="", blank=True)
    made_at = models.DateTimeField()
    thinking_ms = models.PositiveBigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="move_version"),
            models.UniqueConstraint(fields=["game", "roll_number"], name="move_roll_number"),
            models.CheckConstraint(condition=Q(kind__in=[kind.value for kind in Kind]), name="move_kind"),
            models.CheckConstraint(
                condition=Q(kind="roll", die1__range=(1, 6), die2__range=(1, 6), roll_number__isnull=False)
                | (~Q(kind="roll") & Q(die1=None, die2=None, roll_number=None)),
                name="move_dice",
            ),
            models.CheckConstraint(condition=~Q(seat="") | Q(kind="roll"), name="move_seat"),
            models.CheckConstraint(condition=Q(game__isnull=False) | Q(kind__in=["cancel", "join"]), name="move_game"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}@{self.version} {self.kind} {self.text}".rstrip()
