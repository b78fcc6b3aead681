"""What is rendered for every move, from the templates of `templates/table`: the table and the frame of its seats.

They are Jinja's: Django's engine takes ten times as long. Each is a macro of the name of its file. A table has dozens
of places and rows, of which a move changes few: their markup is kept as long as their presenter gives the same object.
"""

from collections.abc import Iterable
from functools import lru_cache

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.runtime import Macro
from markupsafe import Markup

KEPT = 32768  # half a kilobyte each


def draw(name: str, view: object) -> SafeString:
    """The markup of a view by the template of this name."""
    if settings.DEBUG:
        _macro.cache_clear()  # a template may have been changed
    return SafeString(_macro(name)(view))


@lru_cache
def _macro(name: str) -> Macro:
    loader = FileSystemLoader(settings.BASE_DIR / "templates" / "table")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    environment.globals |= {"_": gettext, "url": reverse, "each": _each}
    macro: Macro = getattr(environment.get_template(f"{name}.jinja").module, name)
    return macro


def _each(macro: Macro, items: Iterable[object]) -> Markup:
    """For templates: the markup of these items, one after the other."""
    return Markup("".join([_kept(macro, item) for item in items]))  # noqa: S704  # escaped by their macro


@lru_cache(maxsize=KEPT)
def _kept(macro: Macro, item: object) -> str:
    return macro(item)
