"""Tables of rules.md §1.5 and §6: complete lists of legal plays, in canonical notation."""

import pytest

from games.rules.plays import legal_plays, pool
from games.rules.position import position
from games.rules.variants import variant
from games.rules.written import format_play

BACKGAMMON = variant("backgammon")
OPENING_COUNTS = (
    "21:15 31:16 41:14 51:8 61:10 32:17 42:18 52:8 62:14 43:17 53:9 63:14 54:9 64:14 65:7 "
    "11:42 22:75 33:73 44:52 55:4 66:11"
)
TRICKY = [
    ("T1", "24:1 2:7 1:7", "12:3 5:4 4:4 3:4", (6, 5), 1, ["24/18"]),
    ("T2", "11:1 2:7 1:7", "19:2 12:3 11:3 10:3 9:2 8:2", (5, 3), 2, ["11/3"]),
    ("T3", "20:13 8:1 4:1", "23:2 22:2 16:2 11:2 7:2 6:2 4:3", (4, 2), 2, ["20/16 8/6"]),
    ("T4", "13:1 2:7 1:7", "19:5 18:5 14:5", (6, 1), 1, ["13/12", "2/1"]),
    ("T5", "6:1 2:2", "24:2 22:2 21:2", (4, 1), 1, ["6/2"]),
    ("T6", "bar:1 13:1 2:7 1:6", "18:2 13:5 8:3 6:3 5:2", (6, 3), 2, ["bar/16"]),
    ("T7", "bar:2 13:3 8:5 6:5", "13:2 8:2 6:3 5:2 4:2 2:2 1:2", (3, 1), 1, ["bar/22"]),
    ("T8", "bar:1 4:1 1:13", "14:2 10:5 9:2 8:2 5:2 1:2", (6, 4), 1, ["bar/19"]),
    (
        "T9",
        "6:2 5:2 4:2 1:2",
        "3:5 2:5 1:5",
        (3, 2),
        2,
        [
            *("4/1 4/2", "5/2 4/2", "5/2 5/3", "5/3 4/1", "5/off"),
            *("6/1", "6/3 4/2", "6/3 5/3", "6/3 6/4", "6/4 5/2"),
        ],
    ),
    ("T10", "5:1 2:1", "3:3 2:5 1:5", (6, 1), 2, ["5/off", "5/off 2/1"]),
    ("T11", "6:1 4:1 2:1", "1:2", (4, 2), 2, ["4/off 2/off", "6/2 4/2", "6/off"]),
    ("T12", "9:1 5:3 3:2", "24:2 2:3 1:10", (6, 4), 2, ["9/off"]),
    ("T13", "4:1", "2:5 1:5", (5, 3), 2, ["4/off"]),
    ("T14", "10:1 2:2", "18:1 2:5 1:5", (3, 1), 2, ["10/6", "10/7* 2/1", "10/7*/6"]),
    ("T15", "4:1 2:4", "5:1 1:1", (6, 4), 2, ["4/off 2/off"]),
    ("T16", "4:1 3:1 2:2", "8:2 1:2", (3, 3), 4, ["4/1 3/off 2/off(2)"]),
    (
        "T17",
        "bar:1 6:4 5:4 4:3",
        "9:3 8:3 6:2 5:2 2:2 1:2",
        (4, 3),
        2,
        ["bar/18", "bar/21 4/1", "bar/21 5/2", "bar/21 6/3", "bar/22 5/1", "bar/22 6/2"],
    ),
    ("T18", "24:1 8:1 6:13", "21:2 9:2 7:3 6:4 5:4", (6, 2), 2, ["24/22 8/2"]),
    ("T19", "bar:1 13:4 8:5 6:5", "14:1 6:3 5:3 4:2 3:2 2:2 1:2", (6, 6), 0, ["(no play)"]),
    ("T20", "24:1 6:7 1:7", "14:2 13:2 5:2 4:4 3:4", (4, 4), 4, ["6/2(4)"]),
]


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "dice_used", "plays"), [row[1:] for row in TRICKY], ids=[row[0] for row in TRICKY]
)
def test_legal_plays_of_tricky_position(
    mine: str, theirs: str, dice: tuple[int, int], dice_used: int, plays: list[str]
) -> None:
    legal = legal_plays(BACKGAMMON, position(mine, theirs), dice)
    assert sorted(map(format_play, legal)) == sorted(plays)
    assert legal.dice_used == dice_used
    assert set(legal_plays(BACKGAMMON, position(mine, theirs), dice[::-1]).results) == set(legal.results)


@pytest.mark.parametrize(("roll", "count"), [item.split(":") for item in OPENING_COUNTS.split()])
def test_opening_count(roll: str, count: str) -> None:
    """The other side plays from the same position, so A-19 (one side's numbers wrong) shows here too."""
    start = BACKGAMMON.start()
    dice = (int(roll[0]), int(roll[1]))
    assert len(legal_plays(BACKGAMMON, start, dice)) == int(count)
    assert len(legal_plays(BACKGAMMON, start.swapped(), dice)) == int(count)


def test_no_legal_play_is_the_unchanged_position() -> None:
    """MOVE-10."""
    closed_out = position("bar:1 13:4 8:5 6:5", "14:1 6:3 5:3 4:2 3:2 2:2 1:2")
    legal = legal_plays(BACKGAMMON, closed_out, (6, 6))
    assert (legal.dice_used, legal.results) == (0, (closed_out,))
    assert legal.play_for(closed_out).steps == ()


def test_play_for_something_else_is_a_key_error() -> None:
    legal = legal_plays(BACKGAMMON, BACKGAMMON.start(), (6, 5))
    assert legal.results[0] in legal
    assert BACKGAMMON.start() not in legal
    with pytest.raises(KeyError):
        legal.play_for(BACKGAMMON.start())


def test_hit_last_checker_is_compulsory_where_the_only_way_to_use_both_dice_hits() -> None:
    """MOVE-12, the strict reading: 4/off alone is not enough when 4/1*/off plays both dice."""
    legal = legal_plays(BACKGAMMON, position("4:1", "24:1 2:5 1:5"), (5, 3))
    assert [format_play(play) for play in legal] == ["4/1*/off"]


def test_pool_of_a_double_has_four() -> None:
    """MOVE-5."""
    assert pool((6, 6)) == (6, 6, 6, 6)
