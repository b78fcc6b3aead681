"""Templates of the table become direct Python (games/markup.py): what that writes is what Jinja's own code writes."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from jinja2.compiler import CodeGenerator

from games import markup
from games.lessons import LESSONS
from games.presenters.lesson import Sight, lesson_view
from games.presenters.seats import seats_view
from games.presenters.table import begin_draft
from games.rules.game import Phase
from games.selectors.table import Player, TableFacts
from tests.presenters.scenes import SCENES
from tests.presenters.tables import VIEWS, WHITE, Markup, fragment, shown
from tests.presenters.test_seats import NOON, after, seats

HOSTILE = """"><b onclick='x'>&amp;"""


@pytest.fixture
def _compiled_anew() -> Iterator[None]:
    """Templates are compiled in the test, and again after it."""
    markup._macro.cache_clear()
    yield
    markup._macro.cache_clear()


@pytest.mark.usefixtures("_compiled_anew")
def test_direct_code_writes_what_jinjas_own_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = everything_drawn()
    markup._macro.cache_clear()
    monkeypatch.setattr(markup.TableEnvironment, "code_generator_class", CodeGenerator)
    assert everything_drawn() == drawn
    assert sum(HOSTILE in html for html in drawn) == 0
    assert all("&#34;&gt;&lt;b onclick=&#39;x&#39;&gt;&amp;amp;" in html for html in drawn[1::2])


def everything_drawn() -> list[str]:
    """All tables, seats and lessons of the tests; each also with something hostile after every one of its texts."""
    views: list[tuple[str, Any]] = [("table", shown(table, view)) for table in SCENES.values() for view in VIEWS]
    views += [("table", shown(table, "white", draft_of(table), notice="No.")) for table in SCENES.values()]
    views += [("seats", seats_view(seats(pace, black_left=NOON), after(60))) for pace in ("blitz", "none")]
    for lesson in LESSONS.values():
        draft = begin_draft(lesson.begin) if lesson.begin.phase == Phase.TO_PLAY else None
        views.append(("lesson", lesson_view(lesson, Sight(draft))))
    return [markup.draw(name, each) for name, view in views for each in (view, spoilt(view))]


def draft_of(table: TableFacts) -> Any:
    """What White has begun with where he has a roll to play."""
    state = table.state
    return begin_draft(state) if state and state.phase == Phase.TO_PLAY and state.on_roll == WHITE else None


def spoilt(value: Any) -> Any:
    """The same view with something hostile after every text in it that is not markup."""
    if type(value) is str:
        return value and value + HOSTILE
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{field.name: spoilt(getattr(value, field.name)) for field in fields(value)})
    if isinstance(value, (tuple, list)):
        return getattr(value, "_make", type(value))(map(spoilt, value))
    return {key: spoilt(each) for key, each in value.items()} if isinstance(value, dict) else value


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("scene", SCENES)
def test_a_name_is_text_on_every_table(scene: str, view: str) -> None:
    table = SCENES[scene]
    hostile = {seat: player and Player(player.name + HOSTILE, is_guest=False) for seat, player in table.players.items()}
    named, plain = Markup(fragment(replace(table, players=hostile), view)), Markup(fragment(table, view))
    assert shape(named) == shape(plain)
    assert HOSTILE in named.text
    assert named.text.replace(HOSTILE, "") == plain.text


def shape(html: Markup) -> list[tuple[str, list[str]]]:
    """The elements and the names of their attributes."""
    return [(tag, list(attributes)) for tag, attributes in html.elements]
