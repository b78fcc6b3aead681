"""The variants that can be played, by key. A new variant is a new file here and a line below."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.rules.variants.acey_deucey import AceyDeucey
from games.rules.variants.backgammon import Backgammon
from games.rules.variants.base import Stage, Variant
from games.rules.variants.options import Option, Question

__all__ = ["VARIANTS", "Option", "Question", "Stage", "Variant", "variant"]

# Each as it is played when nothing else is agreed.
VARIANTS: Final[dict[str, Variant]] = {each.key: each for each in (Backgammon(), AceyDeucey())}


def variant(key: str, options: tuple[str, ...] = ()) -> Variant:
    """The variant with this key and these options; `KeyError` without one, `ValueError` for what is no option of it.

    >>> variant("backgammon").has_cube
    True
    >>> variant("acey-deucey", ("count",)).options
    ('count',)
    """
    plain = VARIANTS[key]
    return _with_options(type(plain), options) if options else plain


@lru_cache(maxsize=256)
def _with_options(kind: type[Variant], options: tuple[str, ...]) -> Variant:
    return kind(options)
