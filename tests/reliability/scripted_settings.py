"""The settings of a server whose dice a test scripts, for one person who makes thousands of matches."""

from tests.reliability.settings import *  # noqa: F403
from tests.reliability.settings import ACCOUNT_RATE_LIMITS

DICE_SOURCE = "tests.browser.dice.dice_from_file"
ACCOUNT_RATE_LIMITS = {**ACCOUNT_RATE_LIMITS, "create_match": "1000000/h/user"}
