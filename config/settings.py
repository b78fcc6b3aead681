"""Settings: nothing to configure for one process on one machine; environment variables for the rest.

Every variable that is read stands in this file and in docs/hosting.md:
DATABASE_URL, REDIS_URL, SECRET_KEY, BARPOINT_HOSTS, BARPOINT_HTTPS, BARPOINT_PROXIES, BARPOINT_DATA,
BARPOINT_LANGUAGE, BARPOINT_LOG, BARPOINT_METRICS_TOKEN, VAPID_KEY, EMAIL_URL, DEBUG.
BARPOINT_PROXIES is how many proxies of yours stand in front; EMAIL_URL is smtp+tls://user:password@host:587/?from=address
(or smtps://, smtp://), and without it mails are printed on the console.
"""

import logging
import os
import re
import warnings
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from django.core.cache import CacheKeyWarning

from config.email_url import email_settings
from config.secret_key import push_key, secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("BARPOINT_DATA", BASE_DIR / "var"))
DATA_DIR.mkdir(parents=True, exist_ok=True)

DEBUG = os.environ.get("DEBUG") == "1"
SECRET_KEY = os.environ.get("SECRET_KEY") or secret_key(DATA_DIR / "secret_key")
HOSTS = [host for host in os.environ.get("BARPOINT_HOSTS", "").split(",") if host]
ALLOWED_HOSTS = [*(re.sub(r":\d+$", "", host) for host in HOSTS), "localhost", "127.0.0.1", "[::1]"]
HTTPS = os.environ.get("BARPOINT_HTTPS") == "1"
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in HOSTS] if HTTPS else []
# Where links lead that are not made for a request.
SITE_URL = f"{'https' if HTTPS else 'http'}://{HOSTS[0] if HOSTS else 'localhost:8000'}"

# "daphne" comes first: otherwise runserver serves no sockets.
INSTALLED_APPS = [
    "daphne",
    "channels",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "accounts",
    "games",
    "django_tasks",
    "django_tasks_db",  # after games, whose db_worker takes its own's place
]

MIDDLEWARE = [
    "config.middleware.Watched",
    "config.middleware.Guarded",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "config.middleware.ContentPolicy",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.floods.NoFloods",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.Utf8Only",
    "config.patience.TryAgain",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.preferences.context",
            ],
        },
    },
]

# One thread runs all synchronous code of the embedded form and keeps its connection (config/asgi.py).
SQLITE_URL = f"sqlite:///{DATA_DIR / 'barpoint.sqlite3'}"
DATABASES = {"default": dj_database_url.parse(os.environ.get("DATABASE_URL", SQLITE_URL))}
EMBEDDED = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
if EMBEDDED:
    # IMMEDIATE: a transaction that reads before it writes must not fail as "locked" (docs/decisions.md).
    # FULL: an acknowledged move survives a power cut.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 5,
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;",
    }
    DATABASES["default"]["CONN_MAX_AGE"] = None
else:
    DATABASES["default"]["ENGINE"] = "config.postgres"
    # Beside what DATABASE_URL says (sslmode). An acknowledged move is on the disk, whatever the server's own setting.
    # A lock is waited for as long as SQLite's; a process that hangs with one loses it. Attempts to connect, whose
    # pauses double, begin anew after 10 seconds: PostgreSQL may be away for long, and is missed when it is back. A
    # machine that is gone without a word is given up after half a minute, not after the two hours of Linux.
    DATABASES["default"].setdefault("OPTIONS", {}).update(
        pool={"min_size": 2, "max_size": 8, "timeout": 10, "max_waiting": 200, "reconnect_timeout": 10},
        options="-c synchronous_commit=on -c lock_timeout=5s -c idle_in_transaction_session_timeout=30s",
        keepalives_idle=10,
        keepalives_interval=5,
        keepalives_count=4,
        tcp_user_timeout=30_000,
    )
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL]},
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},  # a request waits no longer for it
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # It counts what people may do: at Django's 300 entries a few hundred visitors would wash the counts out.
            "OPTIONS": {"MAX_ENTRIES": 20_000},
        }
    }
# What memcached could not take as a key, a cookie may name as a session's; nobody need be told each time.
warnings.simplefilter("ignore", CacheKeyWarning)
# WhiteNoise's files are small, and read whole before they are sent.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")

