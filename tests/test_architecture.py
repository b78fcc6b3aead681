"""The shape of the source: who imports whom, and what no file may hold. docs/architecture.md draws it."""

import ast
import gzip
import hashlib
import re
import shutil
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import FieldError

from config.bundles import BUNDLES, bundle
from games.models import Match

ROOT = Path(__file__).resolve().parent.parent
LONGEST_FILE = 400


def sources(*patterns: str) -> list[Path]:
    """The project's own files that match, of those under version control or about to be."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if "vendor" not in path.parts and path.is_file()]


def found(pattern: str, paths: list[Path]) -> list[str]:
    """Where a pattern occurs: "templates/base.html: <style"."""
    return [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in paths
        for match in re.finditer(pattern, path.read_text(), re.IGNORECASE)
    ]


# Every arrow that must not be: a module that imports, and what it imports.
FORBIDDEN_IMPORTS = [
    ("games.rules", "django"),
    ("games.rules", "games.models"),
    ("games.rules", "games.services"),
    ("games.rules", "accounts.models"),
    ("games.records", "django"),
    ("games.records", "games.models"),
    ("games.lessons", "django"),
    ("games.lessons", "games.presenters"),
    ("games.services", "games.views"),
    ("games.services", "games.presenters"),
    ("games.services", "games.forms"),
    ("games.services", "games.consumers"),
    ("games.selectors", "games.services"),
    ("games.selectors", "games.presenters"),
    ("games.selectors", "games.broadcast"),
    ("games.presenters", "games.models"),
    ("games.presenters", "games.selectors"),
    ("games.presenters", "games.services"),
    ("accounts", "games.models"),
    ("accounts", "games.services"),
    ("accounts", "games.access"),
]
FORBIDDEN_IMPORTS_OF_MODULES = [
    ("games.consumers", "games.services"),
    ("games.consumers", "games.views"),
    ("games.broadcast", "games.services"),
    ("games.models", "games.views"),
    ("games.models", "games.keeper"),
]


@pytest.fixture(scope="module")
def lint_of_bad_copy(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What import-linter says of a copy of the source that draws every forbidden arrow."""
    copy = tmp_path_factory.mktemp("copy")
    shutil.copy(ROOT / "pyproject.toml", copy)
    for package in ("accounts", "config", "games"):
        shutil.copytree(ROOT / package, copy / package)
    for number, (package, imported) in enumerate(FORBIDDEN_IMPORTS):
        (copy / package.replace(".", "/") / f"wrong{number}.py").write_text(f"import {imported}\n")
    for module, imported in FORBIDDEN_IMPORTS_OF_MODULES:
        with (copy / f"{module.replace('.', '/')}.py").open("a") as file:
            file.write(f"\nimport {imported}\n")
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=copy,
        env={"PATH": "/usr/bin:/bin", "COLUMNS": "300", "NO_COLOR": "1", "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(("number", "arrow"), list(enumerate(FORBIDDEN_IMPORTS)))
def test_import_contracts_refuse_arrow_of_room(lint_of_bad_copy: str, number: int, arrow: tuple[str, str]) -> None:
    package, imported = arrow
    assert re.search(rf"- +{package}\.wrong{number} -> {imported} ", lint_of_bad_copy)


@pytest.mark.parametrize(("module", "imported"), FORBIDDEN_IMPORTS_OF_MODULES)
def test_import_contracts_refuse_arrow_of_module(lint_of_bad_copy: str, module: str, imported: str) -> None:
    assert re.search(rf"- +{module} -> {imported} ", lint_of_bad_copy)


def test_import_contracts_all_refuse_something(lint_of_bad_copy: str) -> None:
    """No contract of pyproject.toml is there for show."""
    assert " KEPT" not in lint_of_bad_copy
    assert " BROKEN" in lint_of_bad_copy


@pytest.mark.parametrize("room", ["rules", "records", "lessons"])
def test_pure_rooms_use_the_standard_library_alone(room: str) -> None:
    foreign = set()
    for path in sources(f"games/{room}/*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            foreign |= {name for name in names if name.split(".")[0] not in {*sys.stdlib_module_names, "games"}}
    assert foreign == set()


def test_time_and_dice_come_as_parameters() -> None:
    rooms = sources("games/rules/*.py", "games/records/*.py", "games/services/*.py")
    assert found(r"\b(now|today|time|perf_counter|monotonic|randbits|randint|choice)\(", rooms) == []


def test_one_module_knows_the_table_of_secrets() -> None:
    """Whoever reads it knows the dice to come (docs/dice.md). It cannot be reached from a match either."""
    rooms = [path for path in sources("games/*.py", "accounts/*.py", "config/*.py") if "migrations" not in path.parts]
    named = {place.partition(":")[0] for place in found("dicesecret", rooms)}
    assert named == {"games/services/dice.py", "games/models/dice.py", "games/models/__init__.py"}
    with pytest.raises(FieldError):
        Match.objects.filter(**{"dicesecret__seed": ""})


def test_nothing_outside_the_variants_asks_which_one_it_is() -> None:
    """A variant is a file in games/rules/variants; whoever needs to know something asks the object."""
    patterns = ("games/*.py", "accounts/*.py", "config/*.py", "templates/*.html", "static/*.js", "static/*.css")
    rooms = [path for path in sources(*patterns) if "variants" not in path.parts]
    assert rooms
    assert found(r"\b(variant|rules\.key)(\.key)? *(==|!=|\b(not )?in [(\[{])", rooms) == []
    assert found(r"[\"'](acey-deucey|acey_deucey)[\"']|data-variant", rooms) == []
    assert found(r"isinstance\([^)]*\b(Variant|Backgammon|AceyDeucey)\b", rooms) == []


def test_daphne_is_the_first_app() -> None:
    """Otherwise runserver serves no sockets."""
    assert settings.INSTALLED_APPS[0] == "daphne"


def test_vendored_files_are_what_their_note_says() -> None:
    folder = ROOT / "static/vendor"
    note = (folder / "README.md").read_text()
    files = [path for path in folder.iterdir() if path.suffix in (".js", ".css", ".svg", ".woff2")]
    assert files
    for path in files:
        line = next((line for line in note.splitlines() if path.name in line), "")
        assert hashlib.sha256(path.read_bytes()).hexdigest() in line, f"{path.name} is not as noted"


def test_pages_name_no_foreign_host() -> None:
    namespace = r"http://www\.w3\.org/(2000/svg|1999/xlink)"
    addresses = found(rf"(?!{namespace})\b(https?|wss?)://\w[^\s\"']*", sources("templates/*", "static/*"))
    assert addresses == []
    assert found(r"(src|href|action)=[\"']?//", sources("templates/*")) == []
    assert found(r"@import|url\([\"']?//", sources("static/*.css")) == []


def test_templates_hold_no_script_and_no_style() -> None:
    """The content policy would refuse them (docs/decisions.md)."""
    inline = r"<script(?![^>]*\ssrc=)[^>]*>|<style\b|\sstyle\s*=|\son[a-z]+\s*=|\shx-on\b|javascript:"
    assert found(inline, sources("templates/*.html", "templates/*.svg")) == []


def test_scripts_are_not_deferred_before_htmx() -> None:
    """htmx 4 loaded with defer now and then starts before its socket extension has arrived."""
    tags = found(r"<script[^>]*vendor[^>]*>", sources("templates/*.html"))
    assert tags
    assert not [tag for tag in tags if "defer" in tag or "async" in tag or "module" in tag]


def test_files_are_short_enough_to_read() -> None:
    paths = sources("*.py", "*.js", "*.css", "*.html", "*.sh")
    too_long = {
        str(path.relative_to(ROOT)): lines
        for path in paths
        if (lines := len(path.read_text().splitlines())) > LONGEST_FILE and "migrations" not in path.parts
    }
    assert too_long == {}


def test_requirements_are_pinned_and_name_no_place() -> None:
    for path in sources("*requirements*.txt"):
        for line in path.read_text().splitlines():
            if line and not line.startswith(("#", "-r ")):
                assert re.fullmatch(r"[\w.-]+(\[[\w,]+\])?==[\w.]+( ; [\w .<>=\"]+)?", line), f"{path.name}: {line}"


def test_scripts_in_a_bundle_stand_in_functions() -> None:
    """Each stands in a function of its own (config/bundles.py), which holds no imports and no exports."""
    assert found(r"(?m)^(import|export)\b", sources("static/js/*.js")) == []
    bundled = {Path(name).name for name in chain(*BUNDLES.values())}
    assert {source.name for source in sources("static/css/*.css")} <= bundled


def test_scripts_take_nothing_apart_that_begins_with_a_parenthesis() -> None:
    """The minifier puts `const { a } = (b).c;` before the declaration of b."""
    assert found(r"(?m)^\s*(?:const|let) *[\[{][^=]*[\]}] = \(", sources("static/js/*.js")) == []


def test_own_scripts_of_a_table_weigh_little() -> None:
    assert len(gzip.compress(bundle("bundle/table.js").encode())) <= 8 * 1024
