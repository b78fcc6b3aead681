"""Chains: where one checker can be carried by one die or more, if it does not matter how (written by hand)."""

from itertools import permutations

import pytest
from hypothesis import given

from games.rules.errors import IllegalPlay
from games.rules.plays import draft, pool
from games.rules.position import BAR, HAND, OFF, Position, landing_place, position
from games.rules.variants import Variant, variant
from games.rules.written import format_steps, place_name
from tests.rules.oracle import positions, rolls

BACKGAMMON, ACEY_DEUCEY = variant("backgammon"), variant("acey-deucey")
START = ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")


def chains(board: tuple[str, str], dice: tuple[int, int], text: str = "", rules: Variant = BACKGAMMON) -> list[str]:
    return [format_steps(chain) for chain in draft(rules, position(*board), dice, text).chains]


@pytest.mark.parametrize(
    ("board", "dice", "text", "expected"),
    [
        # 19 is held, so a checker from 24 to 13 must go by 18; for one from 13 to 2 the order is all the same.
        (START, (6, 5), "", ["24/18", "13/7", "8/2", "13/8", "8/3", "24/18 18/13", "13/7 7/2"]),
        (START, (6, 5), "24/18", ["18/13", "13/8", "8/3"]),
        (START, (6, 5), "24/18 13/8", []),
        # Of a double up to four steps; 12 and 1 are held.
        (
            START,
            (3, 3),
            "",
            ["24/21", "13/10", "8/5", "6/3", "24/21 21/18", "13/10 10/7", "8/5 5/2"]
            + ["24/21 21/18 18/15", "13/10 10/7 7/4"],
        ),
        # A blot on 7: carried to 2, the checker hits it or not, so it has to be put down on its way.
        (("13:2 6:13", "18:1 1:14"), (6, 5), "", ["13/7*", "13/8", "6/1"]),
        # Blots on 7 and 8 too: either is hit.
        (("13:2 6:13", "18:1 17:1 1:13"), (6, 5), "", ["13/7*", "13/8*", "6/1"]),
        # Two on the bar enter first; of one the checker may go on.
        (("bar:2 6:13", "6:5 8:10"), (5, 4), "", ["bar/20", "bar/21"]),
        (("bar:1 6:14", "6:5 8:10"), (5, 4), "", ["bar/20", "bar/21", "bar/20 20/16"]),
        # One die bears off what two would as well.
        (("5:1 4:2", "1:15"), (6, 1), "", ["5/off", "5/4", "4/3"]),
        # Even where the longer way would hit.
        (("5:1 2:1", "21:1 1:14"), (6, 1), "", ["5/off", "5/4*", "2/1"]),
        (("5:2 3:1", "1:15"), (3, 2), "", ["5/2", "3/off", "5/3", "3/1", "5/2 2/off"]),
    ],
)
def test_chains_of(board: tuple[str, str], dice: tuple[int, int], text: str, expected: list[str]) -> None:
    assert sorted(chains(board, dice, text)) == sorted(expected)


def test_a_checker_from_the_hand_goes_on_past_those_that_stay_in_it() -> None:
    assert chains(("hand:15", "hand:15"), (6, 5), rules=ACEY_DEUCEY) == ["hand/19", "hand/20", "hand/19 19/14"]


def ways(rules: Variant, start: Position, dice: tuple[int, int]) -> dict[tuple[int, int], tuple[int, set[Position]]]:
    """How few steps lead one checker from place to place, and to which positions: every order of dice, tried."""
    found: dict[tuple[int, int], tuple[int, set[Position]]] = {}
    for source in range(1, HAND + 1):
        for order in set(permutations(pool(dice))):
            places = [source]
            for die in order:
                if places[-1] == OFF:
                    break
                places.append(landing_place(places[-1], die))
                text = "/".join(map(place_name, places))
                try:
                    end = draft(rules, start, dice, text).position
                except IllegalPlay:
                    break
                length, ends = found.setdefault((source, places[-1]), (len(places), set()))
                if len(places) < length:
                    found[source, places[-1]] = len(places), {end}
                elif len(places) == length:
                    ends.add(end)
    return found


@given(positions(), rolls)
def test_every_chain_is_a_draft_that_ends_where_it_says(start: Position, dice: tuple[int, int]) -> None:
    rules = ACEY_DEUCEY if start.mine[HAND] + start.theirs[HAND] else BACKGAMMON
    begun = draft(rules, start, dice, "")
    for chain in begun.chains:
        read = draft(rules, start, dice, format_steps(chain))
        assert read.steps == chain
        assert read.position.mine[chain[-1].target] == start.mine[chain[-1].target] + 1
        assert read.position.mine[chain[0].source] == start.mine[chain[0].source] - 1
    expected = {pair: length - 1 for pair, (length, ends) in ways(rules, start, dice).items() if len(ends) == 1}
    assert {(chain[0].source, chain[-1].target): len(chain) for chain in begun.chains} == expected
    assert BAR not in {chain[-1].target for chain in begun.chains}
