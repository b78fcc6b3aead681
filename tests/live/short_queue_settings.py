"""The settings, but for a shorter queue for connections to PostgreSQL."""

from config.settings import *  # noqa: F403
from config.settings import DATABASES

WAITING = 20
if "pool" in DATABASES["default"]["OPTIONS"]:
    DATABASES["default"]["OPTIONS"]["pool"]["max_waiting"] = WAITING
