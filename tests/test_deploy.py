"""What deploy/ says fits together, and what docs/hosting.md and the settings say. tests/scaled starts it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.urls import resolve

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
HOSTING = (ROOT / "docs/hosting.md").read_text()
NGINX = (DEPLOY / "nginx/barpoint.conf").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "barpoint"}


def variables(name: str) -> dict[str, str]:
    """The variables that a file of deploy/ sets, or would without the # before them."""
    return dict(re.findall(r"^#?([A-Z_]+)=(.*)$", (DEPLOY / name).read_text(), re.MULTILINE))


def documented() -> set[str]:
    """The variables that the table of docs/hosting.md names."""
    return set(re.findall(r"^\| `(\w+)` \|", HOSTING, re.MULTILINE))


def upstreams(name: str) -> list[str]:
    """Where nginx finds the web processes."""
    return re.findall(r"^server (\S+) ", (DEPLOY / name).read_text(), re.MULTILINE)


def seconds(directive: str, text: str = NGINX) -> float:
    """The number of a setting that stands once in a file."""
    (number,) = set(re.findall(rf"{directive}[ =](\d+)", text))
    return float(number)


def test_variables_that_are_set_are_variables_that_are_read() -> None:
    assert variables("barpoint.env.example").keys() <= documented()
    assert variables("compose.env.example").keys() - documented() == {"POSTGRES_PASSWORD"}
    for service in OURS.values():
        assert service["environment"].keys() <= documented()


def test_a_server_for_the_world_is_told_all_it_needs() -> None:
    needed = {"BARPOINT_HOSTS", "BARPOINT_HTTPS", "BARPOINT_PROXIES", "DATABASE_URL", "REDIS_URL"}
    assert needed | {"BARPOINT_DATA"} <= variables("barpoint.env.example").keys()
    for service in OURS.values():  # containers have no data folder in common, where the keys would be
        assert (
            needed | {"SECRET_KEY", "VAPID_KEY"}
            <= service["environment"].keys() | variables("compose.env.example").keys()
        )


def test_services_know_each_other() -> None:
    for service in SERVICES.values():
        assert service.get("depends_on", {}).keys() <= SERVICES.keys()
        assert "healthcheck" in service or service["image"] == "barpoint"  # the image has one
    for name in ("postgres", "redis"):
        assert f"@{name}:" in str(OURS) or f"//{name}:" in str(OURS)
    volumes = {each.split(":")[0] for service in SERVICES.values() for each in service.get("volumes", [])}
    assert {each for each in volumes if not each.startswith((".", "/"))} == COMPOSE["volumes"].keys()


def test_every_web_process_stands_behind_nginx() -> None:
    webs = {name for name, service in OURS.items() if "command" not in service}
    assert {each.split(":")[0] for each in upstreams("nginx/compose/upstreams.conf")} == webs
    assert webs <= SERVICES["nginx"]["depends_on"].keys()
    target = (DEPLOY / "systemd/barpoint.target").read_text()
    assert {each.split(":")[1] for each in upstreams("nginx/upstreams.conf")} == set(re.findall(r"web@(\d+)", target))


def test_nginx_waits_longer_than_the_server_and_takes_no_more() -> None:
    assert seconds("proxy_read_timeout", NGINX.split("location /ws/")[1].split("}")[0]) > 2 * seconds(
        "UVICORN_WS_PING_INTERVAL", (DEPLOY / "uvicorn.env").read_text()
    )
    assert seconds("client_max_body_size") * 1024 == settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert NGINX.count("proxy_set_header X-Forwarded-For $remote_addr;") == 1
    assert "non_idempotent" not in NGINX
    for path in re.findall(r"location = (/\w+)", NGINX):
        assert resolve(path)
    stop = seconds("TimeoutStopSec", (DEPLOY / "systemd/barpoint-web@.service").read_text())
    assert stop > float(variables("uvicorn.env")["UVICORN_TIMEOUT_GRACEFUL_SHUTDOWN"])


def test_options_of_uvicorn_are_options_that_it_has() -> None:
    uvicorn = pytest.importorskip("uvicorn.main")
    known = {f"UVICORN_{option.name.upper()}" for option in uvicorn.main.params}
    assert variables("uvicorn.env").keys() <= known


def test_image_holds_the_source_and_runs_as_nobody_in_particular() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    copied = {each for line in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE) for each in line.split()}
    allowed = set(re.findall(r"^!(\S+)$", (DEPLOY / "Containerfile.dockerignore").read_text(), re.MULTILINE))
    assert copied == allowed
    assert all((ROOT / each).exists() for each in copied)
    packages = {app for app in settings.INSTALLED_APPS if (ROOT / app).is_dir()} | {"config", "templates", "static"}
    assert packages <= copied
    assert text.rfind("USER barpoint") > text.rfind("FROM ")
    assert resolve(re.search(r"127\.0\.0\.1:8000(/\w+)", text)[1])  # type: ignore[index]


def test_units_hold_what_systemd_understands(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("no systemd here")
    shutil.copytree(DEPLOY / "systemd", tmp_path, dirs_exist_ok=True)
    units = [path for path in tmp_path.iterdir() if path.is_file()]
    for unit in units:
        # systemd wants to see the program that a unit starts.
        text = re.sub(r"^(Exec\w+)=\S+", rf"\1={sys.executable}", unit.read_text(), flags=re.MULTILINE)
        unit.write_text(text)
    place = {**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"}  # the last one stands for systemd's own
    done = subprocess.run([program, "verify", *map(str, units)], env=place, capture_output=True, text=True)
    assert "barpoint" not in done.stderr, done.stderr


def test_scripts_hold_no_trap() -> None:
    program = shutil.which("shellcheck")
    if program is None:
        pytest.skip("no shellcheck here")
    scripts = [str(path) for path in DEPLOY.glob("*.sh")]
    done = subprocess.run([program, *scripts], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_every_file_is_explained() -> None:
    files = [path for path in DEPLOY.rglob("*") if path.is_file() and path.suffix != ".dockerignore"]
    assert files
    missing = [path.name for path in files if path.name not in HOSTING and f"{path.parent.name}/" not in HOSTING]
    assert missing == []


def test_every_file_that_is_named_is_there() -> None:
    own = (ROOT / ".gitignore").read_text().split()  # what an operator writes
    named = set(re.findall(r"deploy/[\w./@-]*[\w]", HOSTING)) - set(own)
    assert len(named) > 8
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
