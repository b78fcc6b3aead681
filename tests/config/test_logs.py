"""The log as JSON: one object a line, the events that guard the site, and nothing that must not be there."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
# A process of its own, since logging is set up once: people do things, and the log is what it wrote.
SCRIPT = """
import logging
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.conf import settings
from django.test import Client
from accounts.models import User
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
settings.ALLOWED_HOSTS.append("testserver")
client = Client(REMOTE_ADDR="192.0.2.77", headers={"x-request-id": "0123abcd"})
form = {"username": "Wanda", "password1": "horse staple battery", "password2": "horse staple battery"}
client.post("/accounts/signup/", {**form, "email": "wanda@example.org"})
client.post("/accounts/logout/", {"leave": "1"})
for _ in range(6):
    client.post("/accounts/login/", {"login": "Wanda", "password": "wrong horse staple"})
client.get("/metrics")
client.get("/")
client.get("/", headers={"host": "elsewhere.example"})
client.post("/accounts/login/", {str(number): "" for number in range(200)})
logging.getLogger("games").error("Two\\nlines", exc_info=ValueError("why"))
"""


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines that the script's server wrote."""
    folder = tmp_path_factory.mktemp("log")
    variables = {"BARPOINT_DATA": str(folder), "BARPOINT_LOG": "json", "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **variables},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr.splitlines()


def test_every_line_is_one_object_with_time_level_and_logger(log: list[str]) -> None:
    assert log
    for line in map(json.loads, log):
        assert {"time", "level", "logger", "message"} <= line.keys()
    last = json.loads(log[-1])
    assert (last["message"], last["level"], last["logger"]) == ("Two\nlines", "ERROR", "games")
    assert "ValueError: why" in last["exc_info"]
    assert "request_id" not in last


def test_events_of_accounts_and_refusals_are_logged(log: list[str]) -> None:
    events = [line for line in map(json.loads, log) if line["logger"] == "barpoint.events"]
    assert [line["message"] for line in events] == [
        "signed up",
        "logged in",
        "logged out",
        *["log-in failed"] * 5,
        "over a limit",
        "refused",
        "malformed",
        "malformed",
    ]
    assert {line["request_id"] for line in events} == {"0123abcd"}
    assert {line["network"] for line in events} == {"192.0.2.0/24"}
    assert [line["user"] for line in events] == [1, 1, 1, *[None] * 9]
    assert [line.get("status") for line in events[-4:]] == [None, 403, 400, 400]
    assert events[-3]["route"] == "metrics"


def test_malformed_requests_leave_no_traceback(log: list[str]) -> None:
    assert [line["message"] for line in map(json.loads, log) if "exc_info" in line] == ["Two\nlines"]


def test_no_password_no_address_and_no_typed_name_is_logged(log: list[str]) -> None:
    said = "\n".join(log)
    for secret in ("horse", "staple", "192.0.2.77", "wanda", "Wanda", "sessionid", "csrf"):
        assert secret not in said


@pytest.mark.parametrize("given", ["", "x" * 65, 'a"b', "a b", "ä", "a\nb"])
def test_request_id_that_could_forge_a_line_is_dropped(given: str) -> None:
    from django.test import RequestFactory

    from config.logs import id_of

    assert id_of(RequestFactory().get("/", headers={"x-request-id": "0f-9"})) == "0f-9"
    assert id_of(RequestFactory().get("/", headers={"x-request-id": given})) == ""
