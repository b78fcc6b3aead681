"""Turns of Acey-Deucey, stage by stage, through the commands of a game (rules.md §2, AD-2 ... AD-16)."""

import pytest

from games.rules.errors import CubeRefused, IllegalPlay, NotOnRoll, ResignationRefused, WrongPhase
from games.rules.game import (
    GameState,
    Lost,
    Phase,
    Reason,
    Result,
    Seat,
    Stage,
    Terms,
    choose,
    double,
    forfeit,
    new_game,
    play,
    resign,
    roll,
    roll_opening,
)
from games.rules.history import Entry, replay
from games.rules.notation import read_play
from games.rules.position import HAND, position
from games.rules.snapshot import from_json, to_json
from tests.rules.boards import BLACK, WHITE, to_roll

SEED = Terms("acey-deucey")
COUNT = Terms("acey-deucey", ("count",))
EUROPEAN = Terms("acey-deucey", ("european",))
ALL_IN_HAND = position("hand:15", "hand:15")
# Two checkers are left; a 1 and a 2 take them off, or leave one on the 1 point.
TWO_LEFT = position("2:1 1:1", "hand:9")
# Two sixes can be played, 8/2 twice; the checker on 13 is blocked, so nobody bears off.
TWO_SIXES = position("13:1 8:2 1:12", "18:2 6:13")
NO_SIX = position("13:3 1:12", "18:2 6:13")


def begun(board: str, theirs: str = "hand:15", terms: Terms = SEED, seat: Seat = WHITE) -> GameState:
    """A game in which `seat` is to roll."""
    return to_roll(seat, position(board, theirs), terms)


def played(state: GameState, text: str) -> GameState:
    """The player on roll plays `text`."""
    seat = state.to_act
    assert seat is not None
    return play(state, seat, read_play(state.variant, state.seen_by(seat), state.dice_to_play(seat), text))


def after_1_2(terms: Terms = SEED) -> GameState:
    """White has entered two checkers with the first roll of his turn and is to name a double."""
    return played(roll(to_roll(WHITE, ALL_IN_HAND, terms), WHITE, (1, 2)), "hand/24 hand/23")


def to_choose(board: str, theirs: str = "hand:15", terms: Terms = SEED) -> GameState:
    """White is to name a double on this board."""
    return to_roll(WHITE, position(board, theirs), terms, phase=Phase.TO_CHOOSE, stage=Stage.CHOICE)


def moment(state: GameState) -> tuple[Phase, Seat | None, Stage, tuple[int, int] | None]:
    return state.phase, state.to_act, state.stage, state.dice


BLACK_TO_ROLL = (Phase.TO_ROLL, BLACK, Stage.ROLL, None)


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


# Each part is confirmed on its own


def test_part_that_was_confirmed_cannot_be_played_again() -> None:
    """TURN-3, AMB-32."""
    state = roll(to_roll(WHITE, ALL_IN_HAND, SEED), WHITE, (1, 2))
    play_1_2 = read_play(state.variant, state.seen_by(WHITE), (1, 2), "hand/24 hand/23")
    state = play(state, WHITE, play_1_2)
    with pytest.raises(WrongPhase, match="choose the double"):
        play(state, WHITE, play_1_2)
    state = choose(state, WHITE, 3)
    with pytest.raises(IllegalPlay, match="not a legal play of this roll"):
        play(state, WHITE, play_1_2)
    with pytest.raises(WrongPhase, match="you have rolled and must play"):
        choose(state, WHITE, 4)


# Resigning and scoring


def test_resigning_costs_one_point_in_any_part_of_a_turn() -> None:
    """AD-16: the only level is the highest, so nobody has to accept it (RES-5)."""
    for state in (to_roll(WHITE, ALL_IN_HAND, SEED), after_1_2(), choose(after_1_2(), WHITE, 3)):
        assert state.resign_levels(WHITE) == (1,)
        assert resign(state, WHITE, 1).result == Result(BLACK, Reason.RESIGN, 1, 1)
        with pytest.raises(ResignationRefused, match="no longer lose that much"):
            resign(state, WHITE, 2)


def test_resigning_where_checkers_count_costs_exactly_those_left() -> None:
    """AD-16: hand and bar included."""
    state = begun("bar:1 hand:2 6:4", terms=COUNT)
    assert state.resign_levels(WHITE) == (7,)
    assert state.resign_points(7) == 7
    assert resign(state, WHITE, 7).result == Result(BLACK, Reason.RESIGN, 7, 7)
    for level in (0, 1, 6):
        with pytest.raises(ResignationRefused, match="level you can lose: 7"):
            resign(state, WHITE, level)
    with pytest.raises(ResignationRefused, match="no longer lose that much"):
        resign(state, WHITE, 8)


def test_resigning_where_checkers_count_is_read_from_the_record() -> None:
    """Two digits, as they are stored."""
    opening = Entry("roll", None, (6, 2))
    assert replay(COUNT, [opening, Entry("resign", WHITE, text="15")]).result == Result(BLACK, Reason.RESIGN, 15, 15)


def test_giving_up_the_match() -> None:
    """RES-6."""
    terms = Terms("acey-deucey", away=(3, 2))
    assert forfeit(to_roll(WHITE, ALL_IN_HAND, terms), WHITE).result == Result(BLACK, Reason.FORFEIT, 1, 2)