# People
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.People"]
PASSWORD_HASHERS = ["accounts.hashers.Argon2"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 24 * 3600
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:home"
LOGOUT_REDIRECT_URL = "games:home"
# Sessions do not lean on Redis: with a cache that is away, cached_db fails every request of a known session.
SESSION_ENGINE = "accounts.sessions" if REDIS_URL else "django.contrib.sessions.backends.cached_db"
SESSION_COOKIE_AGE = 90 * 24 * 3600
GUEST_SESSION_AGE = 365 * 24 * 3600  # the session is all that a guest has
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignUpForm",
    "login": "accounts.forms.LogInForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.NewPasswordForm",
    "add_email": "accounts.forms.EmailForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*", "email"]
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # guests are logged in and may sign up or log in (accounts/views.py)
ACCOUNT_CHANGE_EMAIL = True  # one address per person; a new one replaces the old once it is confirmed
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ("password",)
# Counted in the cache, before a password is hashed. "key" is the name and the network address for log-ins
# (accounts/adapter.py), the address written to for mails. No limit outlasts an hour.
ACCOUNT_RATE_LIMITS = {
    "login": "60/h/ip",
    "login_failed": "5/15m/key",
    "signup": "40/h/ip",
    "guest": "100/h/ip",
    "change_password": "10/15m/user",
    "reauthenticate": "10/15m/user",
    "manage_email": "20/h/user",
    "confirm_email": "5/h/key",
    "reset_password": "20/h/ip,5/h/key",
    "reset_password_from_key": "20/h/ip",
    "create_match": "20/h/user",
    "join_match": "60/h/user",
    "rematch": "60/h/user",
    "draw_picture": "30/m/ip",
    "read_record": "30/m/ip",  # of a match with very many moves
    "push": "30/h/user",
}
ALLAUTH_TRUSTED_PROXY_COUNT = int(os.environ.get("BARPOINT_PROXIES", "0"))
DEFAULT_FROM_EMAIL = "Barpoint <noreply@localhost>"
globals().update(email_settings(os.environ.get("EMAIL_URL", "")))

# Cookies and headers
MESSAGE_STORAGE = "config.messages.OnDemand"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_NAME = "__Host-sessionid" if HTTPS else "sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken" if HTTPS else "csrftoken"
SECURE_SSL_REDIRECT = False  # the proxy in front does it
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Redirecting to https is the proxy's, and the preload list is a decision for a whole domain.
SILENCED_SYSTEM_CHECKS = ["security.W008", "security.W021"]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "worker-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "media-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "object-src": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100

# Slow work: queued in the database (config/queue.py)
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": ["default"]}}
VAPID_KEY = os.environ.get("VAPID_KEY") or push_key(DATA_DIR / "vapid_key")

# Files and words
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site has a use for these files
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.bundles.BundleFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
if DEBUG:
    STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
# One language for the whole site: a table fragment is rendered once for all its viewers (docs/decisions.md).
LANGUAGE_CODE = os.environ.get("BARPOINT_LANGUAGE", "en")
USE_I18N = LANGUAGE_CODE != "en"  # the source is English: looking each text up took a quarter of a table's time
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

# What goes wrong is on the server's own error output, with its traceback; a refused request is no fault. As JSON, one
# object a line, events are logged, too (config/logs.py): somebody reads them.
LOG = os.environ.get("BARPOINT_LOG", "line")
logging.captureWarnings(LOG == "json")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "request": {"()": "config.logs.NameRequest"},
        "our fault": {"()": "django.utils.log.CallbackFilter", "callback": "ext://config.logs.is_our_fault"},
    },
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": "{levelname}{name}{message}",
            "style": "{",
            "rename_fields": {"levelname": "level", "name": "logger"},
            "timestamp": "time",
        },
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG, "filters": ["request"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "barpoint.events": {"level": "INFO" if LOG == "json" else "WARNING"},
        "django": {"handlers": [], "propagate": True},
        "django.request": {"level": "ERROR"},
        # A traceback for every malformed request: anybody could fill the log. config/middleware.py notes them.
        "django.security": {"level": "CRITICAL"},
        "uvicorn": {"handlers": [], "propagate": True, "level": "WARNING"},
        "uvicorn.error": {"filters": ["our fault"]},
        "asyncio": {"filters": ["our fault"]},
    },
}
DEFAULT_EXCEPTION_REPORTER_FILTER = "config.error_pages.WithoutSecrets"
METRICS_TOKEN = os.environ.get("BARPOINT_METRICS_TOKEN", "")

# The table
DICE_SOURCE = "games.services.dice.chained_dice"
