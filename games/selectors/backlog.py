"""How much there is to do, over all processes."""

from datetime import datetime

from games.models import Match

Figure = tuple[float, str]  # and what it means


def backlog(now: datetime) -> dict[str, Figure]:
    """The figures of all matches together, by name: counts over indexes, for whoever measures now and then."""
    return {
        "matches_playing": (
            Match.objects.filter(status=Match.Status.PLAYING).count(),
            "Matches that are being played.",
        ),
        "clocks_overdue": (Match.objects.filter(due_at__lt=now).count(), "Matches whose clock nobody has looked at."),
    }
