"""FIBS-type rating (SET-4): what a match of a length does to each player's number."""

from math import pow, sqrt

START_RATING = 1500
MAX_LENGTH = 99


def is_rated_length(length: int) -> bool:
    """Sessions and matches beyond 99 points are not rated."""
    return 1 <= length <= MAX_LENGTH


def change(rating: float, experience: int, opponent_rating: float, length: int, won: bool) -> float:
    """What the match adds to this player's rating; negative after a loss.

    `experience` is his before the match, in points of match length (AMB-34). K is per player, so the two
    changes of a match need not cancel.

    >>> round(change(1500, 0, 1500, length=5, won=True), 3)
    22.361
    """
    if not is_rated_length(length):
        raise ValueError(f"a match to {length} is not rated")
    root = sqrt(length)
    odds = pow(10.0, -abs(rating - opponent_rating) * root / 2000)  # at most 1, so it cannot overflow
    upset = odds / (1 + odds)
    favourite_won = won == (rating >= opponent_rating)
    probability = upset if favourite_won else 1 - upset
    factor = max(1.0, 5 - experience / 100)
    size = 4 * factor * root * probability
    return size if won else -size
