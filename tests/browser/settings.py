"""The settings of the server under browser tests: the real ones, but for the dice and the sign-up limits."""

from config.settings import *  # noqa: F403

DICE_SOURCE = "tests.browser.dice.dice_from_file"
# All browsers of the tests have one address. The limits have tests of their own.
ACCOUNT_RATE_LIMITS = False  # type: ignore[assignment]
