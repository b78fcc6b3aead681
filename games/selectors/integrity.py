"""Whether the snapshot of a game is what its record says: replaying the moves must give it."""

from collections.abc import Iterator

from games.models import Game, Match, Move
from games.rules.clock import LAG
from games.rules.errors import RuleError
from games.rules.game import GameState
from games.rules.history import replay
from games.rules.match import Score, settle
from games.rules.snapshot import from_json
from games.stored import clock_of, entry_of, match_score, match_terms


def faults_of(match: Match) -> Iterator[str]:
    """What is wrong with the stored record of one match, a sentence for each fault; nothing when it is whole."""
    versions = list(Move.objects.filter(match=match).order_by("version").values_list("version", flat=True))
    if versions != list(range(1, match.version + 1)):
        yield f"{match}: its moves are not numbered 1 to {match.version} without a gap"
    score, newest = Score(), None
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
        newest = replayed
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
    yield from _clock_faults(match, newest)


def _clock_faults(match: Match, newest: GameState | None) -> Iterator[str]:
    """The clock runs for whoever is to act, the keeper looks when it is over, and nobody has more than at the start."""
    clock = clock_of(match)
    full = clock.pace.reserve(match.length)
    if not all(0 <= left <= full for left in clock.reserve_ms):
        yield f"{match}: reserves of {clock.reserve_ms} ms are not within the {full} ms of the start"
    is_playing = match.status == Match.Status.PLAYING and clock.pace.has_clock
    to_act = newest.to_act if newest and is_playing else None
    if clock.seat != to_act:
        yield f"{match}: the clock of {clock.seat} runs, but {to_act} is to act"
    elif clock.zero_at and match.due_at != clock.zero_at + LAG:
        yield f"{match}: its clock runs out at {clock.zero_at}, but it is due at {match.due_at}"
    if match.due_at and not is_playing:
        yield f"{match}: it is due at {match.due_at}, but no clock can do anything to it"
