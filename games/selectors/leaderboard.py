"""The leaderboard of a variant. What a page costs does not depend on how many players there are.

A rank is one more than the players with a higher rating: the sum of the bands above (RatingBand, at most as many
as there are whole ratings) and a count within one band. The first row of a page is found through the bands too,
never by skipping over all rows before it.
"""

from dataclasses import dataclass
from decimal import Decimal
from math import floor

from django.db.models import Count, F, Q, QuerySet, Sum, Window

from games.models import Rating, RatingBand

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class Standing:
    """One row: who, and how he stands. Players with the same rating share a rank."""

    rank: int
    user_id: int
    name: str
    rating: Decimal
    experience: int
    matches: int
    won: int


@dataclass(frozen=True, slots=True)
class OwnStanding:
    """Where a registered viewer stands: `standing` and its page once listed, before that the experience so far."""

    experience: int
    standing: Standing | None = None
    page: int = 1


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """One page of the ranking."""

    variant: str
    number: int
    last: int
    players: int
    rows: tuple[Standing, ...]
    own: OwnStanding | None


def leaderboard(variant: str, number: int, user_id: int | None = None) -> Leaderboard:
    """Page `number` of the ranking, and the viewer's own standing: at most seven queries, whatever the page."""
    own = Rating.objects.filter(user=user_id, variant=variant).select_related("user").first() if user_id else None
    players = RatingBand.objects.filter(variant=variant).aggregate(players=Sum("players"))["players"] or 0
    return Leaderboard(
        variant=variant,
        number=number,
        last=max(1, -(-players // PAGE_SIZE)),
        players=players,
        rows=_rows(variant, start=(number - 1) * PAGE_SIZE),
        own=_own(own) if user_id else None,
    )


def listed(variant: str) -> QuerySet[Rating]:
    """Who is on the leaderboard, best first, in the order of the index `rating_order`.

    `listed__in` and not `listed=True`: SQLite uses the index for a comparison, not for a bare column.
    """
    return Rating.objects.filter(variant=variant, listed__in=[True]).order_by("-rating", "id")


def band(variant: str, rating: Decimal) -> QuerySet[Rating]:
    """The listed players whose rating has the same whole part."""
    whole = floor(rating)
    return listed(variant).filter(rating__gte=whole, rating__lt=whole + 1)


def _rows(variant: str, start: int) -> tuple[Standing, ...]:
    bands = RatingBand.objects.filter(variant=variant, players__gt=0)
    bands = bands.annotate(upto=Window(Sum("players"), order_by=F("floor").desc()))
    first = bands.filter(upto__gt=start).order_by("-floor").first()
    if first is None:
        return ()
    above = first.upto - first.players
    skip = start - above
    page = list(listed(variant).filter(rating__lt=first.floor + 1).select_related("user")[skip : skip + PAGE_SIZE])
    rows: list[Standing] = []
    for place, row in enumerate(page, start + 1):
        if not rows:
            rank = above + band(variant, row.rating).filter(rating__gt=row.rating).count() + 1
        elif row.rating != page[len(rows) - 1].rating:
            rank = place
        rows.append(_standing(row, rank))
    return tuple(rows)


def _own(row: Rating | None) -> OwnStanding:
    if row is None:
        return OwnStanding(experience=0)
    if not row.listed:
        return OwnStanding(experience=row.experience)
    bands = RatingBand.objects.filter(variant=row.variant, floor__gt=floor(row.rating))
    above = bands.aggregate(players=Sum("players"))["players"] or 0
    within = band(row.variant, row.rating).aggregate(
        higher=Count("id", filter=Q(rating__gt=row.rating)),
        before=Count("id", filter=Q(rating__gt=row.rating) | Q(rating=row.rating, id__lt=row.id)),
    )
    return OwnStanding(
        experience=row.experience,
        standing=_standing(row, above + within["higher"] + 1),
        page=(above + within["before"]) // PAGE_SIZE + 1,
    )


def _standing(row: Rating, rank: int) -> Standing:
    return Standing(
        rank=rank,
        user_id=row.user_id,
        name=row.user.username,
        rating=row.rating,
        experience=row.experience,
        matches=row.matches,
        won=row.won,
    )
