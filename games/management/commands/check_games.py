"""Replays every stored match and compares it with its snapshots, results and score."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Match
from games.selectors.integrity import faults_of


class Command(BaseCommand):
    """`manage.py check_games`: prints each fault; fails if there is any."""

    help = "Replay the record of every match and compare it with what is stored."

    def handle(self, *args: Any, **options: Any) -> None:
        count = faults = 0
        for match in Match.objects.order_by("id").iterator(chunk_size=200):
            count += 1
            for fault in faults_of(match):
                faults += 1
                self.stderr.write(fault)
        if faults:
            raise CommandError(f"{faults} faults in {count} matches")
        self.stdout.write(f"{count} matches checked, all records whole")
