"""What is stored. No model has behaviour beyond naming its parts: services write, selectors read."""

from games.models.dice import DiceExchange, DiceSecret, DiceTally, new_secret
from games.models.match import SEATS, Game, Match, Move, new_public_id, new_token
from games.models.rating import Rating, RatingBand, RatingChange
from games.models.sitting import Process, Sitting

__all__ = [
    "SEATS",
    "DiceExchange",
    "DiceSecret",
    "DiceTally",
    "Game",
    "Match",
    "Move",
    "Process",
    "Rating",
    "RatingBand",
    "RatingChange",
    "Sitting",
    "new_public_id",
    "new_secret",
    "new_token",
]
