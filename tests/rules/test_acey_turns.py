"""Turns of Acey-Deucey, stage by stage, through the commands of a game (rules.md §2, AD-2 ... AD-13)."""

import pytest

from games.rules.errors import CubeRefused, IllegalPlay, NotOnRoll, WrongPhase
from games.rules.game import (
    GameState,
    Lost,
    Phase,
    Reason,
    Result,
    Seat,
    Stage,
    choose,
    double,
    new_game,
    resign,
    roll,
    roll_opening,
)
from games.rules.position import HAND, position
from tests.rules.acey import (
    ALL_IN_HAND,
    BLACK_TO_ROLL,
    COUNT,
    NO_SIX,
    SEED,
    TWO_LEFT,
    TWO_SIXES,
    after_1_2,
    begun,
    moment,
    played,
    to_choose,
)
from tests.rules.boards import BLACK, WHITE, to_roll

# The opening


@pytest.mark.parametrize(("dice", "starter"), [((5, 2), WHITE), ((1, 2), BLACK)])
def test_opening_decides_who_begins_and_is_not_played(dice: tuple[int, int], starter: Seat) -> None:
    """AD-2, bug case J-1; the first roll of all may be a 1 and a 2, or a double."""
    state = roll_opening(new_game(SEED), *dice)
    assert moment(state) == (Phase.TO_ROLL, starter, Stage.ROLL, None)
    assert roll(state, starter, (3, 3)).legal().dice_used == 4
    state = played(roll(state, starter, (2, 1)), "hand/24 hand/23")
    assert moment(state) == (Phase.TO_CHOOSE, starter, Stage.CHOICE, None)


def test_opening_tie_is_rolled_again() -> None:
    state = roll_opening(new_game(SEED), 4, 4)
    assert (state.phase, state.cube.value) == (Phase.OPENING, 1)


def test_nobody_doubles() -> None:
    """AD-14, AMB-28."""
    state = played(roll(to_roll(WHITE, ALL_IN_HAND, SEED), WHITE, (6, 5)), "hand/14")
    for seat in Seat:
        assert not state.can_double(seat)
    with pytest.raises(CubeRefused, match="without the cube"):
        double(state, BLACK)


# Ordinary rolls


def test_ordinary_roll_ends_the_turn() -> None:
    state = played(roll(to_roll(WHITE, ALL_IN_HAND, SEED), WHITE, (6, 5)), "hand/19 hand/20")
    assert moment(state) == BLACK_TO_ROLL
    assert (state.pips(WHITE), state.pips(BLACK)) == (375 - 11, 375)


def test_rolled_double_is_four_steps_and_no_further_roll() -> None:
    """AD-6, AMB-29: in any mix of entering and moving."""
    state = played(roll(to_roll(WHITE, ALL_IN_HAND, SEED), WHITE, (2, 2)), "hand/21 hand/23(2)")
    assert moment(state) == BLACK_TO_ROLL
    assert state.lost is None


def test_dance_passes_the_turn_and_loses_nothing_more() -> None:
    """MOVE-10: an ordinary roll has no further part."""
    state = roll(begun("bar:1 hand:10 13:4", "6:2 3:2 1:11"), WHITE, (6, 3))
    assert moment(state) == BLACK_TO_ROLL
    assert state.lost is None


def test_hit_checker_goes_to_the_bar_and_comes_before_the_hand() -> None:
    """AD-7: while checkers are in hand."""
    state = played(roll(begun("hand:15", "5:1 hand:14"), WHITE, (5, 3)), "hand/20* hand/22")
    assert (state.seen_by(BLACK).mine[25], state.seen_by(BLACK).mine[HAND]) == (1, 14)
    state = roll(state, BLACK, (6, 5))
    with pytest.raises(IllegalPlay, match="on the bar must enter first"):
        played(state, "hand/19 hand/20")
    state = played(state, "bar/19 hand/20")
    assert (state.seen_by(BLACK).mine[25], state.seen_by(BLACK).mine[HAND]) == (0, 13)


# A 1 and a 2


