"""Races that no dice can turn: the bounds, against every roll and play of all small positions."""

from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from games.rules.plays import legal_plays
from games.rules.position import OFF, Position, position
from games.rules.variants import VARIANTS, race, variant

BACKGAMMON = variant("backgammon")
ROLLS = [(low, high) for low in range(1, 7) for high in range(low, 7)]
FAR_BEHIND = position("", "1:1").theirs  # an opponent whom nobody meets

Side = tuple[int, ...]


def sides(checkers: int, highest: int) -> list[Side]:
    """All sides with so many checkers or fewer, one at least, on the points up to `highest`."""
    return [
        position(" ".join(f"{point}:1" for point in points), "1:1").mine
        for number in range(1, checkers + 1)
        for points in combinations_with_replacement(range(1, highest + 1), number)
    ]


@cache
def turns(side: Side) -> tuple[int, int]:
    """How many turns this side needs in a race: with the worst rolls, played as well as can be; with the best."""
    if side[OFF] == 15:
        return 0, 0
    after = [
        [turns(result.mine) for result in legal_plays(BACKGAMMON, Position(side, FAR_BEHIND), roll).results]
        for roll in ROLLS
    ]
    worst = max(min(most for most, _ in plays) for plays in after)
    best = min(least for plays in after for _, least in plays)
    return 1 + worst, 1 + best


@pytest.mark.parametrize(("checkers", "highest"), [(5, 6), (3, 10), (2, 15)])
def test_bounds_hold_for_every_roll_and_play(checkers: int, highest: int) -> None:
    for side in sides(checkers, highest):
        most, least = turns(side)
        assert most <= race.most_turns(side), side
        assert race.least_turns(side) <= least, side


def test_race_called_won_is_won_by_the_worst_rolls_against_the_best() -> None:
    small = sides(3, 7)
    called = 0
    for mine, theirs, rolls_next in product(small, small, (True, False)):
        if race.is_won(mine, theirs, rolls_next=rolls_next):
            called += 1
            most, least = turns(mine)[0], turns(theirs)[1]
            assert most <= least if rolls_next else most < least, (mine, theirs, rolls_next)
    assert called > 100  # and it is not just that none is


@pytest.mark.parametrize(
    ("mine", "theirs", "rolls_next", "won"),
    [
        ("1:2", "1:5", True, True),  # off with any roll
        ("1:2", "1:5", False, True),  # five checkers take two turns
        ("1:2", "1:4", False, False),  # 1-1 and they are off
        ("1:3", "1:4", True, False),  # two turns, against 1-1
        ("1:3", "1:5", True, True),
        ("6:1", "6:5", True, True),  # 2-1 and 2-1, against 6-6 and 6-6
        ("6:1", "6:4", True, False),
        ("20:1", "1:1", True, False),
        ("2:1", "24:1", True, False),  # they have a checker to pass: it could be hit, or hit
        ("1:1", "bar:1", True, False),
    ],
)
def test_examples_by_hand(mine: str, theirs: str, rolls_next: bool, won: bool) -> None:
    assert BACKGAMMON.is_won_race(position(mine, theirs), rolls_next=rolls_next) is won


def test_only_backgammon_knows_won_races() -> None:
    sure = position("1:1", "6:15")
    assert [key for key, each in VARIANTS.items() if each.is_won_race(sure, rolls_next=True)] == ["backgammon"]
