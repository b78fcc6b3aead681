"""After the storm: whether everything stored is whole, and all that anybody saw can be explained by it."""

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal

from django.db.models import Sum

from games.models import DiceExchange, DiceSecret, Match, Move, Rating, RatingBand, RatingChange
from games.records.seal import sealed
from games.rules.dice_chain import game_key, link_of, roll
from games.rules.verify import verify
from games.selectors.integrity import faults_of
from games.selectors.match_record import match_record
from games.stored import clock_of
from tests.reliability import history
from tests.reliability.faults import Drawn, drawn
from tests.reliability.history import Op
from tests.reliability.record import read_record

START = Decimal(1500)


def faults(histories: dict[str, list[Op]]) -> Iterator[str]:
    """Everything that is wrong, a sentence for each fault."""
    for match in Match.objects.order_by("id"):
        yield from faults_of(match)
        model, log = read_record(match)
        if match.status in ("playing", "over") and (match.status, match.winner) != (model.status, model.winner or ""):
            yield f"{match}: stored as {match.status} {match.winner}, by its record {model.status} {model.winner}"
        if match.public_id in histories:
            yield from (f"{match}: {fault}" for fault in history.faults(histories[match.public_id], log))
        yield from _rating_faults(match)
        yield from _clock_faults(match, model.state.to_act if model.state else None)
        yield from _dice_faults(match)
        yield from (f"{match}, its record: {fault}" for fault in verify(sealed(match_record(match))).faults)
    yield from _sum_faults()
    yield from _drawn_faults()


def drawn_again() -> int:
    """How many rolls more than one process has drawn: the transaction of the first was lost."""
    return sum(len({each.process for each in times}) > 1 for times in _drawn().values())


def _dice_faults(match: Match) -> Iterator[str]:
    """Every roll, of running games as well, is what the chain, both secrets and its number give."""
    exchange, secret = DiceExchange.objects.get(match=match), DiceSecret.objects.get(match=match)
    if not exchange.creator_secret:
        return
    if exchange.joiner_by_server and exchange.joiner_secret != secret.joiner_secret:
        yield f"{match}: the joiner's secret is not the one that was drawn with the match"
    white, black = bytes.fromhex(exchange.creator_secret), bytes.fromhex(exchange.joiner_secret)
    if match.white_id != match.creator_id:
        white, black = black, white
    for game in match.games.all():
        link = link_of(match.public_id, game.number, bytes.fromhex(secret.seed), exchange.links)
        key = game_key(match.public_id, game.number, link, white, black)
        for move in Move.objects.filter(game=game, kind="roll"):
            if (move.die1, move.die2) != roll(key, move.roll_number or 0):
                yield f"{move}: the dice are not those of roll {move.roll_number} of the game"


def _drawn() -> dict[tuple[str, int, int], list[Drawn]]:
    """What servers have drawn, for each roll."""
    found = defaultdict(list)
    for each in drawn():
        found[each.which].append(each)
    return found


def _drawn_faults() -> Iterator[str]:
    """Whoever draws a roll once more, because its transaction was lost, draws the same dice; and they are stored."""
    stored = {
        (match, game, number): (die1, die2)
        for match, game, number, die1, die2 in Move.objects.filter(kind="roll").values_list(
            "match__public_id", "game__number", "roll_number", "die1", "die2"
        )
    }
    for which, times in _drawn().items():
        dice = {each.dice for each in times}
        if len(dice) > 1 or which in stored and stored[which] not in dice:
            yield f"roll {which} was drawn as {dice}, and stored is {stored.get(which)}"


def _rating_faults(match: Match) -> Iterator[str]:
    """A rated match that is won counts once for each player; no other counts."""
    counted = RatingChange.objects.filter(match=match).count()
    if counted != (2 if match.rated and match.winner else 0):
        yield f"{match}: counted {counted} times"


def _sum_faults() -> Iterator[str]:
    """Each rating is the sum of its changes, and the bands hold everybody who is listed."""
    for rating in Rating.objects.all():
        changes = RatingChange.objects.filter(user=rating.user_id, match__variant=rating.variant)
        if START + sum(change.after - change.before for change in changes) != rating.rating:
            yield f"{rating}: not the sum of its changes"
        if changes.count() != rating.matches:
            yield f"{rating}: {rating.matches} matches, {changes.count()} changes"
    listed = Rating.objects.filter(listed=True).count()
    banded = RatingBand.objects.aggregate(players=Sum("players"))["players"] or 0
    if listed != banded:
        yield f"{listed} players are listed, {banded} stand in the bands"


def _clock_faults(match: Match, to_act: str | None) -> Iterator[str]:
    """The clock that runs is that of the player who is to act, and nobody has more time than at the start."""
    clock = clock_of(match)
    most = clock.pace.reserve(match.length)
    if not all(0 <= left <= most for left in clock.reserve_ms):
        yield f"{match}: reserves {clock.reserve_ms} of {most}"
    runs = to_act if clock.pace.has_clock and match.status == "playing" else None
    if clock.seat != runs:
        yield f"{match}: the clock of {clock.seat} runs, and {to_act} is to act"
