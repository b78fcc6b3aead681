"""Which process of the server is alive, and at which tables its people sit."""

from django.db import models

from games.models.match import SEATS, Match


class Process(models.Model):
    """A server process that is alive: it says so every few seconds. Rows of dead ones are removed by the others."""

    name = models.CharField(max_length=16, unique=True)
    started_at = models.DateTimeField()
    beat_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "processes"

    def __str__(self) -> str:
        return self.name


class Sitting(models.Model):
    """A seat of which a process has pages open: one row, however many they are (games/services/sittings.py)."""

    process = models.ForeignKey(Process, models.CASCADE, related_name="sittings")
    match = models.ForeignKey(Match, models.CASCADE, related_name="sittings")
    seat = models.CharField(max_length=5, choices=SEATS)

    def __str__(self) -> str:
        return f"{self.match_id} {self.seat} at {self.process_id}"
