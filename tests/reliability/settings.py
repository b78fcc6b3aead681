"""The settings of servers that are about to be killed: config.settings, with points at which a process kills itself.

Without the app `daphne`, which installs an event loop as soon as it is loaded: the nursery forks before there is one.
"""

from config.settings import *  # noqa: F403
from config.settings import ACCOUNT_RATE_LIMITS as ALL
from config.settings import INSTALLED_APPS, MIDDLEWARE, STORAGES

INSTALLED_APPS = [app for app in INSTALLED_APPS if app != "daphne"]
MIDDLEWARE = ["tests.reliability.faults.before_the_answer", *MIDDLEWARE]
DICE_SOURCE = "tests.reliability.faults.dice"
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# A storm of hours has the same few people play match after match.
ACCOUNT_RATE_LIMITS = {what: limit for what, limit in ALL.items() if what not in ("join_match", "rematch")}
