"""What a known visitor's session costs a page."""

from django.conf import settings

# Sessions come from the cache, but from the database where a cache is shared and may be away (config/settings.py).
SESSION_QUERIES = 0 if settings.SESSION_ENGINE.endswith(".cached_db") else 1
