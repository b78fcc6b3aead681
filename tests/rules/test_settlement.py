"""The table S1 ... S20 of rules.md §6, a test for each row; WIN-1 ... WIN-6."""

import pytest

from games.rules.errors import CubeRefused, ResignationRefused, WrongPhase
from games.rules.game import (
    Cube,
    Phase,
    Reason,
    Result,
    Seat,
    Terms,
    accept,
    beaver,
    double,
    drop,
    new_game,
    refuse,
    resign,
    roll,
    roll_opening,
    take,
)
from games.rules.match import MatchTerms, Score, settle, shown_score, terms_for_game, winner
from games.rules.position import Position, position
from tests.rules.boards import (
    BLACK,
    LOSER_BORE_ONE_OFF_FAR,
    LOSER_BORE_ONE_OFF_ON_BAR,
    LOSER_IN_WINNERS_HOME,
    LOSER_ON_BAR,
    LOSER_OUTSIDE,
    WHITE,
    bear_last_off,
    play_any,
    to_roll,
)

FIVE = MatchTerms("backgammon", 5)
SEVEN = MatchTerms("backgammon", 7)


@pytest.mark.parametrize("seat", list(Seat))
@pytest.mark.parametrize(
    ("board", "multiplier"),
    [
        (LOSER_ON_BAR, 3),
        (LOSER_IN_WINNERS_HOME, 3),
        (LOSER_OUTSIDE, 2),
        (LOSER_BORE_ONE_OFF_ON_BAR, 1),
        (LOSER_BORE_ONE_OFF_FAR, 1),
        (position("1:1", "13:5 6:10"), 2),  # bug case E-1: not home yet is no backgammon
        (position("1:1", "1:14"), 1),
    ],
)
def test_win_multiplier(board: Position, multiplier: int, seat: Seat) -> None:
    """WIN-1 ... WIN-3, bug cases E-3, E-4, E-16: for either winner, times the cube."""
    over = bear_last_off(to_roll(seat, board, cube=Cube(2, seat)))
    assert over.result == Result(seat, Reason.BEAROFF, multiplier, 2 * multiplier)


def test_s1_backgammon_with_a_checker_on_the_bar() -> None:
    over = bear_last_off(to_roll(WHITE, LOSER_ON_BAR, cube=Cube(2, BLACK)))
    assert over.result == Result(WHITE, Reason.BEAROFF, 3, 6)


def test_s2_backgammon_with_a_checker_in_the_winners_home() -> None:
    over = bear_last_off(to_roll(WHITE, LOSER_IN_WINNERS_HOME))
    assert over.result == Result(WHITE, Reason.BEAROFF, 3, 3)


def test_s3_gammon_with_all_outside_the_winners_home() -> None:
    over = bear_last_off(to_roll(WHITE, LOSER_OUTSIDE))
    assert over.result == Result(WHITE, Reason.BEAROFF, 2, 2)


def test_s4_single_with_one_off_and_one_on_the_bar() -> None:
    over = bear_last_off(to_roll(WHITE, LOSER_BORE_ONE_OFF_ON_BAR))
    assert over.result == Result(WHITE, Reason.BEAROFF, 1, 1)


def test_s5_single_with_one_off_and_two_in_the_winners_home() -> None:
    over = bear_last_off(to_roll(WHITE, LOSER_BORE_ONE_OFF_FAR))
    assert over.result == Result(WHITE, Reason.BEAROFF, 1, 1)


def test_s6_jacoby_counts_a_backgammon_once() -> None:
    """Bug case D-11."""
    over = bear_last_off(to_roll(WHITE, LOSER_ON_BAR, Terms(jacoby=True)))
    assert over.result == Result(WHITE, Reason.BEAROFF, 1, 1, jacoby_applied=True)
    single = bear_last_off(to_roll(WHITE, LOSER_BORE_ONE_OFF_FAR, Terms(jacoby=True)))
    assert single.result == Result(WHITE, Reason.BEAROFF, 1, 1, jacoby_applied=False)


def test_s7_automatic_double_does_not_lift_jacoby() -> None:
    terms = Terms(jacoby=True, automatic_doubles=1)
    cube = roll_opening(new_game(terms), 3, 3).cube
    over = bear_last_off(to_roll(WHITE, LOSER_OUTSIDE, terms, cube=cube))
    assert over.result == Result(WHITE, Reason.BEAROFF, 1, 2, jacoby_applied=True)


def test_s8_drops_cost_the_value_before_the_last_turn_of_the_cube() -> None:
    terms = Terms(max_beavers=2)
    first = double(to_roll(WHITE, terms=terms), WHITE)
    redouble = double(to_roll(WHITE, terms=terms, cube=Cube(2, WHITE)), WHITE)
    beavered = beaver(first, BLACK)
    raccoon = beaver(beavered, WHITE)
    assert drop(first, BLACK).result == Result(WHITE, Reason.DROP, 1, 1)
    assert drop(redouble, BLACK).result == Result(WHITE, Reason.DROP, 1, 2)
    assert drop(beavered, WHITE).result == Result(BLACK, Reason.DROP, 1, 2)
    assert drop(raccoon, BLACK).result == Result(WHITE, Reason.DROP, 1, 4)


