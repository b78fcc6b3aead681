"""What a person has played, for a profile. Every call costs the same number of queries, however much there is."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from heapq import merge
from itertools import islice

from django.db.models import Count, Q

from games.models import Match, Rating
from games.rules.game import Seat
from games.rules.match import shown_score
from games.rules.variants import VARIANTS
from games.stored import match_score, match_terms

RECENT = 12
PLAYED = (Match.Status.PLAYING, Match.Status.OVER)


class Outcome(StrEnum):
    """How a match went for the person it is told about."""

    WON = "won"
    LOST = "lost"
    UNDECIDED = "undecided"  # a session that ended level
    PLAYING = "playing"


@dataclass(frozen=True, slots=True)
class VariantRating:
    """How a person stands in one variant; `variant` is its name as the rules give it, to be translated."""

    variant: str
    rating: Decimal
    experience: int
    matches: int
    won: int


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match as one of its players tells it."""

    public_id: str
    variant: str
    length: int
    rated: bool
    opponent: str
    opponent_is_guest: bool
    mine: int
    theirs: int
    outcome: Outcome
    when: datetime  # of its end, or of its last move so far

    @property
    def has_ended_game(self) -> bool:
        """Whether a game of it is over."""
        return self.outcome != Outcome.PLAYING or self.mine + self.theirs > 0


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """Ratings, record and recent matches of one person, as far as the viewer may see them."""

    ratings: tuple[VariantRating, ...]
    won: int
    lost: int
    matches: tuple[PlayedMatch, ...]  # the newest first


def person_facts(person_id: int, viewer_id: int | None) -> PersonFacts:
    """Four queries. The record counts every decided match; one by link only is listed for its two players alone."""
    as_white, as_black = Q(white=person_id), Q(black=person_id)
    record = Match.objects.filter(as_white | as_black, status=Match.Status.OVER).aggregate(
        won=Count("id", (as_white & Q(winner=Seat.WHITE)) | (as_black & Q(winner=Seat.BLACK))),
        lost=Count("id", (as_white & Q(winner=Seat.BLACK)) | (as_black & Q(winner=Seat.WHITE))),
    )
    ratings = Rating.objects.filter(user=person_id).order_by("-experience", "variant")
    # Seat by seat, so that each query walks its own index and stops after RECENT rows.
    seats = (_seated(seat, person_id, viewer_id) for seat in Seat)
    newest = merge(*seats, key=lambda match: match.created_at, reverse=True)
    return PersonFacts(
        ratings=tuple(
            VariantRating(_variant_name(row.variant), row.rating, row.experience, row.matches, row.won)
            for row in ratings
        ),
        won=record["won"],
        lost=record["lost"],
        matches=tuple(_told_by(match, person_id) for match in islice(newest, RECENT)),
    )


def _seated(seat: Seat, person_id: int, viewer_id: int | None) -> list[Match]:
    seen = Q(visibility=Match.Visibility.PUBLIC)
    if viewer_id is not None:
        seen |= Q(white=viewer_id) | Q(black=viewer_id)
    matches = Match.objects.filter(seen, status__in=PLAYED, **{seat.value: person_id})
    return list(matches.select_related(seat.other.value).order_by("-created_at")[:RECENT])


def _told_by(match: Match, person_id: int) -> PlayedMatch:
    white_score, black_score = shown_score(match_terms(match), match_score(match))
    if match.white_id == person_id:
        mine, theirs, seat, opponent = white_score, black_score, Seat.WHITE, match.black
    else:
        mine, theirs, seat, opponent = black_score, white_score, Seat.BLACK, match.white
    assert opponent is not None  # noqa: S101  # the constraint match_seats_taken
    return PlayedMatch(
        public_id=match.public_id,
        variant=_variant_name(match.variant),
        length=match.length,
        rated=match.rated,
        opponent=opponent.username,
        opponent_is_guest=opponent.is_guest,
        mine=mine,
        theirs=theirs,
        outcome=_outcome(match, seat),
        when=match.ended_at or match.moved_at or match.created_at,
    )


def _outcome(match: Match, seat: Seat) -> Outcome:
    if match.status == Match.Status.PLAYING:
        return Outcome.PLAYING
    if not match.winner:
        return Outcome.UNDECIDED
    return Outcome.WON if match.winner == seat else Outcome.LOST


def _variant_name(key: str) -> str:
    """The name of a stored variant; its key, should this version of the rules not know it."""
    return VARIANTS[key].name if key in VARIANTS else key
