"""Whether the snapshot of a game is what its record says: replaying the moves must give it.

And whether what the dice are made of is there and fits together. That the dice are those which it gives is for the
verifier of the record (games.rules.verify) to say.
"""

from collections.abc import Iterator

from games.models import DiceExchange, Game, Match, Move
from games.rules.clock import LAG
from games.rules.dice_chain import commitment, link_before, links_for
from games.rules.errors import RuleError
from games.rules.game import GameState
from games.rules.history import Kind, replay
from games.rules.match import Score, settle
from games.rules.snapshot import from_json
from games.stored import clock_of, creator_seat, entry_of, match_score, match_terms


def faults_of(match: Match) -> Iterator[str]:
    """What is wrong with the stored record of one match, a sentence for each fault; nothing when it is whole."""
    versions = list(Move.objects.filter(match=match).order_by("version").values_list("version", flat=True))
    if versions != list(range(1, match.version + 1)):
        yield f"{match}: its moves are not numbered 1 to {match.version} without a gap"
    score, newest = Score(), None
    games = list(Game.objects.filter(match=match).order_by("number"))
    for game in games:
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
    yield from _roll_faults(games)
    yield from _exchange_faults(match, games)


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


def _roll_faults(games: list[Game]) -> Iterator[str]:
    """The rolls of each game are numbered from 0 without a gap, and the game knows how many there are (TURN-2)."""
    for game in games:
        rolls = Move.objects.filter(game=game, kind=Kind.ROLL).order_by("version")
        if list(rolls.values_list("roll_number", flat=True)) != list(range(game.rolls)):
            yield f"{game}: its {game.rolls} rolls are not numbered from 0 without a gap"


def _exchange_faults(match: Match, games: list[Game]) -> Iterator[str]:
    """Who plays has been committed to; the link of a game is public as soon as it is over, and never before."""
    exchange = DiceExchange.objects.filter(match=match).first()
    for game in games:
        if bool(game.dice_secret) != bool(exchange and game.ended_at):
            yield f"{game}: its link of the chain is {'' if game.dice_secret else 'not '}public"
    if exchange is None:
        return
    if exchange.links != links_for(match.length):
        yield f"{match}: its chain has {exchange.links} links"
    before = exchange.root
    for game in games:
        if game.dice_secret:
            link = link_before(match.public_id, game.number, bytes.fromhex(game.dice_secret))
            if link.hex() != before:
                yield f"{game}: its link does not follow the one before"
        before = game.dice_secret
    if games and not exchange.creator_secret:
        yield f"{match}: it began before the creator's secret was there"
    if exchange.creator_secret:
        secret = bytes.fromhex(exchange.creator_secret)
        if commitment(match.public_id, creator_seat(match), secret).hex() != exchange.creator_commitment:
            yield f"{match}: the creator's secret is not what was committed to"
