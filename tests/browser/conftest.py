"""Browser tests: real Chromium on the real server.

They run in a process of their own, `make test-browser`, because Playwright's event loop and pytest-asyncio's
exclude each other. The server uses the test database: arrange with models and services, then look at pages.
"""

import os
import shutil
from collections.abc import Iterator
from typing import Any, Protocol

import pytest
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect
from pytest_django import DjangoDbBlocker

from accounts.models import User
from tests.browser.aside import aside
from tests.browser.dice import DiceFile
from tests.browser.server import Server, running_server
from tests.dice import ScriptedDice
from tests.playing import Table, begin_match

# What Chromium would prepare in every window besides the page: popups of its address bar, each in a process of its own.
# They took as much processor time as a page. The first three lines: the last list that is given holds, and these are
# Playwright's.
WITHOUT = [
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch"),
    *("AimEnabled", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
]
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    f"--disable-features={','.join(WITHOUT)}",
]
# Milliseconds: nobody waits longer than it takes until it is so, and busy machines take long.
PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)
# What the browser says about an answer or a socket that the test itself provoked.
# The last: tests browse in windows of their own, which Chromium treats as private ones.
EXPECTED_NOISE = (
    "Failed to load resource",
    "WebSocket connection to",
    "htmx: htmx:error: Failed to fetch",
    "Chrome currently does not support the Push API",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every browser test uses the database from another process, so its transactions are real ones."""
    for item in items:
        if item.path.is_relative_to(os.path.dirname(__file__)):
            item.add_marker(pytest.mark.django_db(transaction=True))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium: Playwright cannot fetch its own here."""
    names = [os.environ.get("CHROMIUM", "chromium"), "chromium-browser", "google-chrome"]
    program = next(filter(None, map(shutil.which, names)), None)
    assert program, "Chromium is not installed: apt-get install chromium, or set CHROMIUM to its path"
    return {**browser_type_launch_args, "executable_path": program, "args": CHROMIUM_FLAGS}


@pytest.fixture(scope="session")
def server(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """The server all browser tests share, on the test database."""
    with django_db_blocker.unblock():
        database = str(connection.settings_dict["NAME"])
    with running_server(tmp_path_factory.mktemp("server"), database) as server:
        yield server


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    """Where page.goto("/...") goes."""
    return server.url


@pytest.fixture
def dice(server: Server) -> Iterator[DiceFile]:
    """The server's dice, scripted: dice.script((3, 1), (6, 6))."""
    server.dice.clear()
    yield server.dice
    server.dice.clear()


@pytest.fixture(autouse=True)
def quiet_server(server: Server) -> Iterator[None]:
    """No test may make the server print a traceback."""
    before = server.log.stat().st_size
    yield
    with server.log.open("rb") as log:
        log.seek(before)
        said = log.read().decode(errors="replace")
    assert "Traceback" not in said, said


@pytest.fixture
def table() -> Table:
    """Ana (White) to play 3-1 against Bob."""
    return aside(lambda: begin_match(ScriptedDice(), opening=(3, 1), names=("Ana", "Bob")))


class OpenPage(Protocol):
    """Opens a window of a person's own."""

    def __call__(
        self,
        user: User | None = None,
        *,
        path: str | None = None,
        javascript: bool = True,
        width: int = 1280,
        height: int = 900,
        touch: bool = False,
        scheme: str = "light",
        reduced_motion: bool = True,
    ) -> Page: ...


@pytest.fixture
def open_page(browser: Browser, base_url: str) -> Iterator[OpenPage]:
    """open_page(user, path="/", width=360, scheme="dark", javascript=False): a browser of its own.

    Without a user it is a stranger's. The test fails if a script of ours fails or breaks the content policy.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(EXPECTED_NOISE):
            faults.append(f"{message.type}: {message.text} ({message.location['url']})")

    def open_page(user: User | None = None, *, path: str | None = None, **looks: Any) -> Page:
        context = browser.new_context(base_url=base_url, **context_options(**looks))
        contexts.append(context)
        if user is not None:
            context.add_cookies([{"name": "sessionid", "value": session_of(user), "url": base_url}])
        context.on("console", listen)
        context.on("weberror", lambda error: faults.append(str(error.error)))
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        if path is not None:
            page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def context_options(
    *,
    javascript: bool = True,
    width: int = 1280,
    height: int = 900,
    touch: bool = False,
    scheme: str = "light",
    reduced_motion: bool = True,
) -> dict[str, Any]:
    """Playwright's words for what a person's browser is like."""
    return {
        "java_script_enabled": javascript,
        "viewport": {"width": width, "height": height},
        "has_touch": touch,
        "is_mobile": touch,
        "color_scheme": scheme,
        "reduced_motion": "reduce" if reduced_motion else "no-preference",
    }


def session_of(user: User) -> str:
    """A session in which `user` is logged in."""
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value
