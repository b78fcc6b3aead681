import pytest

from games.rules.errors import BadPosition
from games.rules.position import BAR, HAND, OFF, Position, check_position, position


def test_position_literal_names_every_place() -> None:
    board = position("bar:1 1:10 off:4", "hand:2 19:3")
    assert (board.mine[BAR], board.mine[1], board.mine[OFF]) == (1, 10, 4)
    assert (board.theirs[HAND], board.theirs[19], board.theirs[OFF]) == (2, 3, 10)


def test_position_literal_without_anything_is_all_off() -> None:
    assert position("", "").mine[OFF] == 15


@pytest.mark.parametrize(
    "mine",
    ["25:1", "0:3", "6", "6:x", "6:-1", "x:1", "6:1:2", "6:٣", "6:16", "6:8 5:8", "off:1 6:13", "6:999999999999"],
)
def test_position_literal_that_is_none_is_refused(mine: str) -> None:
    assert position("6:8 5:7", "1:15")
    with pytest.raises(BadPosition):
        position(mine, "1:15")


def test_point_cannot_be_shared() -> None:
    """BRD-4."""
    assert position("6:1", "20:1")
    with pytest.raises(BadPosition, match="point 6"):
        position("6:1", "19:1")


@pytest.mark.parametrize("counts", [(14,), (16,), (16, -1)])
def test_side_without_fifteen_checkers_is_refused(counts: tuple[int, ...]) -> None:
    good = position("6:15", "1:15")
    side = counts + (0,) * (27 - len(counts))
    with pytest.raises(BadPosition, match="15 checkers"):
        check_position(Position(side, good.theirs))
    with pytest.raises(BadPosition, match="15 checkers"):
        check_position(Position(good.mine, side))
    with pytest.raises(BadPosition, match="15 checkers"):
        check_position(Position(good.mine[:26], good.theirs))


def test_swapped_exchanges_the_sides() -> None:
    assert position("6:1", "5:2 bar:1").swapped() == position("5:2 bar:1", "6:1")