def test_both_numbers_played_lead_to_the_choice_of_a_double() -> None:
    """AD-9.1, AD-9.2; the choice takes no dice."""
    assert moment(after_1_2()) == (Phase.TO_CHOOSE, WHITE, Stage.CHOICE, None)
    with pytest.raises(WrongPhase, match="choose the double"):
        roll(after_1_2(), WHITE, (6, 5))
    with pytest.raises(NotOnRoll):
        roll(after_1_2(), BLACK, (6, 5))


def test_both_numbers_played_with_the_hand_locked_out() -> None:
    """A6: the acey-deucey is complete all the same."""
    state = roll(begun("hand:5 13:10", "1:2 2:2 3:11"), WHITE, (1, 2))
    assert moment(played(state, "13/11 13/12")) == (Phase.TO_CHOOSE, WHITE, Stage.CHOICE, None)


@pytest.mark.parametrize(
    ("mine", "theirs", "text", "left"),
    [
        ("bar:1 hand:14", "2:2 3:2 hand:11", "bar/24", (2,)),
        ("hand:15", "1:2 3:2 hand:11", "hand/23", (1,)),
    ],
)
def test_one_number_blocked_loses_the_double_and_the_roll(
    mine: str, theirs: str, text: str, left: tuple[int, ...]
) -> None:
    """AD-10: what can be played is played, and the turn is over."""
    state = roll(begun(mine, theirs), WHITE, (2, 1))
    assert (state.phase, state.lost) == (Phase.TO_PLAY, None)
    state = played(state, text)
    assert moment(state) == BLACK_TO_ROLL
    assert state.lost == Lost(WHITE, Stage.ROLL, (2, 1), left)


def test_both_numbers_blocked_lose_all() -> None:
    """A7."""
    state = roll(begun("bar:1 13:14", "1:2 2:2 3:11"), WHITE, (1, 2))
    assert moment(state) == BLACK_TO_ROLL
    assert state.lost == Lost(WHITE, Stage.ROLL, (1, 2), (1, 2))


def test_what_was_lost_is_told_until_the_next_roll() -> None:
    state = roll(begun("bar:1 13:14", "1:2 2:2 3:11"), WHITE, (1, 2))
    assert state.lost
    assert roll(state, BLACK, (6, 5)).lost is None
    assert resign(state, BLACK, 1).lost is None


def test_last_checker_off_with_the_1_and_2_wins_at_once() -> None:
    """AD-13, A9: no double is chosen."""
    state = roll(to_roll(WHITE, TWO_LEFT, SEED), WHITE, (1, 2))
    assert played(state, "2/off 1/off").result == Result(WHITE, Reason.BEAROFF, 1, 1)


def test_one_left_after_the_1_and_2_goes_on() -> None:
    """A9: any of the six doubles bears it off, so each is complete."""
    state = played(roll(to_roll(WHITE, TWO_LEFT, SEED), WHITE, (1, 2)), "2/1 1/off")
    assert state.phase == Phase.TO_CHOOSE
    assert [(each.number, each.dice_used, each.complete) for each in state.choices()] == [
        (number, 1, True) for number in range(1, 7)
    ]
    for number in range(1, 7):
        assert played(choose(state, WHITE, number), "1/off").result == Result(WHITE, Reason.BEAROFF, 1, 1)


# The chosen double


def test_choices_are_six_and_say_how_far_each_goes() -> None:
    """AD-11."""
    assert [(each.number, each.dice_used, each.complete) for each in after_1_2().choices()] == [
        (number, 4, True) for number in range(1, 7)
    ]
    state = to_choose("13:1 8:2 1:12", "18:2 6:13")
    sixes = state.choices()[5]
    assert (sixes.number, sixes.dice_used, sixes.complete) == (6, 2, False)
    state = to_choose("13:3 1:12", "18:2 6:13")
    assert (state.choices()[5].dice_used, state.choices()[5].complete) == (0, False)


def test_choices_are_there_only_while_one_is_to_be_made() -> None:
    state = after_1_2()
    assert len(state.choices()) == 6
    assert to_roll(WHITE, ALL_IN_HAND, SEED).choices() == ()
    assert choose(state, WHITE, 3).choices() == ()
    assert played(choose(state, WHITE, 3), "hand/22(4)").choices() == ()


