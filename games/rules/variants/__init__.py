"""The variants that can be played, by key. A new variant is a new file here and a line below."""

from __future__ import annotations

from typing import Final

from games.rules.variants.backgammon import Backgammon
from games.rules.variants.base import Follow, Variant

__all__ = ["VARIANTS", "Follow", "Variant", "variant"]

VARIANTS: Final[dict[str, Variant]] = {each.key: each for each in (Backgammon(),)}


def variant(key: str) -> Variant:
    """The variant with this key; `KeyError` when there is none.

    >>> variant("backgammon").has_cube
    True
    """
    return VARIANTS[key]