def test_checkers_left_are_counted_at_the_end() -> None:
    """AD-14, bug case J-4: 9 points, and nothing else becomes of the 9."""
    for terms, points in ((SEED, 1), (COUNT, 9)):
        state = played(roll(to_roll(BLACK, TWO_LEFT, terms), BLACK, (6, 5)), "2/off 1/off")
        assert state.result == Result(BLACK, Reason.BEAROFF, points, points)


# The European tradition (rules.md §2.3)


def test_complement_follows_a_rolled_double_and_then_another_roll() -> None:
    state = roll(to_roll(WHITE, ALL_IN_HAND, EUROPEAN), WHITE, (3, 3))
    state = played(state, "hand/22(4)")
    assert moment(state) == (Phase.TO_PLAY, WHITE, Stage.COMPLEMENT, (4, 4))
    state = played(state, "hand/21(4)")
    assert moment(state) == (Phase.TO_ROLL, WHITE, Stage.EXTRA, None)
    state = played(roll(state, WHITE, (6, 6)), "hand/19(4)")
    assert moment(state) == (Phase.TO_PLAY, WHITE, Stage.COMPLEMENT, (1, 1))


def test_complement_is_lost_when_the_double_is_cut_short() -> None:
    state = roll(to_roll(WHITE, TWO_SIXES, EUROPEAN), WHITE, (6, 6))
    state = played(state, "8/2(2)")
    assert moment(state) == BLACK_TO_ROLL
    assert state.lost == Lost(WHITE, Stage.ROLL, (6, 6), (6, 6))


def test_complement_cut_short_loses_the_roll() -> None:
    # After four ones from 5 to 4, two sixes can be played.
    state = roll(begun("13:1 8:2 5:4 1:8", "18:2 6:13", EUROPEAN), WHITE, (1, 1))
    state = played(state, "5/4(4)")
    assert moment(state) == (Phase.TO_PLAY, WHITE, Stage.COMPLEMENT, (6, 6))
    state = played(state, "8/2(2)")
    assert moment(state) == BLACK_TO_ROLL
    assert state.lost == Lost(WHITE, Stage.COMPLEMENT, (6, 6), (6, 6))


def test_complement_that_cannot_be_played_loses_the_rest_at_once() -> None:
    state = roll(begun("13:3 5:4 1:8", "18:2 6:13", EUROPEAN), WHITE, (1, 1))
    state = played(state, "5/4(4)")
    assert moment(state) == BLACK_TO_ROLL
    assert state.lost == Lost(WHITE, Stage.COMPLEMENT, (6, 6), (6, 6, 6, 6))


def test_complement_wins() -> None:
    """AD-13."""
    state = roll(begun("5:1 2:4", "hand:9", EUROPEAN), WHITE, (2, 2))
    state = played(state, "2/off(4)")
    assert moment(state) == (Phase.TO_PLAY, WHITE, Stage.COMPLEMENT, (5, 5))
    assert played(state, "5/off").result == Result(WHITE, Reason.BEAROFF, 1, 1)


def test_chosen_double_has_no_complement() -> None:
    state = played(choose(after_1_2(EUROPEAN), WHITE, 3), "hand/22(4)")
    assert moment(state) == (Phase.TO_ROLL, WHITE, Stage.EXTRA, None)


# The record


@pytest.mark.parametrize(
    ("terms", "entries", "end"),
    [
        (
            SEED,
            [
                Entry("roll", None, (2, 5)),
                Entry("roll", BLACK, (1, 2)),
                Entry("play", BLACK, text="hand/23 hand/24"),
                Entry("choose", BLACK, text="6"),
                Entry("play", BLACK, text="hand/19(4)"),
                Entry("roll", BLACK, (2, 1)),
                Entry("play", BLACK, text="hand/22"),
                Entry("choose", BLACK, text="5"),
                Entry("play", BLACK, text="hand/20(4)"),
                Entry("roll", BLACK, (6, 6)),
            ],
            (Phase.TO_PLAY, BLACK, Stage.EXTRA, (6, 6)),
        ),
        (
            EUROPEAN,
            [
                Entry("roll", None, (5, 2)),
                Entry("roll", WHITE, (3, 3)),
                Entry("play", WHITE, text="hand/22(4)"),
                Entry("play", WHITE, text="hand/21(4)"),
                Entry("roll", WHITE, (6, 4)),
            ],
            (Phase.TO_PLAY, WHITE, Stage.EXTRA, (6, 4)),
        ),
    ],
    ids=["seed", "european"],
)
def test_record_and_snapshot_carry_every_stage(
    terms: Terms, entries: list[Entry], end: tuple[Phase, Seat | None, Stage, tuple[int, int] | None]
) -> None:
    for number in range(1, len(entries) + 1):
        state = replay(terms, entries[:number])
        assert from_json(to_json(state)) == state
    assert moment(state) == end


def test_snapshot_carries_what_was_lost() -> None:
    state = roll(begun("bar:1 13:14", "1:2 2:2 3:11", COUNT), WHITE, (1, 2))
    assert state.lost
    assert from_json(to_json(state)) == state
