"""Static files that browsers load as one: the sources stay separate and readable, collectstatic makes the bundles.

A page names a bundle as any other static file, `{% static 'bundle/table.js' %}`. This finder makes it of its sources
when it is asked for; hashed names, compression and caches are the business of whoever asks.
"""

import atexit
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import minify
from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage

BUNDLES = {
    "bundle/site.css": ("css/tokens.css", "css/site.css", "css/people.css"),
    "bundle/learn.css": ("css/learn.css",),
    "bundle/table.css": ("css/board.css", "css/table.css", "css/comfort.css"),
    "bundle/tally.css": ("css/tally.css",),
    "bundle/help.css": ("css/board.css", "css/help.css"),
    "bundle/check.css": ("css/check.css",),
    # The table's scripts of others, served as they are.
    "bundle/vendor.js": ("vendor/htmx-4.0.1.min.js", "vendor/hx-ws-4.0.1.min.js"),
    "bundle/table.js": (
        "js/live.js",
        "js/board.js",
        "js/drag.js",
        "js/draft.js",
        "js/clock.js",
        "js/motion.js",
        "js/sound.js",
        "js/menu.js",
        "js/comfort.js",
        "js/arming.js",
        "js/turn.js",
        "js/rematch.js",
    ),
    # For whoever may draw a secret for the dice.
    "bundle/dice.js": ("js/dice.js",),
    # For tables that wait for somebody, and profiles.
    "bundle/waiting.js": ("js/notify.js", "js/copy.js"),
    "bundle/check-dice.js": ("js/check-dice.js",),
}


def bundle(path: str) -> str:
    """What is in a bundle: its sources one after the other, minified, but on a developer's machine."""
    sources = [(settings.BASE_DIR / "static" / name).read_text() for name in BUNDLES[path]]
    if path == "bundle/vendor.js":
        return "\n;\n".join(sources)
    if path.endswith(".js"):
        # In a function of its own, so that the names in a file are its own and short. It has no imports or exports.
        text, kind = "".join(f"(() => {{\n{source}}})();\n" for source in sources), "application/javascript"
    else:
        text, kind = "".join(sources), "text/css"
    return text if settings.DEBUG else minify.string(kind, text)


class BundleFinder(BaseFinder):
    """Finds the bundles in a folder of this process's own, into which it writes them first."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.folder = Path(tempfile.mkdtemp(prefix="barpoint-bundles-"))
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)

    def check(self, **kwargs: Any) -> list[CheckMessage]:
        """Nothing can be set wrong."""
        return []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        """All bundles."""
        storage = FileSystemStorage(location=self.folder)
        for path in BUNDLES:
            self._write(path)
            yield path, storage

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """The file of this bundle, made anew; none if it is no bundle."""
        if path not in BUNDLES:
            return []
        file = str(self._write(path))
        return [file] if find_all else file

    def _write(self, path: str) -> Path:
        file = self.folder / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(bundle(path))
        return file
