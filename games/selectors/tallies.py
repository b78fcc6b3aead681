"""What was rolled, as it is counted: one row for a player or for the site, however much has been played."""

from games.models import DiceTally, Match
from games.rules.tally import Tally


def site_tally() -> Tally:
    """What was rolled in all finished games here: one query."""
    return _tally(DiceTally.objects.filter(user=None).first())


def player_tally(user_id: int) -> Tally:
    """What a player has rolled in his finished games: one query."""
    return _tally(DiceTally.objects.filter(user=user_id).first())


def never_started(user_id: int) -> int:
    """How many matches of this creator were called off waiting for his browser's secret: one query."""
    called_off = Match.objects.filter(creator=user_id, status=Match.Status.ABORTED)
    return called_off.filter(exchange__creator_secret="").exclude(exchange__joiner_secret="").count()


def _tally(row: DiceTally | None) -> Tally:
    if row is None:
        return Tally()
    return Tally(
        rolls=row.rolls,
        doubles=row.doubles,
        faces=tuple(getattr(row, name) for name in DiceTally.FACES),
        entries=row.entries,
        entered=row.entered,
        entries_expected=row.entries_expected,
        entries_variance=row.entries_variance,
    )
