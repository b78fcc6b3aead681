"""A match once more, with rows and an id of its own, so that the same can happen to it again."""

from copy import copy

from games.models import DiceExchange, DiceSecret, Game, Match, Move, new_public_id, new_token
from games.rules.dice_chain import link_of
from tests.matches.exchanging import MINE, commitment_to


def copy_of(old: Match) -> Match:
    """The copy of a match that White has made; where White's browser has drawn a secret, it is MINE."""
    match = copy(old)
    match.pk, match.public_id, match.invite_token = None, new_public_id(), new_token()
    match._state = copy(match._state)
    match._state.adding = True
    match.save(force_insert=True)
    for move in Move.objects.filter(match=old, game=None):
        move.pk, move.match = None, match
        move.save(force_insert=True)
    for game in Game.objects.filter(match=old):
        moves = list(Move.objects.filter(game=game).order_by("version"))
        game.pk, game.match = None, match
        game.save(force_insert=True)
        for move in moves:
            move.pk, move.match, move.game = None, match, game
        Move.objects.bulk_create(moves)
    _copy_dice(old, match)
    return match


def _copy_dice(old: Match, match: Match) -> None:
    """The same secrets; what is made of them and the match's id is made anew."""
    secret, exchange = DiceSecret.objects.get(match=old), DiceExchange.objects.get(match=old)
    seed = bytes.fromhex(secret.seed)
    secret.match = exchange.match = match
    exchange.root = link_of(match.public_id, 0, seed, exchange.links).hex()
    if exchange.creator_commitment:
        exchange.creator_commitment = commitment_to(match, secret.creator_secret or MINE, "white")
    secret.save(force_insert=True)
    exchange.save(force_insert=True)
    for game in Game.objects.filter(match=match).exclude(dice_secret=""):
        game.dice_secret = link_of(match.public_id, game.number, seed, exchange.links).hex()
        game.save()
