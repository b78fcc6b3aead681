"""What is rendered for every move, from the templates of `templates/table`: the table and the frame of its seats.

They are Jinja's: Django's engine takes ten times as long. Each is a macro of the name of its file. A table has dozens
of places and rows, of which a move changes few: their markup is kept as long as their presenter gives the same object.
The others are written by code that takes no detours (DirectCode), in less than half of the time.
"""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from jinja2 import Environment, FileSystemLoader, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Macro
from markupsafe import Markup, _escape_inner  # type: ignore[attr-defined]  # the part of `escape` that is text to text

KEPT = 32768  # half a kilobyte each


class DirectCode(CodeGenerator):
    """Makes the Python of a template, with attributes and calls as one would write them by hand.

    Jinja's own asks for each attribute whether an item is meant, for each call what its function wants to know of the
    template, and makes an object of each value that it escapes. Our templates see dataclasses and plain functions.
    """

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        self.visit(node.node, frame)
        self.write("(*()")  # nothing, before the comma with which Jinja begins each argument
        self.signature(node, frame)
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("environment.escape(")


class TableEnvironment(Environment):
    """Where the templates of tables live. Every value in them is escaped, unless it is markup already."""

    code_generator_class = DirectCode

    @staticmethod
    def escape(value: Any) -> str:
        """The markup of a value, as `markupsafe.escape` makes it, but as a string."""
        if type(value) is str:
            return _escape_inner(value)
        return value.__html__() if hasattr(value, "__html__") else _escape_inner(str(value))


def draw(name: str, view: object) -> SafeString:
    """The markup of a view by the template of this name."""
    if settings.DEBUG:
        _macro.cache_clear()  # a template may have been changed
    return SafeString(_macro(name)(view))


@lru_cache
def _macro(name: str) -> Macro:
    loader = FileSystemLoader(settings.BASE_DIR / "templates" / "table")
    environment = TableEnvironment(loader=loader, autoescape=True, undefined=StrictUndefined)
    environment.globals |= {"_": gettext, "url": reverse, "each": _each}
    macro: Macro = getattr(environment.get_template(f"{name}.jinja").module, name)
    return macro


@lru_cache(maxsize=KEPT // 32)
def _each(macro: Macro, items: tuple[object, ...]) -> Markup:
    """For templates: the markup of these items, one after the other."""
    return Markup("".join([_kept(macro, item) for item in items]))  # noqa: S704  # escaped by their macro


@lru_cache(maxsize=KEPT)
def _kept(macro: Macro, item: object) -> str:
    return macro(item)
