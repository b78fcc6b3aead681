"""Every legal result of a roll, against what other engines agree on (tests/data/)."""

import pytest

from games.rules.plays import legal_plays
from games.rules.position import position
from games.rules.variants import variant
from games.rules.written import format_play
from tests.rules.oracle import cases, position_of

ACEY_DEUCEY = variant("acey-deucey")


def test_legal_plays_of_every_backgammon_case() -> None:
    backgammon = variant("backgammon")
    seen = 0
    for case in cases("plays.jsonl.gz"):
        legal = legal_plays(backgammon, position_of(case), tuple(case["dice"]))
        assert len(legal) == len(set(legal.results)) == case["n"], case["id"]
        assert set(legal.results) == {position_of(result) for result in case["results"]}, case["id"]
        seen += 1
    assert seen == 4885


def test_legal_plays_of_every_acey_deucey_case() -> None:
    seen = 0
    for case in cases("acey.jsonl.gz"):
        legal = legal_plays(ACEY_DEUCEY, position_of(case), tuple(case["dice"]))
        assert set(legal.results) == {position_of(result) for result in case["results"]}, case["id"]
        assert (len(legal), legal.dice_used) == (case["n"], case["dice_used"]), case["id"]
        seen += 1
    assert seen == 900


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "dice_used", "plays"),
    [
        ("hand:15", "hand:15", (6, 5), 2, ["hand/14", "hand/19 hand/20"]),
        (
            "hand:15",
            "hand:15",
            (3, 3),
            4,
            ["hand/13", "hand/16 hand/22", "hand/19 hand/22(2)", "hand/19(2)", "hand/22(4)"],
        ),
        ("hand:14 24:1", "6:2 hand:13", (6, 3), 2, ["24/15", "hand/16", "hand/22 24/18"]),
        ("bar:1 hand:10 13:4", "6:2 3:2 1:11", (6, 3), 0, ["(no play)"]),
        ("hand:5 13:10", "1:2 2:2 3:11", (1, 2), 2, ["13/10", "13/11 13/12"]),
        ("bar:1 13:14", "1:2 2:2 3:11", (1, 2), 0, ["(no play)"]),
        ("6:2", "1:15", (1, 2), 2, ["6/3", "6/4 6/5"]),
        ("2:1 1:1", "1:15", (1, 2), 2, ["2/off", "2/off 1/off"]),
        ("hand:1 6:14", "6:2 5:13", (6, 5), 1, ["6/1"]),
    ],
    ids=["A1", "A2", "A3", "A4", "A6", "A7", "A8", "A9", "A10"],
)
def test_small_oracle_of_acey_deucey(
    mine: str, theirs: str, dice: tuple[int, int], dice_used: int, plays: list[str]
) -> None:
    """rules.md §2.2."""
    legal = legal_plays(ACEY_DEUCEY, position(mine, theirs), dice)
    assert sorted(map(format_play, legal)) == sorted(plays)
    assert legal.dice_used == dice_used


def test_small_oracle_of_acey_deucey_a5() -> None:
    """A 1 and a 2 from the hand, from 13, and both: five positions."""
    legal = legal_plays(ACEY_DEUCEY, position("hand:1 13:14", "hand:15"), (1, 2))
    plays = ["13/10", "13/11 13/12", "hand/22", "hand/23 13/12", "hand/24 13/11"]
    assert sorted(map(format_play, legal)) == plays
    assert legal.dice_used == 2
