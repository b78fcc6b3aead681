"""One lesson as a newcomer takes it, with scripts and without."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage


@pytest.mark.parametrize("javascript", [True, False])
def test_a_lesson_is_missed_tried_again_and_solved(javascript: bool, open_page: OpenPage) -> None:
    page = open_page(path="/", javascript=javascript, width=360, height=640, touch=True)
    page.get_by_role("link", name="Learn in five minutes").click()
    page.get_by_role("link", name="Hitting").click()
    text = page.locator("#table .text")

    page.locator("#point-13").tap()
    expect(page.locator("#call")).to_contain_text("Play the 4")
    page.locator("#point-13").tap()
    page.get_by_role("button", name="Confirm 13/7 13/9").and_(page.locator("#confirm")).tap()
    expect(text).to_contain_text("Not quite.")

    page.get_by_role("link", name="Try again").tap()
    page.locator("#point-24").tap()
    page.locator("#point-18").tap()
    page.locator("#confirm").tap()
    expect(text).to_contain_text("Well done.")
    if javascript:
        expect(page.locator("#status")).to_contain_text("Well done. Hit!")
        expect(page.locator("#next")).to_be_focused()
    page.get_by_role("link", name="Next lesson").and_(page.locator("#next")).tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Lesson 4 of 10")
