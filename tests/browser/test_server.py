"""The server as a person meets it: it starts, serves pages and files, and comes back after a crash."""

from tests.browser.conftest import OpenPage
from tests.browser.server import Server
from tests.people import make_user


def test_home_page_opens_for_a_stranger(open_page: OpenPage) -> None:
    page = open_page(path="/")
    assert page.locator("h1").first.is_visible()


def test_somebody_logged_in_is_known(open_page: OpenPage) -> None:
    page = open_page(make_user("Quick"), path="/")
    assert page.get_by_text("Quick").first.is_visible()


def test_server_comes_back_after_a_crash(server: Server, open_page: OpenPage) -> None:
    page = open_page(make_user("Quick"), path="/")
    server.kill()
    server.start()
    page.reload()
    assert page.get_by_text("Quick").first.is_visible()
