"""CUBE-1 ... CUBE-13, MATCH-6, WIN-5: the doubling cube."""

import pytest

from games.rules.errors import CubeRefused, NotOnRoll, WrongPhase
from games.rules.game import (
    Cube,
    GameState,
    Offer,
    Phase,
    Reason,
    Result,
    Seat,
    Stakes,
    Terms,
    beaver,
    double,
    drop,
    roll,
    take,
)
from tests.rules.boards import BLACK, LOSER_ON_BAR, WHITE, bear_last_off, play_any, to_roll

FIVE_POINTS = Terms(away=(5, 5))


def one_turn(state: GameState) -> GameState:
    """Whoever is to roll rolls 2-1 and plays."""
    assert state.to_act is not None
    return play_any(roll(state, state.to_act, (2, 1)))


def test_double_and_take_turn_the_cube_once() -> None:
    """CUBE-6, bug cases D-1, D-2: value 2, the taker owns it, the doubler rolls."""
    state = double(to_roll(WHITE), WHITE)
    assert (state.phase, state.to_act, state.on_roll) == (Phase.DOUBLED, BLACK, WHITE)
    assert state.offer == Offer(2, by=WHITE, doubler=WHITE)
    assert state.cube == Cube(1)
    state = take(state, BLACK)
    assert (state.phase, state.to_act, state.offer) == (Phase.TO_ROLL, WHITE, None)
    assert state.cube == Cube(2, BLACK)


def test_double_twice_in_a_turn_is_refused() -> None:
    """CUBE-4: after the take the doubler no longer owns the cube."""
    state = take(double(to_roll(WHITE), WHITE), BLACK)
    assert not state.can_double(WHITE)
    with pytest.raises(CubeRefused, match="opponent owns the cube"):
        double(state, WHITE)


def test_redouble_by_the_owner_only() -> None:
    """CUBE-8, bug case D-1: ownership passes to the taker each time."""
    state = one_turn(take(double(to_roll(WHITE), WHITE), BLACK))
    state = take(double(state, BLACK), WHITE)
    assert state.cube == Cube(4, WHITE)
    state = one_turn(state)
    state = take(double(state, WHITE), BLACK)
    assert state.cube == Cube(8, BLACK)
    state = one_turn(one_turn(state))
    with pytest.raises(CubeRefused):
        double(state, WHITE)


def test_drop_loses_the_value_before_the_offer() -> None:
    """CUBE-7, WIN-5, bug case D-5: the doubler wins, single, and the cube goes back."""
    state = drop(double(to_roll(BLACK, LOSER_ON_BAR, cube=Cube(2, BLACK)), BLACK), WHITE)
    assert state.result == Result(BLACK, Reason.DROP, 1, 2)
    assert (state.phase, state.cube, state.offer) == (Phase.OVER, Cube(2, BLACK), None)


def test_drop_of_the_first_double_loses_one_point() -> None:
    state = drop(double(to_roll(WHITE), WHITE), BLACK)
    assert state.result == Result(WHITE, Reason.DROP, 1, 1)
    assert state.cube == Cube(1)


def test_stakes_of_a_double() -> None:
    """What a presenter says beside Take and Drop."""
    assert to_roll().stakes() is None
    assert double(to_roll(WHITE, cube=Cube(2, WHITE)), WHITE).stakes() == Stakes(drop=2, take=4, beaver=None)
    state = double(to_roll(WHITE, terms=Terms(max_beavers=1)), WHITE)
    assert state.stakes() == Stakes(drop=1, take=2, beaver=4)
    assert beaver(state, BLACK).stakes() == Stakes(drop=2, take=4, beaver=None)


def test_double_after_rolling_is_refused() -> None:
    """CUBE-2, CUBE-3: before the roll only."""
    assert to_roll().can_double(WHITE)
    state = roll(to_roll(), WHITE, (6, 5))
    with pytest.raises(WrongPhase, match="you have rolled"):
        double(state, WHITE)
    assert state.double_refusal(WHITE) == "That is not possible now: you have rolled and must play."


def test_double_refusal_is_the_sentence_of_the_error() -> None:
    assert to_roll(WHITE).double_refusal(WHITE) is None
    assert to_roll(WHITE).double_refusal(BLACK) == "It is your opponent's turn."
    assert to_roll(WHITE, cube=Cube(2, BLACK)).double_refusal(WHITE) == (
        "Your opponent owns the cube, so only your opponent may double."
    )


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        (Terms(cube=False), "without the cube"),
        (Terms(away=(1, 3), crawford=True), "Crawford game"),
        (Terms(away=(1, 3), crawford=True, cube=False), "Crawford game"),
        (Terms(away=(1, 1)), "dead"),
        (Terms(away=(1, 3)), "dead"),
    ],
)
def test_double_is_refused_for_white(terms: Terms, sentence: str) -> None:
    """CUBE-3, MATCH-3, MATCH-6, bug case D-20: cubeless, Crawford game, dead cube."""
    assert to_roll(terms=FIVE_POINTS).can_double(WHITE)
    state = to_roll(terms=terms)
    assert not state.can_double(WHITE)
    with pytest.raises(CubeRefused, match=sentence):
        double(state, WHITE)


def test_double_is_judged_by_the_own_score() -> None:
    """MATCH-6: the trailer's cube lives although the leader's is dead."""
    terms = Terms(away=(1, 3))
    assert to_roll(BLACK, terms=terms).can_double(BLACK)
    assert not to_roll(WHITE, terms=terms).can_double(WHITE)


