"""Pictures of every page at four sizes, of the table in every theme as well, and some of them on one sheet.

    python -m tests.browser.contact_sheet FOLDER        (make pictures)

All pictures are put into FOLDER; the sheet and the table of the README into docs/.
"""

import base64
import os
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

Size = tuple[int, int]
Shot = tuple[str, str, str, Size]  # of what, in which theme and scheme, and how large

DOCS = Path(__file__).resolve().parents[2] / "docs"
SIZES = [(360, 640), (640, 360), (768, 1024), (1440, 900)]
LOOKS = [(theme, scheme) for theme in ("wood", "flat", "contrast") for scheme in ("light", "dark")]
# Shot in every look; all else at each size in another.
BOARDS = ("to play", "double offered", "over", "acey-deucey")
SCALE = 0.19
STYLE = """body { margin: 24px; width: 1340px; background: #d9d9d6; font: 13px system-ui; color: #222 }
section { display: inline-block } h1 { font-size: 22px } h2 { font-size: 15px; margin: 18px 0 6px }
div { display: inline-flex; gap: 10px; align-items: start; margin: 0 18px 12px 0 }
img { box-shadow: 0 1px 3px #0006 }"""


def main(folder: Path) -> None:
    """Take the pictures."""
    with tempfile.TemporaryDirectory() as place:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "tests.browser.settings",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
            "BARPOINT_DATA": place,
        }
        import django

        django.setup()
        from django.core.management import call_command

        from tests.browser.server import running_server

        call_command("migrate", verbosity=0)
        with running_server(Path(place), str(Path(place) / "barpoint.sqlite3")) as server:
            shots = dict(shoot(server.url, folder))
    print(len(shots), "pictures in", folder)


def shoot(url: str, folder: Path) -> Iterator[tuple[str, bytes]]:
    """All pictures by their names, and then the sheet."""
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import CHROMIUM_FLAGS
    from tests.browser.sights import sights

    seen = sights()
    shots: dict[Shot, bytes] = {}
    with sync_playwright() as playwright:
        program = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS)
        for sight in seen:
            context = browser.new_context(**context_of(url, sight.user))
            page = context.new_page()
            for size in SIZES:
                page.set_viewport_size({"width": size[0], "height": size[1]})
                page.goto(sight.path)
                page.wait_for_timeout(300)
                for theme, scheme in looks_of(sight.name, size):
                    page.evaluate(
                        "(look) => Object.assign(document.documentElement.dataset, look)",
                        {"theme": theme, "scheme": scheme},
                    )
                    shot = page.screenshot()
                    name = f"{sight.name.replace(' ', '-')} {theme} {scheme} {size[0]}x{size[1]}.png"
                    (folder / name).write_bytes(shot)
                    shots[sight.name, theme, scheme, size] = shot
                    yield name, shot
            context.close()
        page = browser.new_page(viewport={"width": 1388, "height": 800})
        page.set_content(sheet(shots, [sight.name for sight in seen]))
        page.screenshot(path=DOCS / "contact-sheet.jpg", type="jpeg", quality=60, full_page=True)
        (DOCS / "table.png").write_bytes(shots[BOARDS[0], "wood", "light", SIZES[-1]])
        browser.close()


def looks_of(name: str, size: Size) -> list[tuple[str, str]]:
    """Themes and schemes in which a page is shot at this size."""
    return LOOKS if name in BOARDS else [LOOKS[SIZES.index(size)]]


def context_of(url: str, user: Any) -> dict[str, Any]:
    """A browser of this person."""
    from tests.browser.conftest import context_options, session_of

    options = {"base_url": url, **context_options()}
    if user is not None:
        cookie = {"name": "sessionid", "value": session_of(user), "domain": "localhost", "path": "/"}
        options["storage_state"] = {"cookies": [{**cookie, "expires": -1, "httpOnly": True, "secure": False}]}
    return options


def sheet(shots: dict[Shot, bytes], names: list[str]) -> str:
    """The page with the small pictures."""
    parts = [f"<style>{STYLE}</style><h1>Barpoint</h1>"]
    for theme, scheme in LOOKS:
        parts.append(row(f"{theme}, {scheme}", [(shots[BOARDS[0], theme, scheme, size], size) for size in SIZES]))
    for name in names:
        if name != BOARDS[0]:
            sizes = (SIZES[0], SIZES[-1])
            parts.append(row(name, [(shots[name, *looks_of(name, size)[-1], size], size) for size in sizes]))
    return "".join(parts)


def row(title: str, pictures: list[tuple[bytes, Size]]) -> str:
    """Small pictures side by side."""
    images = "".join(
        f'<img width="{width * SCALE:.0f}" src="data:image/png;base64,{base64.b64encode(shot).decode()}">'
        for shot, (width, _) in pictures
    )
    return f"<section><h2>{escape(title)}</h2><div>{images}</div></section>"


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    main(target)
