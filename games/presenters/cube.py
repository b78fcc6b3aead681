"""The doubling cube on the board."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presenters.people import People
from games.rules.game import GameState, Phase

LONGEST_FACE = 5  # digits that fit on the cube


@dataclass(frozen=True, slots=True)
class CubeView:
    """The doubling cube: where it lies, and its face."""

    css: str
    face: str
    label: str


def cube_view(state: GameState | None, who: People) -> CubeView | None:
    """The cube as `who.near` sees it; None where it is not in play."""
    if state is None or not state.cube_in_play:
        return None
    offer = state.offer
    if state.phase == Phase.DOUBLED and offer:
        label = _("Doubling cube, offered at %(value)s") % {"value": offer.value}
        return _view(f"is-offered to-{'far' if offer.by == who.near else 'near'}", offer.value, label)
    value, owner = state.cube.value, state.cube.owner
    if owner is None:
        return _view("at-centre", value, _("Doubling cube in the centre, at %(value)s") % {"value": value})
    label = who.tell(
        owner,
        _("Doubling cube at %(value)s, yours"),
        _("Doubling cube at %(value)s, owned by %(name)s"),
        value=value,
    )
    return _view("at-near" if owner == who.near else "at-far", value, label)


def _view(place: str, value: int, label: str) -> CubeView:
    face = cube_face(value)
    return CubeView(f"cube {place} digits-{len(face)}", face, label)


def cube_face(value: int) -> str:
    """What is up on the cube: 64 until it is turned (CUBE-1), and a power where a number is too long (CUBE-9)."""
    if value == 1:
        return "64"
    text = str(value)
    return text if len(text) <= LONGEST_FACE else f"2^{value.bit_length() - 1}"
