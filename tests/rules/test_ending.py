"""Games that end by time, by absence, or not at all (END-2..5)."""

from dataclasses import replace

import pytest

from games.rules import game
from games.rules.ending import abort, claim, flag
from games.rules.errors import NotOnRoll, WrongPhase
from games.rules.game import Cube, GameState, Phase, Reason, Resignation, Result, Seat, Terms
from games.rules.history import Entry, replay
from games.rules.position import position
from games.rules.snapshot import from_json, to_json

WHITE, BLACK = Seat.WHITE, Seat.BLACK
MATCH = Terms(away=(3, 4))
SESSION = Terms(max_beavers=2)
CONTACT = ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
WON = ("1:2", "6:10")  # by White, whatever is rolled


def at(terms: Terms, board: tuple[str, str] = CONTACT, seat: Seat = WHITE, cube: Cube = Cube()) -> GameState:  # noqa: B008
    """A game in which it is this seat's turn to roll."""
    return GameState(terms, position(*board), Phase.TO_ROLL, on_roll=seat, first_turn=False, cube=cube)


def test_flag_loses_the_match() -> None:
    over = flag(at(MATCH), WHITE)
    assert over.result == Result(BLACK, Reason.TIME, multiplier=1, points=4)
    assert (over.phase, over.on_roll, over.to_act) == (Phase.OVER, None, None)


@pytest.mark.parametrize(
    ("board", "terms", "cube", "points"),
    [
        (CONTACT, SESSION, Cube(), 3),
        (CONTACT, SESSION, Cube(4, WHITE), 12),
        (("6:14 off:1", "24:1 6:14"), SESSION, Cube(2, BLACK), 2),  # one off: a single
        (("13:15", "6:15"), SESSION, Cube(2, BLACK), 4),  # a race: no backgammon any more
        (CONTACT, replace(SESSION, jacoby=True), Cube(), 1),
        (CONTACT, replace(SESSION, jacoby=True), Cube(2, BLACK), 6),
    ],
)
def test_flag_loses_the_most_that_could_be_lost_of_a_session(
    board: tuple[str, str], terms: Terms, cube: Cube, points: int
) -> None:
    result = flag(at(terms, board, cube=cube), WHITE).result
    assert result is not None
    assert (result.winner, result.reason, result.points) == (BLACK, Reason.TIME, points)


def test_flag_before_a_double_is_answered_costs_the_cube_as_it_was() -> None:
    doubled = game.double(at(SESSION, cube=Cube(2, BLACK), seat=BLACK), BLACK)
    result = flag(doubled, WHITE).result
    assert result is not None
    assert (result.winner, result.points) == (BLACK, 6)


def test_flag_before_a_beaver_is_answered_costs_the_double_that_it_took() -> None:
    """White doubles to 2, Black turns to 4; White would lose 2 by a drop, and Jacoby does not hold any more."""
    beaver = game.beaver(game.double(at(replace(SESSION, jacoby=True)), WHITE), BLACK)
    over = flag(beaver, WHITE)
    assert over.result == Result(BLACK, Reason.TIME, multiplier=3, points=6)
    assert over.cube == Cube(2, BLACK)


def test_flag_while_a_resignation_waits_is_lost_all_the_same() -> None:
    asked = replace(at(SESSION), phase=Phase.RESIGNING, resignation=Resignation(1, by=WHITE, interrupted=Phase.TO_ROLL))
    result = flag(asked, BLACK).result
    assert result is not None
    assert (result.winner, result.points) == (WHITE, 3)


@pytest.mark.parametrize("terms", [MATCH, SESSION])
def test_race_that_is_won_is_not_lost_on_time(terms: Terms) -> None:
    assert flag(at(terms, WON), WHITE).result == Result(WHITE, Reason.TIME, multiplier=1, points=1)
    assert flag(at(terms, WON, cube=Cube(2, BLACK)), WHITE).result == Result(WHITE, Reason.TIME, 1, points=2)


def test_race_that_is_won_is_won_with_the_dice_on_the_board_and_the_offer_pending() -> None:
    rolled = replace(at(SESSION, WON), phase=Phase.TO_PLAY, dice=(2, 1))
    assert flag(rolled, WHITE).result == Result(WHITE, Reason.TIME, 1, points=1)
    doubled = game.double(at(SESSION, WON, seat=BLACK, cube=Cube(2, BLACK)), BLACK)
    assert flag(doubled, WHITE).result == Result(WHITE, Reason.TIME, 1, points=2)


def test_acey_deucey_knows_no_won_race() -> None:
    terms = Terms(variant="acey-deucey", away=(1, 1))
    assert flag(at(terms, ("1:1", "6:15")), WHITE).result == Result(BLACK, Reason.TIME, 1, points=1)


def test_flag_is_that_of_the_player_to_act() -> None:
    flag(at(MATCH), WHITE)
    with pytest.raises(NotOnRoll):
        flag(at(MATCH), BLACK)
    with pytest.raises(WrongPhase):
        flag(flag(at(MATCH), WHITE), WHITE)


def test_claim_wins_the_match_or_the_most_of_a_session_game() -> None:
    assert claim(at(MATCH), BLACK).result == Result(BLACK, Reason.ABSENT, 1, points=4)
    assert claim(at(SESSION, cube=Cube(2, WHITE)), BLACK).result == Result(BLACK, Reason.ABSENT, 3, points=6)


def test_claim_is_not_for_the_player_to_act() -> None:
    claim(at(MATCH), BLACK)
    with pytest.raises(WrongPhase):
        claim(at(MATCH), WHITE)
    with pytest.raises(WrongPhase):
        claim(claim(at(MATCH), BLACK), BLACK)


def test_aborted_game_has_no_winner() -> None:
    over = abort(at(MATCH), BLACK)
    assert over.result == Result(None, Reason.ABORT, multiplier=0, points=0)
    with pytest.raises(WrongPhase):
        abort(over, BLACK)


@pytest.mark.parametrize(("kind", "seat"), [("flag", WHITE), ("claim", BLACK), ("abort", WHITE), ("abort", BLACK)])
def test_record_replays_to_the_same_end(kind: str, seat: Seat) -> None:
    state = replay(MATCH, [Entry("roll", None, (3, 1)), Entry(kind, seat)])
    assert state.phase == Phase.OVER
    assert from_json(to_json(state)) == state
