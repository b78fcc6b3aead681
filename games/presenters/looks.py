"""The colours of a picture in each look of the site: three themes, light and dark, as tokens.css names them."""

import re
from functools import cache

from django.conf import settings

FIRST = "wood-light"
THEME = re.compile(r'\[data-theme="(\w+)"\] \{(.*?)\n\}', re.DOTALL)
COLOUR = re.compile(r"--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));")
NAMED = re.compile(r"\$([\w-]+)")


@cache
def looks() -> dict[str, dict[str, str]]:
    """Every look, "flat-dark", with its colours by their names."""
    found: dict[str, dict[str, str]] = {}
    for theme, rules in THEME.findall((settings.BASE_DIR / "static" / "css" / "tokens.css").read_text()):
        for name, light, dark, both in COLOUR.findall(rules):
            found.setdefault(f"{theme}-light", {})[name] = light or both
            found.setdefault(f"{theme}-dark", {})[name] = dark or both
    return found


def painted(drawing: str, look: str = FIRST) -> str:
    """A drawing that names its colours, $board-felt, with the colours of a look."""
    colours = looks()[look]
    return NAMED.sub(lambda match: colours[match[1]], drawing)
