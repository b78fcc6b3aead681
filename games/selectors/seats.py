"""Who is at the table and whose clock runs: what changes without a move, so it is no part of the table's version."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from games.models import Game, Match, Sitting
from games.rules.clock import Clock
from games.rules.game import GameState, Seat
from games.rules.snapshot import from_json
from games.stored import claim_opens_at, clock_of


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """The seats of a match in play or over. `left_at`: since when a seat has had no page open; None while it has.

    `to_act` is whom the game waits for; from `claim_at` on the other may claim the win; None: he cannot.
    """

    public_id: str
    version: int
    names: dict[Seat, str]
    is_playing: bool
    clock: Clock
    left_at: dict[Seat, datetime | None]
    to_act: Seat | None
    claim_at: datetime | None


def seat_facts(public_ids: Iterable[str]) -> dict[str, SeatFacts]:
    """The seats of these matches, by public id: two queries however many there are."""
    players = Match.objects.select_related("white", "black")
    matches = {match.pk: match for match in players.filter(public_id__in=list(public_ids))}
    newest = {game.match_id: from_json(game.state) for game in Game.objects.filter(match__in=matches, ended_at=None)}
    return {match.public_id: seats_of(match, newest.get(match.pk), _names(match)) for match in matches.values()}


def seats_of(match: Match, state: GameState | None, names: dict[Seat, str]) -> SeatFacts:
    """The seats of `match`, whose newest game stands so (None, or over: nobody is to act). Nothing is read."""
    is_playing = match.status == Match.Status.PLAYING
    game = state if is_playing and state and state.result is None else None
    return SeatFacts(
        public_id=match.public_id,
        version=match.version,
        names=names,
        is_playing=is_playing,
        clock=clock_of(match),
        left_at={Seat.WHITE: match.white_left_at, Seat.BLACK: match.black_left_at},
        to_act=game.to_act if game else None,
        claim_at=claim_opens_at(match, game) if game else None,
    )


def _names(match: Match) -> dict[Seat, str]:
    return {seat: user.username for seat, user in ((Seat.WHITE, match.white), (Seat.BLACK, match.black)) if user}


def sittings_of(process: str) -> set[tuple[str, Seat]]:
    """The places, matches and seats at them, that have a page open in the process of this name."""
    sittings = Sitting.objects.filter(process__name=process).values_list("match__public_id", "seat")
    return {(public_id, Seat(seat)) for public_id, seat in sittings}
