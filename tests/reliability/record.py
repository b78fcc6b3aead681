"""The stored record of a match, read for a proof: as a model by the rules, and as the log of its history."""

from games.models import Match, Move
from games.stored import entry_of, match_terms
from tests.reliability.history import Asked, Stored
from tests.reliability.model import Model
from tests.reliability.sight import sight_of


def read_record(match: Match) -> tuple[Model, list[Stored]]:
    """The match as its record says, and each entry with the table that must be seen after it."""
    model, log = Model(match_terms(match)), []
    for move in Move.objects.filter(match=match).order_by("version"):
        model.take(entry_of(move))
        dice = () if move.die1 is None or move.die2 is None else tuple(sorted({move.die1, move.die2}))
        after = sight_of(move.version, model.status, model.state) if model.state else None
        log.append(Stored(move.version, Asked(move.seat, move.kind, move.text), dice, after))
    return model, log