def test_chosen_double_completed_gives_another_roll() -> None:
    """AD-9.3."""
    state = choose(after_1_2(), WHITE, 3)
    assert moment(state) == (Phase.TO_PLAY, WHITE, Stage.CHOSEN, (3, 3))
    state = played(state, "hand/22(4)")
    assert moment(state) == (Phase.TO_ROLL, WHITE, Stage.EXTRA, None)
    assert state.lost is None
    with pytest.raises(NotOnRoll):
        roll(state, BLACK, (6, 5))


def test_chosen_double_cut_short_loses_the_roll() -> None:
    """AD-10, AMB-23, bug case J-5: two sixes of four, and no extra roll."""
    state = choose(to_roll(WHITE, TWO_SIXES, SEED, phase=Phase.TO_CHOOSE, stage=Stage.CHOICE), WHITE, 6)
    assert state.legal().dice_used == 2
    state = played(state, "8/2(2)")
    assert moment(state) == BLACK_TO_ROLL
    assert state.lost == Lost(WHITE, Stage.CHOSEN, (6, 6), (6, 6))


def test_chosen_double_that_cannot_be_played_loses_the_rest_at_once() -> None:
    """AD-11, AMB-24: it may be chosen all the same."""
    state = choose(to_roll(WHITE, NO_SIX, SEED, phase=Phase.TO_CHOOSE, stage=Stage.CHOICE), WHITE, 6)
    assert moment(state) == BLACK_TO_ROLL
    assert state.lost == Lost(WHITE, Stage.CHOSEN, (6, 6), (6, 6, 6, 6))


def test_chosen_double_wins_in_the_middle() -> None:
    """AD-13: the last checkers go with two of four steps."""
    state = to_choose("6:1 5:1", "hand:9")
    state = played(choose(state, WHITE, 6), "6/off 5/off")
    assert state.result == Result(WHITE, Reason.BEAROFF, 1, 1)


# The extra roll


@pytest.fixture
def extra() -> GameState:
    """White is to make his extra roll; 9 of his checkers are in hand, 4 on 22, one each on 24 and 23."""
    return played(choose(after_1_2(), WHITE, 3), "hand/22(4)")


def test_extra_roll_ends_the_turn(extra: GameState) -> None:
    assert moment(roll(extra, WHITE, (6, 5))) == (Phase.TO_PLAY, WHITE, Stage.EXTRA, (6, 5))
    state = played(roll(extra, WHITE, (6, 5)), "hand/14")
    assert moment(state) == BLACK_TO_ROLL
    assert state.lost is None


def test_extra_roll_that_is_a_double_gives_no_further_one(extra: GameState) -> None:
    """AD-6."""
    state = played(roll(extra, WHITE, (4, 4)), "hand/21(4)")
    assert moment(state) == BLACK_TO_ROLL


def test_extra_roll_that_is_a_1_and_a_2_starts_again_without_limit(extra: GameState) -> None:
    """AD-9.3."""
    state = extra
    for number, text in ((1, "22/21(4)"), (2, "21/19(4)"), (1, "19/18(4)")):
        state = played(roll(state, WHITE, (2, 1)), "hand/23 hand/24")
        assert moment(state) == (Phase.TO_CHOOSE, WHITE, Stage.CHOICE, None)
        state = played(choose(state, WHITE, number), text)
        assert moment(state) == (Phase.TO_ROLL, WHITE, Stage.EXTRA, None)


def test_extra_roll_that_dances_ends_the_turn() -> None:
    state = to_roll(WHITE, position("bar:1 hand:14", "6:2 3:2 hand:11"), SEED, stage=Stage.EXTRA)
    state = roll(state, WHITE, (6, 3))
    assert moment(state) == BLACK_TO_ROLL
    assert state.lost is None


def test_extra_roll_of_1_and_2_that_is_blocked_loses_the_rest() -> None:
    board = position("bar:1 13:14", "1:2 2:2 3:11")
    state = roll(to_roll(WHITE, board, SEED, stage=Stage.EXTRA), WHITE, (2, 1))
    assert moment(state) == BLACK_TO_ROLL
    assert state.lost == Lost(WHITE, Stage.EXTRA, (2, 1), (2, 1))


def test_extra_roll_wins() -> None:
    state = to_roll(WHITE, TWO_LEFT, COUNT, stage=Stage.EXTRA)
    assert played(roll(state, WHITE, (6, 5)), "2/off 1/off").result == Result(WHITE, Reason.BEAROFF, 9, 9)
