"""What docs/hosting.md says about settings is what the settings do."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WORLD = {
    "BARPOINT_HOSTS": "play.example.org",
    "BARPOINT_HTTPS": "1",
    "BARPOINT_PROXIES": "1",
    "DATABASE_URL": "postgres://barpoint@127.0.0.1:1/barpoint",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "SECRET_KEY": "check-" + "0123456789abcdefghijklmnopqrstuvwxyz" * 2,
}


def run(folder: Path, *command: str, **variables: str) -> str:
    """Run Python with these variables and no others; gives what it printed."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "BARPOINT_DATA": str(folder), **variables},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def settings_of(folder: Path, **variables: str) -> dict[str, Any]:
    """The settings of a server started with these variables."""
    show = "import json, config.settings as s; print(json.dumps(vars(s), default=str))"
    settings: dict[str, Any] = json.loads(run(folder, "-c", show, **variables))
    return settings


def test_every_variable_is_documented_and_every_documented_one_is_read() -> None:
    settings = (ROOT / "config/settings.py").read_text()
    read = set(re.findall(r"environ(?:\.get\(|\[)\"(\w+)\"", settings))
    documented = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs/hosting.md").read_text(), re.MULTILINE))
    named_in_settings = set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)*\b", settings.split('"""')[1]))
    assert read == documented
    assert read <= named_in_settings


def test_no_other_file_reads_the_environment() -> None:
    readers = [
        str(path.relative_to(ROOT))
        for package in ("accounts", "config", "games")
        for path in (ROOT / package).rglob("*.py")
        if re.search(r"environ(\.get\(|\[)|getenv", path.read_text())
    ]
    assert readers == ["config/settings.py"]


def test_server_for_the_world_passes_djangos_own_check(tmp_path: Path) -> None:
    said = run(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **WORLD)
    assert "no issues" in said


def test_without_variables_a_server_is_for_this_machine(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    assert settings["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert settings["SESSION_COOKIE_NAME"] == "sessionid"
    assert not settings["SESSION_COOKIE_SECURE"]
    assert settings["DATABASES"]["default"]["NAME"] == str(tmp_path / "barpoint.sqlite3")
    assert settings["CHANNEL_LAYERS"]["default"]["BACKEND"] == "channels.layers.InMemoryChannelLayer"
    assert settings["ALLAUTH_TRUSTED_PROXY_COUNT"] == 0
    assert not settings["DEBUG"]


def test_variables_make_a_server_for_the_world(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, **WORLD)
    assert settings["ALLOWED_HOSTS"][0] == "play.example.org"
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://play.example.org"]
    assert settings["SESSION_COOKIE_NAME"] == "__Host-sessionid"
    assert settings["SESSION_COOKIE_SECURE"]
    assert settings["SECURE_HSTS_SECONDS"] >= 365 * 24 * 3600
    assert settings["DATABASES"]["default"]["ENGINE"] == "config.postgres"
    assert settings["CHANNEL_LAYERS"]["default"]["BACKEND"] == "channels_redis.pubsub.RedisPubSubChannelLayer"
    assert settings["ALLAUTH_TRUSTED_PROXY_COUNT"] == 1
    assert settings["SECRET_KEY"] == WORLD["SECRET_KEY"]
    assert not (tmp_path / "secret_key").exists()


def test_signing_key_is_made_once_and_for_the_owner_alone(tmp_path: Path) -> None:
    key = settings_of(tmp_path)["SECRET_KEY"]
    assert len(key) >= 50
    assert settings_of(tmp_path)["SECRET_KEY"] == key
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


def test_models_have_their_migrations(tmp_path: Path) -> None:
    run(tmp_path, "manage.py", "makemigrations", "--check", "--dry-run")
