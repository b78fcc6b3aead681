"""Who is at the table and whose clock runs: what changes without a move, so it is no part of the table's version."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from games.models import Game, Match, Sitting
from games.rules.clock import Clock
from games.rules.game import Seat
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
    newest: dict[int, Game] = {}
    for game in Game.objects.filter(match__in=matches, ended_at=None):
        newest[game.match_id] = game
    return {match.public_id: _facts(match, newest.get(match.pk)) for match in matches.values()}


def sittings_of(process: str) -> set[tuple[str, Seat]]:
    """The places, matches and seats at them, that have a page open in the process of this name."""
    sittings = Sitting.objects.filter(process__name=process).values_list("match__public_id", "seat")
    return {(public_id, Seat(seat)) for public_id, seat in sittings}


def _facts(match: Match, game: Game | None) -> SeatFacts:
    is_playing = match.status == Match.Status.PLAYING
    state = from_json(game.state) if is_playing and game else None
    left_at = {Seat.WHITE: match.white_left_at, Seat.BLACK: match.black_left_at}
    return SeatFacts(
        public_id=match.public_id,
        version=match.version,
        names={seat: user.username for seat, user in ((Seat.WHITE, match.white), (Seat.BLACK, match.black)) if user},
        is_playing=is_playing,
        clock=clock_of(match),
        left_at=left_at,
        to_act=state.to_act if state else None,
        claim_at=claim_opens_at(match, state) if state else None,
    )