@pytest.mark.parametrize(("away", "value", "allowed"), [(5, 4, True), (4, 4, False), (3, 4, False), (3, 2, True)])
def test_dead_cube_from_the_score_and_the_cube(away: int, value: int, allowed: bool) -> None:
    state = to_roll(BLACK, terms=Terms(away=(9, away)), cube=Cube(value, BLACK))
    assert state.can_double(BLACK) is allowed


def test_cube_has_no_limit() -> None:
    """CUBE-9, bug case D-19: on beyond 64, and beyond any machine word."""
    state = to_roll(WHITE, LOSER_ON_BAR)
    for turn in range(70):
        seat = WHITE if turn % 2 == 0 else BLACK
        state = take(double(to_roll(seat, LOSER_ON_BAR, cube=state.cube), seat), seat.other)
    assert state.cube == Cube(2**70, WHITE)
    state = bear_last_off(to_roll(WHITE, LOSER_ON_BAR, cube=state.cube))
    assert state.result == Result(WHITE, Reason.BEAROFF, 3, 3 * 2**70)


def test_spectators_answer_is_nobodys() -> None:
    """CUBE-5: while the offer stands only the responder acts."""
    state = double(to_roll(WHITE), WHITE)
    for answer in (take, drop, beaver):
        with pytest.raises(NotOnRoll):
            answer(state, WHITE)
    with pytest.raises(WrongPhase, match="double is waiting"):
        roll(state, BLACK, (6, 5))


@pytest.mark.parametrize("seat", list(Seat))
def test_take_and_drop_need_an_offer(seat: Seat) -> None:
    state = to_roll(seat)
    for answer in (take, drop, beaver):
        with pytest.raises(WrongPhase):
            answer(state, seat)


# Beavers and raccoons: sessions, where agreed


def test_beaver_is_taken() -> None:
    """CUBE-11, S9: the cube at 4 belongs to the beaverer; the doubler rolls."""
    state = beaver(double(to_roll(WHITE, terms=Terms(max_beavers=1)), WHITE), BLACK)
    assert (state.phase, state.to_act, state.on_roll) == (Phase.DOUBLED, WHITE, WHITE)
    assert state.offer == Offer(4, by=BLACK, doubler=WHITE, beavers=1)
    state = take(state, WHITE)
    assert (state.phase, state.to_act, state.cube) == (Phase.TO_ROLL, WHITE, Cube(4, BLACK))
    assert not state.can_double(WHITE)


def test_beaver_is_dropped_by_the_doubler() -> None:
    """S8: the doubler loses the doubled value, 2."""
    state = drop(beaver(double(to_roll(WHITE, terms=Terms(max_beavers=1)), WHITE), BLACK), WHITE)
    assert state.result == Result(BLACK, Reason.DROP, 1, 2)
    assert state.cube == Cube(2, BLACK)


def test_raccoon_is_dropped_or_taken() -> None:
    """CUBE-12, S8: at 8 the one who was doubled first owns the cube, or loses 4."""
    state = beaver(beaver(double(to_roll(WHITE, terms=Terms(max_beavers=2)), WHITE), BLACK), WHITE)
    assert (state.to_act, state.offer) == (BLACK, Offer(8, by=WHITE, doubler=WHITE, beavers=2))
    assert take(state, BLACK).cube == Cube(8, BLACK)
    assert take(state, BLACK).to_act == WHITE
    assert drop(state, BLACK).result == Result(WHITE, Reason.DROP, 1, 4)


def test_beavers_end_at_the_agreed_number() -> None:
    """CUBE-12: one more only within the limit; the original responder always owns."""
    state = double(to_roll(WHITE, terms=Terms(max_beavers=3)), WHITE)
    for seat in (BLACK, WHITE, BLACK):
        assert state.can_beaver(seat)
        assert not state.can_beaver(seat.other)
        state = beaver(state, seat)
    assert not state.can_beaver(WHITE)
    with pytest.raises(CubeRefused, match="not be turned again"):
        beaver(state, WHITE)
    assert take(state, WHITE).cube == Cube(16, BLACK)


def test_beaver_of_a_redouble() -> None:
    """CUBE-13: any double may be beavered."""
    state = double(to_roll(BLACK, terms=Terms(max_beavers=1), cube=Cube(2, BLACK)), BLACK)
    assert take(beaver(state, WHITE), BLACK).cube == Cube(8, WHITE)


def test_beaver_where_not_agreed_is_refused() -> None:
    """MONEY-4, bug case D-13: off by default, never in a match."""
    with pytest.raises(CubeRefused, match="not agreed"):
        beaver(double(to_roll(), WHITE), BLACK)
    with pytest.raises(CubeRefused, match="in a match"):
        beaver(double(to_roll(terms=FIVE_POINTS), WHITE), BLACK)


def test_beaver_terms_of_a_match_cannot_be_made() -> None:
    """MATCH-7, CUBE-13."""
    assert Terms(max_beavers=1, jacoby=True, automatic_doubles=1).away is None
    for extra in ({"max_beavers": 1}, {"jacoby": True}, {"automatic_doubles": 1}):
        with pytest.raises(ValueError, match="MATCH-7"):
            Terms(away=(5, 5), **extra)
    with pytest.raises(ValueError, match="MATCH-3"):
        Terms(crawford=True)


def test_beaver_lifts_jacoby_when_taken() -> None:
    """MONEY-2: offered and taken is what counts."""
    terms = Terms(max_beavers=1, jacoby=True)
    state = take(beaver(double(to_roll(WHITE, LOSER_ON_BAR, terms), WHITE), BLACK), WHITE)
    assert bear_last_off(state).result == Result(WHITE, Reason.BEAROFF, 3, 12)
