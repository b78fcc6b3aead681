"""axe finds nothing on any page, in any phase of a table, in any theme; and what axe cannot see."""

from axe_playwright_python.base import AXE_SCRIPT
from django.template.loader import render_to_string
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.sights import sights

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
# A look changes colours and nothing else; a page is examined in full in the first of them.
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "resultTypes": ["violations"]}
LOOKS = [(theme, scheme) for theme in ("wood", "flat", "contrast") for scheme in ("light", "dark")]
EXAMINE = """async (looks) => {
  const found = [];
  for (const [[theme, scheme], options] of looks) {
    Object.assign(document.documentElement.dataset, { theme, scheme });
    for (const { id, nodes } of (await axe.run(options)).violations) {
      found.push(...nodes.map(({ target, failureSummary }) => [theme, scheme, id, `${target}`, failureSummary]));
    }
  }
  return found;
}"""
TAKE_OVER = """(text) => {
  const other = new DOMParser().parseFromString(text, 'text/html');
  document.querySelector('main').replaceWith(other.querySelector('main'));
}"""


def all_faults(page: Page, name: str) -> list[str]:
    """What axe complains of on the page: the look, the rule and the element."""
    page.evaluate(AXE_SCRIPT)
    found: list[list[str]] = page.evaluate(
        EXAMINE, [[list(look), COLOURS if n else RULES] for n, look in enumerate(LOOKS)]
    )
    return [f"{name}, {' '.join(each)}" for each in found]


def test_axe_finds_nothing_on_any_page_in_any_theme(open_page: OpenPage) -> None:
    pages: dict[int | None, Page] = {}
    found: list[str] = []
    for sight in sights():
        viewer = sight.user.pk if sight.user else None
        if viewer not in pages:
            pages[viewer] = open_page(sight.user, width=360, height=640)
        pages[viewer].goto(sight.path)
        found += all_faults(pages[viewer], sight.name)
    assert found == []


def test_axe_finds_nothing_where_something_went_wrong(open_page: OpenPage) -> None:
    """What these pages say stands in the place of what another says: they are hard to come by."""
    page = open_page(width=360, height=640)
    found: list[str] = []
    for name in ("400", "403", "403_csrf", "429", "500", "503"):
        page.goto("/no-such-page/")
        page.evaluate(TAKE_OVER, render_to_string(f"{name}.html"))
        expect(page.locator("h1")).not_to_have_text("Nothing here")
        found += all_faults(page, name)
    assert found == []
