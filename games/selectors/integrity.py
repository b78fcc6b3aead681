"""Whether the snapshot of a game is what its record says: replaying the moves must give it."""

from collections.abc import Iterator

from games.models import Game, Match, Move
from games.rules.errors import RuleError
from games.rules.history import replay
from games.rules.match import Score, settle
from games.rules.snapshot import from_json
from games.stored import entry_of, match_score, match_terms


def faults_of(match: Match) -> Iterator[str]:
    """What is wrong with the stored record of one match, a sentence for each fault; nothing when it is whole."""
    versions = list(Move.objects.filter(match=match).order_by("version").values_list("version", flat=True))
    if versions != list(range(1, match.version + 1)):
        yield f"{match}: its moves are not numbered 1 to {match.version} without a gap"
    score = Score()
    for game in Game.objects.filter(match=match).order_by("number"):
        stored = from_json(game.state)
        entries = [entry_of(move) for move in Move.objects.filter(game=game).order_by("version")]
        try:
            replayed = replay(stored.terms, entries)
        except RuleError as error:
            yield f"{game}: its record breaks off: {error}"
            continue
        if replayed != stored:
            yield f"{game}: its snapshot is not what its record gives"
        if replayed.result:
            result = replayed.result
            score = settle(match_terms(match), score, stored.terms, result)
            if (game.winner or None, game.reason, game.points) != (
                result.winner,
                result.reason,
                result.points,
            ):
                yield f"{game}: its result is not what its record gives"
        elif game.ended_at:
            yield f"{game}: it has a result, but its record has no end"
    if score != match_score(match):
        yield f"{match}: its score is not the sum of its games"
