"""A state as JSON text and back."""

import json

import pytest

from games.rules.game import Cube, GameState, Result, Terms, accept, beaver, double, new_game, resign, roll
from games.rules.snapshot import from_json, to_json
from tests.rules.boards import BLACK, LOSER_ON_BAR, WHITE, bear_last_off, to_roll

SESSION = Terms(jacoby=True, max_beavers=2, automatic_doubles=1)
STATES = {
    "opening": new_game(Terms(away=(3, 1))),
    "to_roll": to_roll(BLACK, terms=Terms(away=(1, 3), crawford=True, cube=False)),
    "to_play": roll(to_roll(WHITE), WHITE, (6, 5)),
    "doubled": double(to_roll(WHITE), WHITE),
    "beavered": beaver(double(to_roll(WHITE, terms=SESSION), WHITE), BLACK),
    "resigning": resign(roll(to_roll(BLACK), BLACK, (6, 5)), BLACK, 2),
    "resigned": accept(resign(to_roll(BLACK), BLACK, 2), WHITE),
    "jacoby": bear_last_off(to_roll(WHITE, LOSER_ON_BAR, SESSION, cube=Cube(2), doubled_automatically=1)),
    "huge": bear_last_off(to_roll(WHITE, LOSER_ON_BAR, cube=Cube(2**70, WHITE))),
}


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_snapshot_round_trip(state: GameState) -> None:
    assert from_json(json.loads(json.dumps(to_json(state)))) == state


def test_snapshot_keeps_a_cube_of_any_size() -> None:
    """CUBE-9."""
    state = from_json(json.loads(json.dumps(to_json(STATES["huge"]))))
    assert state.cube == Cube(2**70, WHITE)
    assert isinstance(state.result, Result)
    assert state.result.points == 3 * 2**70


@pytest.mark.parametrize(
    "damage",
    [
        {"phase": "asleep"},
        {"on_roll": "green"},
        {"dice": [1]},
        {"terms": {"away": None, "stake": 3}},
        {"cube": None},
        {"white": None},
        {"offer": {"value": 2}},
    ],
)
def test_snapshot_that_is_none_is_refused(damage: dict[str, object]) -> None:
    whole = to_json(STATES["to_play"])
    assert from_json(whole) == STATES["to_play"]
    with pytest.raises(ValueError, match=r"."):
        from_json(whole | damage)
    with pytest.raises(ValueError, match="not a stored game state"):
        from_json({})
