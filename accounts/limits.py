"""How often somebody may do what is limited (ACCOUNT_RATE_LIMITS)."""

import logging
from typing import Any

from allauth.core.internal.ratelimit import consume
from django.http import HttpRequest
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


def is_within_limit(request: HttpRequest, action: str, **counted_by: Any) -> bool:
    """Count an action of play; whether it is still within its limit. Without the cache that counts, everything is:
    games go on. (Log-ins, which guard passwords, are refused then: config/patience.py.)
    """
    try:
        # Its public name counts no GET.
        return bool(consume(request, app="allauth.account", action=action, limit_get=True, **counted_by))
    except RedisError as error:
        logger.warning("A limit could not be counted: %r", error)
        return True
