"""config.settings with one more address, at which the site fails: to see what comes with its 500."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.hostile.broken"
# That one failure is no news.
LOGGING = {"version": 1, "disable_existing_loggers": True, "root": {"handlers": [], "level": "CRITICAL"}}