def test_s9_gammon_after_a_beaver() -> None:
    beavered = beaver(double(to_roll(WHITE, LOSER_OUTSIDE, Terms(max_beavers=1)), WHITE), BLACK)
    taken = take(beavered, WHITE)
    assert taken.cube == Cube(4, BLACK)
    assert bear_last_off(taken).result == Result(WHITE, Reason.BEAROFF, 2, 8)


def test_s10_cube_beyond_64() -> None:
    """CUBE-9, bug case D-19."""
    taken = take(double(to_roll(WHITE, LOSER_ON_BAR, cube=Cube(64, WHITE)), WHITE), BLACK)
    assert bear_last_off(taken).result == Result(WHITE, Reason.BEAROFF, 3, 384)


def test_s11_crawford_game_refuses_both_doubles() -> None:
    """Bug case D-7."""
    terms = terms_for_game(FIVE, Score(4, 2))
    for seat in Seat:
        with pytest.raises(CubeRefused, match="Crawford"):
            double(to_roll(seat, terms=terms), seat)


def test_s12_after_the_crawford_game_the_trailer_may_double() -> None:
    score = settle(FIVE, Score(4, 2), terms_for_game(FIVE, Score(4, 2)), Result(BLACK, Reason.BEAROFF, 1, 1))
    assert score == Score(4, 3, crawford_done=True)
    terms = terms_for_game(FIVE, score)
    state = play_any(roll_opening(new_game(terms), 6, 1))
    assert state.to_act == BLACK
    assert double(state, BLACK).phase == Phase.DOUBLED
    with pytest.raises(CubeRefused, match="dead"):
        double(to_roll(WHITE, terms=terms), WHITE)


def test_s13_double_match_point_has_a_dead_cube() -> None:
    terms = terms_for_game(FIVE, Score(4, 4, crawford_done=True))
    assert not terms.crawford
    for seat in Seat:
        with pytest.raises(CubeRefused, match="dead"):
            double(to_roll(seat, terms=terms), seat)


def test_s14_one_point_match_has_no_cube() -> None:
    terms = terms_for_game(MatchTerms("backgammon", 1), Score())
    assert not terms.crawford
    with pytest.raises(CubeRefused, match="without the cube"):
        double(to_roll(WHITE, terms=terms), WHITE)


def test_s15_cube_dead_for_its_owner() -> None:
    terms = terms_for_game(SEVEN, Score(3, 0))
    with pytest.raises(CubeRefused, match="dead"):
        double(to_roll(WHITE, terms=terms, cube=Cube(4, WHITE)), WHITE)
    with pytest.raises(CubeRefused, match="owns the cube"):
        double(to_roll(BLACK, terms=terms, cube=Cube(4, WHITE)), BLACK)


def test_s16_live_redouble_gives_a_dead_cube() -> None:
    terms = terms_for_game(SEVEN, Score(5, 2))
    taken = take(double(to_roll(BLACK, terms=terms, cube=Cube(2, BLACK)), BLACK), WHITE)
    assert taken.cube == Cube(4, WHITE)
    with pytest.raises(CubeRefused, match="dead"):
        double(to_roll(WHITE, terms=terms, cube=taken.cube), WHITE)


def test_s17_score_keeps_the_surplus() -> None:
    over = bear_last_off(to_roll(WHITE, LOSER_BORE_ONE_OFF_FAR, Terms(away=(2, 7)), cube=Cube(4, WHITE)))
    assert over.result is not None
    score = settle(SEVEN, Score(5, 0), over.terms, over.result)
    assert (score.white, score.black) == (9, 0)
    assert shown_score(SEVEN, score) == (7, 0)
    assert winner(SEVEN, score) == WHITE


def test_s18_resigned_gammon() -> None:
    before = roll(to_roll(WHITE, cube=Cube(2, BLACK)), WHITE, (4, 2))
    offered = resign(before, WHITE, 2)
    assert accept(offered, BLACK).result == Result(BLACK, Reason.RESIGN, 2, 4)
    refused = refuse(offered, BLACK)
    assert (refused.to_act, refused.dice, refused.position) == (WHITE, (4, 2), before.position)


def test_s19_jacoby_allows_only_a_single_resignation() -> None:
    state = to_roll(WHITE, terms=Terms(jacoby=True))
    assert state.resign_levels(WHITE) == (1,)
    with pytest.raises(ResignationRefused):
        resign(state, WHITE, 2)
    assert resign(state, WHITE, 1).result == Result(BLACK, Reason.RESIGN, 1, 1)


def test_s20_second_accept_settles_nothing() -> None:
    over = accept(resign(to_roll(WHITE), WHITE, 1), BLACK)
    assert over.result == Result(BLACK, Reason.RESIGN, 1, 1)
    with pytest.raises(WrongPhase):
        accept(over, BLACK)
