"""A GameState as plain JSON values and back, exactly; Python's json keeps a cube of any size (CUBE-9)."""

from typing import Any

from games.rules.position import Position
from games.rules.state import GameState
from games.rules.terms import Cube, Lost, Offer, Phase, Reason, Resignation, Result, Seat, Terms
from games.rules.variants import Stage


def to_json(state: GameState) -> dict[str, Any]:
    """The state as dicts, lists, strings, numbers, booleans and None."""
    terms, cube = state.terms, state.cube
    offer, resignation, result, lost = state.offer, state.resignation, state.result, state.lost
    return {
        "terms": {
            "variant": terms.variant,
            "options": list(terms.options),
            "cube": terms.cube,
            "crawford": terms.crawford,
            "jacoby": terms.jacoby,
            "max_beavers": terms.max_beavers,
            "automatic_doubles": terms.automatic_doubles,
            "away": terms.away and list(terms.away),
        },
        "white": list(state.position.mine),
        "black": list(state.position.theirs),
        "phase": state.phase.value,
        "on_roll": _value(state.on_roll),
        "dice": state.dice and list(state.dice),
        "stage": state.stage.value,
        "lost": lost
        and {
            "by": lost.by.value,
            "stage": lost.stage.value,
            "dice": list(lost.dice),
            "left": list(lost.left),
        },
        "first_turn": state.first_turn,
        "cube": {"value": cube.value, "owner": _value(cube.owner)},
        "doubled_automatically": state.doubled_automatically,
        "offer": offer
        and {
            "value": offer.value,
            "by": offer.by.value,
            "doubler": offer.doubler.value,
            "beavers": offer.beavers,
        },
        "resignation": resignation
        and {
            "level": resignation.level,
            "by": resignation.by.value,
            "interrupted": resignation.interrupted.value,
        },
        "refused_level": state.refused_level,
        "result": result
        and {
            "winner": _value(result.winner),
            "reason": result.reason.value,
            "multiplier": result.multiplier,
            "points": result.points,
            "jacoby_applied": result.jacoby_applied,
        },
    }


def from_json(data: dict[str, Any]) -> GameState:
    """The state that `to_json` made this of; raises ValueError for anything else."""
    try:
        return _state(data)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a stored game state: {error!r}") from error


def _state(data: dict[str, Any]) -> GameState:
    terms, offer, resignation, result = data["terms"], data["offer"], data["resignation"], data["result"]
    lost = data["lost"]
    return GameState(
        terms=Terms(**{**terms, "options": tuple(terms["options"]), "away": _pair(terms["away"])}),
        position=Position(tuple(data["white"]), tuple(data["black"])),
        phase=Phase(data["phase"]),
        on_roll=_seat(data["on_roll"]),
        dice=_pair(data["dice"]),
        stage=Stage(data["stage"]),
        lost=lost and Lost(Seat(lost["by"]), Stage(lost["stage"]), _dice(lost["dice"]), tuple(lost["left"])),
        first_turn=data["first_turn"],
        cube=Cube(data["cube"]["value"], _seat(data["cube"]["owner"])),
        doubled_automatically=data["doubled_automatically"],
        offer=offer and Offer(offer["value"], Seat(offer["by"]), Seat(offer["doubler"]), offer["beavers"]),
        resignation=resignation
        and Resignation(resignation["level"], Seat(resignation["by"]), Phase(resignation["interrupted"])),
        refused_level=data["refused_level"],
        result=result
        and Result(
            _seat(result["winner"]),
            Reason(result["reason"]),
            result["multiplier"],
            result["points"],
            result["jacoby_applied"],
        ),
    )


def _value(seat: Seat | None) -> str | None:
    return None if seat is None else seat.value


def _seat(value: str | None) -> Seat | None:
    return None if value is None else Seat(value)


def _pair(values: list[int] | None) -> tuple[int, int] | None:
    return None if values is None else _dice(values)


def _dice(values: list[int]) -> tuple[int, int]:
    first, second = values
    return first, second
