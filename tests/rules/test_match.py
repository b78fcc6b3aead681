"""MATCH-1 ... MATCH-8, SET-2, MONEY-1: the games of a match."""

import pytest

from games.rules.errors import WrongPhase
from games.rules.game import Reason, Result, Seat, Terms, new_game
from games.rules.match import MatchTerms, Score, is_crawford, settle, shown_score, terms_for_game, winner
from tests.rules.boards import BLACK, WHITE

FIVE = MatchTerms("backgammon", 5)
SESSION = MatchTerms("backgammon", 0, crawford=True, jacoby=True, max_beavers=2, automatic_doubles=1)


def single(seat: Seat, points: int = 1) -> Result:
    return Result(seat, Reason.DROP, 1, points)


def play_games(match_terms: MatchTerms, *points: tuple[Seat, int]) -> tuple[Score, list[bool]]:
    """The score after games won so, and which of them were Crawford games."""
    score, crawford = Score(), []
    for seat, won in points:
        terms = terms_for_game(match_terms, score)
        crawford.append(terms.crawford)
        score = settle(match_terms, score, terms, single(seat, won))
    return score, crawford


def test_match_first_game_of_a_match() -> None:
    assert terms_for_game(FIVE, Score()) == Terms("backgammon", away=(5, 5))


def test_match_points_go_to_the_winner() -> None:
    """SET-2, bug case D-5: 2-5, the second player drops at 1: 3-5."""
    nine = MatchTerms("backgammon", 9)
    score = settle(nine, Score(2, 5), terms_for_game(nine, Score(2, 5)), single(WHITE))
    assert (score.white, score.black) == (3, 5)


def test_match_is_won_with_the_length_or_more() -> None:
    """MATCH-1: surplus changes nothing; the score keeps it (S17), the display does not (AMB-35)."""
    assert winner(FIVE, Score(4, 4)) is None
    assert winner(FIVE, Score(5, 4)) == WHITE
    assert winner(FIVE, Score(0, 8)) == BLACK
    assert shown_score(FIVE, Score(0, 8)) == (0, 5)
    assert shown_score(SESSION, Score(40, 8)) == (40, 8)


def test_match_over_has_no_next_game() -> None:
    """Bug case E-12: nothing is scored after the end."""
    assert terms_for_game(FIVE, Score(4, 2)).crawford
    with pytest.raises(WrongPhase, match="match is over"):
        terms_for_game(FIVE, Score(5, 2))
    with pytest.raises(WrongPhase, match="match is over"):
        settle(FIVE, Score(5, 2), Terms(away=(1, 3)), single(BLACK))


@pytest.mark.parametrize("leader", list(Seat))
def test_match_crawford_game_is_played_once(leader: Seat) -> None:
    """MATCH-3, MATCH-4, bug case D-7: the game after reaching 4 of 5, for either seat, and no other."""
    trailer = leader.other
    score, crawford = play_games(FIVE, (trailer, 2), (leader, 4), (trailer, 1), (trailer, 1), (leader, 1))
    assert crawford == [False, False, True, False, False]
    assert winner(FIVE, score) == leader
    nine = MatchTerms("backgammon", 9)
    _, crawford = play_games(nine, (leader, 8), (trailer, 1), (trailer, 2), (trailer, 1), (trailer, 2))
    assert crawford == [False, True, False, False, False]


def test_match_crawford_game_has_no_cube() -> None:
    terms = terms_for_game(FIVE, Score(4, 2))
    assert (terms.crawford, terms.cube) == (True, False)
    after = terms_for_game(FIVE, Score(4, 3, crawford_done=True))
    assert (after.crawford, after.cube) == (False, True)


def test_match_double_match_point_is_no_crawford_game() -> None:
    """MATCH-5, bug case D-8: at 4-4 of 5, reached through the Crawford game or at one stroke."""
    assert not is_crawford(FIVE, Score(4, 4))
    assert not is_crawford(FIVE, Score(4, 4, crawford_done=True))


def test_match_every_match_has_its_own_crawford_game() -> None:
    """Bug case D-10: nothing is kept from one match to the next."""
    games = ((WHITE, 4), (BLACK, 1), (WHITE, 1))
    assert play_games(FIVE, *games)[1] == play_games(FIVE, *games)[1] == [False, True, False]


def test_match_crawford_can_be_off() -> None:
    """MATCH-8."""
    without = MatchTerms("backgammon", 5, crawford=False)
    assert play_games(without, (WHITE, 4), (BLACK, 1))[1] == [False, False]
    assert terms_for_game(without, Score(4, 2)).cube


def test_match_of_one_point() -> None:
    """MATCH-2: no cube and no Crawford game."""
    terms = terms_for_game(MatchTerms("backgammon", 1), Score())
    assert (terms.cube, terms.crawford) == (False, False)


def test_match_without_a_cube() -> None:
    cubeless = MatchTerms("backgammon", 5, cube=False)
    for score in (Score(), Score(4, 2)):
        terms = terms_for_game(cubeless, score)
        assert (terms.cube, terms.crawford) == (False, False)


def test_match_ignores_money_options() -> None:
    """MATCH-7."""
    match_terms = MatchTerms("backgammon", 5, jacoby=True, max_beavers=2, automatic_doubles=1)
    assert terms_for_game(match_terms, Score()) == Terms(away=(5, 5))


def test_match_starts_every_game_afresh() -> None:
    """SET-2, OPEN-5, bug case D-22: only the score goes on."""
    state = new_game(terms_for_game(FIVE, Score(3, 1)))
    assert (state.result, state.cube.value, state.terms.away) == (None, 1, (2, 4))


def test_match_aborted_game_counts_nothing() -> None:
    """END-4."""
    terms = terms_for_game(FIVE, Score(4, 2))
    assert settle(FIVE, Score(4, 2), terms, Result(None, Reason.ABORT, 1, 0)) == Score(4, 2)


def test_match_forfeit_decides_it() -> None:
    """RES-6: the points of the result are all that the winner still needed."""
    terms = terms_for_game(FIVE, Score(1, 2))
    score = settle(FIVE, Score(1, 2), terms, Result(BLACK, Reason.FORFEIT, 1, 3))
    assert winner(FIVE, score) == BLACK
    assert (score.white, score.black) == (1, 5)


def test_session_goes_on_without_a_winner() -> None:
    """MONEY-1: running totals, options as agreed, never a Crawford game."""
    terms = terms_for_game(SESSION, Score(40, 2))
    assert terms == Terms(jacoby=True, max_beavers=2, automatic_doubles=1)
    score = settle(SESSION, Score(40, 2), terms, single(BLACK, 8))
    assert (score, winner(SESSION, score)) == (Score(40, 10), None)
