"""Four hundred positions whose three ids another program wrote, and ids of our own games."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.records.ids import (
    Situation,
    match_id,
    position_id,
    read_match_id,
    read_position_id,
    read_xgid,
    situation,
    xgid,
)
from games.rules.game import Cube, Phase, Seat, Terms, beaver, double, new_game, resign, roll
from games.rules.match import MatchTerms, Score
from games.rules.position import Position
from games.rules.variants import variant
from tests.rules.boards import BLACK, START, WHITE, bear_last_off, to_roll

CASES = [json.loads(line) for line in (Path(__file__).parent.parent / "data" / "ids.jsonl").read_text().splitlines()]
PLAYERS = (Seat.WHITE, Seat.BLACK)  # 0 is XGID's top player


def position_of(case: dict[str, Any]) -> Position:
    """The case's board as the player on roll sees it."""
    points = case["points"]
    mine = [case["off"][0], *(max(count, 0) for count in points), case["bar"][0], 0]
    theirs = [case["off"][1], *(max(-count, 0) for count in reversed(points)), case["bar"][1], 0]
    return Position(tuple(mine), tuple(theirs))


def situation_of(case: dict[str, Any]) -> Situation:
    owner = case["cube_owner"]
    return Situation(
        position=position_of(case),
        on_roll=PLAYERS[case["player_on_roll"]],
        dice=case["dice"] and (max(case["dice"]), min(case["dice"])),
        cube=Cube(case["cube"], None if owner is None else PLAYERS[owner]),
        turned=int(case["doubled_pending"]),
        resigned=case["resigned_pending"],
        length=case["match_length"],
        score=tuple(case["score"]),
        crawford=case["crawford"],
        jacoby=bool(case["jacoby"]),
    )


def test_oracle_ids_are_written() -> None:
    assert len(CASES) == 400
    for case in CASES:
        told = situation_of(case)
        assert position_id(told.position) == case["gnubg_position_id"], case["id"]
        assert match_id(told) == case["gnubg_match_id"], case["id"]
        assert xgid(told, bottom=BLACK) == case["xgid"], case["id"]


def test_oracle_ids_are_read() -> None:
    for case in CASES:
        told = situation_of(case)
        assert told.to_act == PLAYERS[case["player_to_act"]]
        assert read_position_id(case["gnubg_position_id"]) == told.position, case["id"]
        assert read_match_id(case["gnubg_match_id"], told.position) == told, case["id"]
        assert read_xgid(case["xgid"]) == told, case["id"]


def test_oracle_ids_with_the_player_on_roll_at_the_bottom() -> None:
    """Our own way to write an XGID keeps the case, seen from the other side of the table if need be."""
    for case in CASES:
        told = situation_of(case)
        text = xgid(told)
        assert text is not None
        read = read_xgid(text)
        assert (read.position, read.dice, read.turned) == (told.position, told.dice, told.turned)
        assert read.score == (told.score if told.on_roll == BLACK else told.score[::-1])


# Ids of our own games


MATCH = MatchTerms("backgammon", 7)
SESSION = MatchTerms("backgammon", 0, jacoby=True, max_beavers=1)


def test_situation_of_a_game() -> None:
    state = roll(to_roll(BLACK, terms=Terms(away=(5, 4)), cube=Cube(2, BLACK)), BLACK, (6, 3))
    told = situation(state, MATCH, Score(2, 3))
    assert told == Situation(START, BLACK, (6, 3), Cube(2, BLACK), length=7, score=(2, 3))
    assert match_id(told) == "UQnvACAAGAAE"


def test_situation_of_a_crawford_game() -> None:
    told = situation(to_roll(BLACK, terms=Terms(crawford=True, away=(5, 1))), MATCH, Score(2, 6))
    assert told is not None
    assert match_id(told) == "8AngACAAMAAE"
    assert xgid(told) == "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:2:1:7:10"


@pytest.mark.parametrize("seat", list(Seat))
def test_situation_of_pending_offers(seat: Seat) -> None:
    terms = Terms(jacoby=True, max_beavers=1)
    doubled = double(to_roll(seat, terms=terms), seat)
    for state, letter in [(doubled, "D"), (beaver(doubled, seat.other), "B")]:
        told = situation(state, SESSION, Score())
        assert told is not None
        assert told.to_act == state.to_act
        assert xgid(told) == f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{letter}:0:0:3:0:10"


def test_situation_of_a_pending_resignation() -> None:
    told = situation(resign(to_roll(WHITE), WHITE, 2), SESSION, Score())
    assert told is not None
    assert (told.resigned, told.to_act, xgid(told)) == (2, BLACK, None)


def test_situation_of_a_huge_cube() -> None:
    told = situation(to_roll(WHITE, cube=Cube(2**12, WHITE)), SESSION, Score())
    assert told is not None
    assert xgid(told) == "XGID=-b----E-C---eE---c-e----B-:12:1:1:00:0:0:0:0:12"


def test_situation_is_none_where_no_id_can_say_it() -> None:
    assert situation(new_game(Terms()), SESSION, Score()) is None
    over = bear_last_off(to_roll(WHITE, Position((14, 1, *(0,) * 25), (15, *(0,) * 26))))
    assert over.phase == Phase.OVER
    assert situation(over, SESSION, Score()) is None
    entering = Position((*(0,) * 26, 15), variant("backgammon").start().mine)
    assert situation(to_roll(WHITE, entering), SESSION, Score()) is None
