"""A match or session around its games: the score, the terms of the next game, and who has won (MATCH-1..8).

Nothing is remembered outside Score, so every match has a Crawford game of its own.
"""

from dataclasses import dataclass, replace

from games.rules.errors import WrongPhase, gettext_noop
from games.rules.terms import Result, Seat, Terms
from games.rules.variants import Variant, variant


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """What was agreed for all games. Length 0 is a session (MONEY-1).

    Crawford means nothing in a session; Jacoby, beavers and automatic doubles mean nothing in a match
    (MATCH-7), and none of it means anything without a cube. `options` are those of the variant.
    """

    variant: str
    length: int
    crawford: bool = True
    cube: bool = True
    jacoby: bool = False
    max_beavers: int = 0
    automatic_doubles: int = 0
    options: tuple[str, ...] = ()

    @property
    def rules(self) -> Variant:
        """The rules that were agreed: the variant with its options."""
        return variant(self.variant, self.options)

    @property
    def has_cube(self) -> bool:
        """Whether games are played with the cube; a one-point match needs none (MATCH-2)."""
        return self.cube and self.length != 1 and self.rules.has_cube


@dataclass(frozen=True, slots=True)
class Score:
    """The points won so far, uncapped (S17), and whether the one Crawford game has been played (MATCH-3)."""

    white: int = 0
    black: int = 0
    crawford_done: bool = False

    def of(self, seat: Seat) -> int:
        """The points of one seat."""
        return self.white if seat == Seat.WHITE else self.black


def is_crawford(match_terms: MatchTerms, score: Score) -> bool:
    """Whether the next game is the Crawford game: one player is a point away, the first time (MATCH-3).

    Never in a one-point match, never at double match point (MATCH-2, MATCH-5), and only where there is a cube
    to take away.

    >>> is_crawford(MatchTerms("backgammon", 5), Score(4, 2))
    True
    """
    if not (match_terms.crawford and match_terms.has_cube) or score.crawford_done:
        return False
    last = match_terms.length - 1
    return (score.white == last) != (score.black == last)


def terms_for_game(match_terms: MatchTerms, score: Score) -> Terms:
    """The terms of the next game at this score; raises WrongPhase when the match is over."""
    if winner(match_terms, score) is not None:
        raise WrongPhase(gettext_noop("That is not possible now: the match is over."))
    if match_terms.length == 0:
        return Terms(
            variant=match_terms.variant,
            options=match_terms.options,
            cube=match_terms.has_cube,
            jacoby=match_terms.jacoby and match_terms.has_cube,
            max_beavers=match_terms.max_beavers,
            automatic_doubles=match_terms.automatic_doubles,
        )
    crawford = is_crawford(match_terms, score)
    return Terms(
        variant=match_terms.variant,
        options=match_terms.options,
        cube=match_terms.has_cube and not crawford,
        crawford=crawford,
        away=(match_terms.length - score.white, match_terms.length - score.black),
    )


def settle(match_terms: MatchTerms, score: Score, terms: Terms, result: Result) -> Score:
    """The score after a game that was played for `terms` and ended so (SET-2). Once per game."""
    if winner(match_terms, score) is not None:
        raise WrongPhase(gettext_noop("That is not possible now: the match is over."))
    if result.winner is None:
        return score  # aborted: as if it had not been played (END-4)
    done = score.crawford_done or terms.crawford
    if result.winner == Seat.WHITE:
        return replace(score, white=score.white + result.points, crawford_done=done)
    return replace(score, black=score.black + result.points, crawford_done=done)


def winner(match_terms: MatchTerms, score: Score) -> Seat | None:
    """Who has reached the length or more (MATCH-1); None while the match goes on, and always in a session."""
    if match_terms.length == 0:
        return None
    return next((seat for seat in Seat if score.of(seat) >= match_terms.length), None)


def shown_score(match_terms: MatchTerms, score: Score) -> tuple[int, int]:
    """White's and Black's points as shown: in a match no more than its length (S17, AMB-35)."""
    if match_terms.length == 0:
        return score.white, score.black
    return min(score.white, match_terms.length), min(score.black, match_terms.length)
