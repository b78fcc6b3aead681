"""config.settings without the limit on floods: an attack by a few browsers is to reach what is behind it."""

from config.settings import *  # noqa: F403
from config.settings import MIDDLEWARE as ALL

MIDDLEWARE = [each for each in ALL if each != "config.floods.NoFloods"]
