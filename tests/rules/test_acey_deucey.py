"""What the Acey-Deucey variant says about start, scoring, resigning and the parts of a turn (rules.md §2)."""

import pytest

from games.rules.errors import IllegalPlay
from games.rules.notation import read_play
from games.rules.plays import legal_plays
from games.rules.position import position
from games.rules.variants import VARIANTS, Stage, variant
from games.rules.written import format_play

SEED = variant("acey-deucey")
COUNT = variant("acey-deucey", ("count",))
EUROPEAN = variant("acey-deucey", ("european",))
ORDINARY = [(6, 5), (4, 1), (2, 6)]


def test_start() -> None:
    """AD-1, AD-15, bug case J-2: everybody in the hand, 375 pips each."""
    assert SEED.start() == position("hand:15", "hand:15")
    assert SEED.pips(SEED.start().mine) == SEED.pips(SEED.start().theirs) == 375


def test_pips_count_hand_and_bar_as_25() -> None:
    """AD-15."""
    assert SEED.pips(position("hand:2 bar:1 24:1 3:2", "2:1").mine) == 105
    assert SEED.pips(position("", "1:1").mine) == 0


def test_seed_rules_are_the_default() -> None:
    assert VARIANTS["acey-deucey"] is SEED
    assert variant("acey-deucey", ()) is SEED
    assert SEED.options == ()
    assert [option.key for option in SEED.agreed()] == ["seed", "one-point"]
    assert (SEED.has_cube, SEED.opening_roll_is_played, SEED.has_hand) == (False, False, True)


@pytest.mark.parametrize(
    ("given", "options", "agreed"),
    [
        (("seed", "one-point"), (), ["seed", "one-point"]),
        (("one-point", "european"), ("european",), ["european", "one-point"]),
        (("count",), ("count",), ["seed", "count"]),
        (("count", "european"), ("european", "count"), ["european", "count"]),
    ],
)
def test_options_have_one_order_and_no_defaults(
    given: tuple[str, ...], options: tuple[str, ...], agreed: list[str]
) -> None:
    chosen = variant("acey-deucey", given)
    assert chosen.options == options
    assert [option.key for option in chosen.agreed()] == agreed


@pytest.mark.parametrize("options", [("one-point", "count"), ("seed", "european"), ("american",), ("Count",), ("",)])
def test_options_that_cannot_be(options: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"exclude each other|no such option"):
        variant("acey-deucey", options)


@pytest.mark.parametrize(
    ("loser", "left"),
    [
        ("hand:15", 15),
        ("bar:1 hand:1 24:1 1:3", 6),
        ("1:1", 1),
        ("hand:9", 9),  # bug case J-4
    ],
)
def test_outcome(loser: str, left: int) -> None:
    """AD-14: one point however it ends; counted, each checker of the loser that is not off."""
    ended = position("", loser)
    assert SEED.outcome(ended) == EUROPEAN.outcome(ended) == 1
    assert COUNT.outcome(ended) == left


def test_outcome_is_none_while_the_game_goes_on() -> None:
    for game in (SEED, COUNT, EUROPEAN):
        assert game.outcome(game.start()) is None
        assert game.outcome(position("1:1", "hand:15")) is None


@pytest.mark.parametrize(("mine", "left"), [("hand:15", 15), ("hand:2 bar:1 20:4", 7), ("1:1", 1)])
def test_resigning_has_one_price(mine: str, left: int) -> None:
    """AD-16."""
    now = position(mine, "hand:15")
    assert (SEED.max_loss(now), SEED.losses(now)) == (1, (1,))
    assert (COUNT.max_loss(now), COUNT.losses(now)) == (left, (left,))


def test_every_level_is_the_game() -> None:
    assert {COUNT.level_name(level) for level in range(1, 16)} == {"the game"}
    assert {COUNT.level_title(level) for level in range(1, 16)} == {"This game"}


@pytest.mark.parametrize("stage", [Stage.ROLL, Stage.EXTRA])
def test_follows(stage: Stage) -> None:
    """AD-6, AD-9: a 1 and a 2 in any order, in the first roll and in an extra one; nothing else goes on."""
    for game in (SEED, COUNT):
        assert game.follows(stage, (1, 2)) is game.follows(stage, (2, 1)) is Stage.CHOICE
        for dice in [*ORDINARY, (1, 1), (2, 2), (3, 3)]:
            assert game.follows(stage, dice) is None


@pytest.mark.parametrize("stage", [Stage.ROLL, Stage.EXTRA])
def test_follows_european(stage: Stage) -> None:
    """rules.md §2.3: a rolled double is followed by its complement."""
    assert EUROPEAN.follows(stage, (1, 2)) is Stage.CHOICE
    for dice in ORDINARY:
        assert EUROPEAN.follows(stage, dice) is None
    for die in range(1, 7):
        assert EUROPEAN.follows(stage, (die, die)) is Stage.COMPLEMENT


def test_follows_a_chosen_double_or_a_complement() -> None:
    """AD-9.3: another roll, and a chosen double has no complement."""
    for die in range(1, 7):
        assert SEED.follows(Stage.CHOSEN, (die, die)) is EUROPEAN.follows(Stage.CHOSEN, (die, die)) is Stage.EXTRA
        assert EUROPEAN.follows(Stage.COMPLEMENT, (die, die)) is Stage.EXTRA


@pytest.mark.parametrize(
    ("mine", "dice", "seed", "european"),
    [
        ("2:2", (6, 5), ["2/off(2)"], ["(no play)"]),
        ("6:1 2:1", (6, 5), ["6/1 2/off", "6/off 2/off"], ["6/off"]),  # exactly, either number alone: the larger
        ("3:4", (3, 3), ["3/off(4)"], ["3/off(4)"]),
        ("3:4", (4, 4), ["3/off(4)"], ["(no play)"]),
    ],
)
def test_bearing_off(mine: str, dice: tuple[int, int], seed: list[str], european: list[str]) -> None:
    """AD-12 and AMB-30: overshoot; European: the exact number alone (rules.md §2.3)."""
    board = position(mine, "hand:15")
    assert sorted(map(format_play, legal_plays(SEED, board, dice))) == seed
    assert sorted(map(format_play, legal_plays(EUROPEAN, board, dice))) == european


def test_bearing_off_with_a_larger_number_is_refused_with_the_reason() -> None:
    board = position("2:1 1:1", "hand:15")
    assert format_play(read_play(SEED, board, (6, 1), "2/off 1/off")) == "2/off 1/off"
    with pytest.raises(IllegalPlay, match="Only the exact number bears a checker off"):
        read_play(EUROPEAN, board, (6, 1), "2/off 1/off")
