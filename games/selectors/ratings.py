"""Where players stand, and what a match between them would change."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from games.models import Rating
from games.rules.rating import START_RATING, change


@dataclass(frozen=True, slots=True)
class Stand:
    """A rating and the experience it rests on."""

    rating: Decimal
    experience: int


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a win adds to a rating, and what a loss adds: a negative number."""

    win: Decimal
    loss: Decimal


NEWCOMER = Stand(rating=Decimal(START_RATING), experience=0)


def stands(user_ids: Iterable[int]) -> dict[tuple[int, str], Stand]:
    """The stand of each (user, variant) that has played a rated match: one query. The rest are newcomers."""
    rows = Rating.objects.filter(user__in=set(user_ids))
    return {
        (row.user_id, row.variant): Stand(row.rating, row.experience)
        for row in rows.only("user_id", "variant", "rating", "experience")
    }


def stakes(mine: Stand, theirs: Stand, length: int) -> Stakes:
    """What a rated match of this length would do to my rating (SET-4), rounded as it would be stored."""

    def step(won: bool) -> Decimal:
        exact = change(float(mine.rating), mine.experience, float(theirs.rating), length, won)
        return Decimal(exact).quantize(Decimal("0.01"))

    return Stakes(win=step(True), loss=step(False))
