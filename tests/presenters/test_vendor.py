"""The files of others are what their list says they are."""

import hashlib
import re
from pathlib import Path

VENDOR = Path(__file__).parents[2] / "static" / "vendor"
ROW = re.compile(r"^\| (\S+) \| .+ \| (\S+) \| .+ \| ([0-9a-f]{64}) \|$", re.MULTILINE)


def test_every_file_is_listed_with_its_checksum() -> None:
    listed = {name: checksum for name, _, checksum in ROW.findall((VENDOR / "README.md").read_text())}
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.iterdir()
        if path.name != "README.md"
    }
    assert found == listed


def test_the_version_is_in_the_name_of_a_script() -> None:
    scripts = [(name, version) for name, version, _ in ROW.findall((VENDOR / "README.md").read_text()) if "js" in name]
    assert scripts
    assert all(f"-{version}." in name for name, version in scripts)
