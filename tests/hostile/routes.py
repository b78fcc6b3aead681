"""All addresses of the site, taken from the URLconf, and for each what may be asked of it without any effect.

An address that is missing here fails a test: whoever adds one says how it is attacked.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import get_resolver

ADMIN = ("admin/accounts/", "admin/games/")


def routes() -> Iterator[str]:
    """Every route of the site as the URLconf writes it; the admin site's pages of a model once for all models."""
    seen: set[str] = set()
    for route in _walk(get_resolver(), ""):
        for app in ADMIN:
            if route.startswith(app):
                route = "admin/<model>/" + route.removeprefix(app).partition("/")[2]
        if route not in seen:
            seen.add(route)
            yield route


def _walk(resolver: Any, before: str) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from _walk(pattern, route)
        else:
            yield route


@dataclass(frozen=True, slots=True)
class Target:
    """How one route is attacked.

    `paths` are addresses, with the names of tests/hostile/world.py in them. `query` and `fields` get any value.
    `spoilt` is sent last in every form, one set of several, and makes it one that cannot succeed. `forged` are those
    whose form would succeed whatever is in it: they never send a good token.
    """

    paths: tuple[str, ...]
    query: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    spoilt: tuple[dict[str, bytes], ...] = ({},)
    forged: frozenset[str] = frozenset()


EVERYBODY = frozenset({"seat", "opponent", "spectator", "stranger", "guest", "visitor", "staff"})
PERSONS = frozenset({"seat", "opponent", "spectator", "stranger", "staff"})
IN_ALL_STATES = tuple(
    f"/matches/{{{state}_{visibility}}}"
    for state in ("open", "waiting", "playing", "over", "aborted", "called_off")
    for visibility in ("public", "link")
)
NOT_JOINABLE = tuple(
    f"/matches/{{{name}}}/join/"
    for name in ("open_link", "waiting_link", "playing_public", "playing_link", "over_link", "unknown")
)
# White has to answer a 3-1.
NO_PLAYS = (
    b"8/4 6/5",
    b"13/12",
    b"24/20 24/20",
    b"bar/22",
    b"8/5(2)",
    b"6/off",
    b"99/1",
    b"x",
    b"",
    b"8/5*",
    b"8/5 6/5 1",
)
NO_KINDS = (b"fly", b"next\x00", b"\xff", b"play2", b"ROLL ", b"cancel", b"rematch", b"roll" * 9)
OLD = (b"0", b"99999", b"-1", b"x", b"1.5", b"2147483648", b"\xff", b"9" * 50, b"", "٤".encode(), b"1\x00", b"[]")
NO_MOVES = (
    *({"version": version} for version in OLD),
    *({"version": b"1", "kind": kind} for kind in NO_KINDS),
    *({"version": b"1", "kind": b"play", "play": play} for play in NO_PLAYS),
    *({"version": b"1", "kind": b"", "text": play} for play in NO_PLAYS),
)
NO_TERMS = tuple({"kind": value} for value in (b"never", b"\xff", b"Match", b"{}", b"x" * 3000, b""))
NO_EMAIL = tuple({"email": value} for value in (b"", b"x", b"@", b"\x00@", b"a b", b"x" * 400, b"\xff", b"<script>"))
NO_SETTINGS = tuple({"theme": value} for value in (b"x", b"\xff", b"\x00", b"Wood", b"{}", b"x" * 3000))
WRONG = (b"", b"x", b"wrong password", b"\x00" * 12, b"\xff" * 12, "пароль пароль".encode(), b"x" * 4000)
NEXT = ("next",)
# The start, all of both sides borne off, and one that stands on no board.
POSITIONS = ("4HPwATDgc/ABMA", "AAAAAAAAAAAAAA", "//////////////", "4HPwATDgc%2FABMA")

TARGETS: dict[str, Target] = {
    "": Target(("/",), ("page", "draft")),
    "help/": Target(("/help/",), ("page",)),
    "dice/": Target(("/dice/",), ("page",)),
    "@<str:username>/dice/": Target(("/@the-seat/dice/", "/@nobody/dice/", "/@THE-SEAT/dice/", "/@%00/dice/")),
    "watch/": Target(("/watch/",), ("page",)),
    "leaderboards/": Target(("/leaderboards/",), ("page",)),
    "leaderboards/<slug:variant>/": Target(("/leaderboards/backgammon/", "/leaderboards/x/"), ("page",)),
    "learn/": Target(("/learn/",)),
    "learn/done/": Target(("/learn/done/",)),
    "learn/<slug:key>/": Target(
        ("/learn/hit/", "/learn/cube/", "/learn/long-turn/", "/learn/aim/", "/learn/nothing/"),
        ("draft", "lead", "v", "version", "kind", "play", "number", "level", "text"),
    ),
    "matches/new/": Target(
        ("/matches/new/",),
        ("variant", "kind", "length", "seat", "pace", "acey-deucey-scoring"),
        (
            *("length", "cube", "crawford", "jacoby", "max_beavers", "automatic_doubles", "rated", "pace"),
            *("acey-deucey-scoring", "acey-deucey-tradition", "variant", "visibility", "seat"),
        ),
        NO_TERMS,
    ),
    "matches/<match:public_id>/": Target(
        (*(f"{path}/" for path in IN_ALL_STATES), "/matches/{unknown}/", "/matches/short/"),
        ("draft", "lead", "v", "ask"),
    ),
    "matches/<match:public_id>/moves/": Target(
        tuple(f"{path}/moves/" for path in (*IN_ALL_STATES, "/matches/{unknown}")),
        ("version", "kind"),
        ("play", "level", "number", "text", "draft", "lead", "kind", "version", "play"),
        NO_MOVES,
    ),
    "matches/<match:public_id>/dice/": Target(
        (*(f"{path}/dice/" for path in IN_ALL_STATES), "/matches/{unknown}/dice/"), ("v",)
    ),
    "matches/<match:public_id>/record.json": Target(
        (*(f"{path}/record.json" for path in IN_ALL_STATES), "/matches/{unknown}/record.json"), ("v",)
    ),
    **{
        f"matches/<match:public_id>/board.{kind}": Target(
            (*(f"{path}/board.{kind}" for path in IN_ALL_STATES), f"/matches/{{unknown}}/board.{kind}"), ("v", "look")
        )
        for kind in ("svg", "png")
    },
    **{
        f"positions/<path:position_id>.{kind}": Target(
            tuple(f"/positions/{text}.{kind}" for text in (*POSITIONS, "x", "%ff", "%00" * 14, "A" * 4000, "../x")),
            ("look",),
        )
        for kind in ("svg", "png")
    },
    "matches/<match:public_id>/join/<token:token>/": Target(
        (
            *(f"/matches/{{{name}}}/join/{{wrong_token}}/" for name in ("open_public", "open_link", "playing_link")),
            "/matches/{playing_link}/join/{playing_link_token}/",
            "/matches/{open_link}/join/{open_public_token}/",
        ),
        (),
        ("token", "seat"),
    ),
    "matches/<match:public_id>/join/": Target((*NOT_JOINABLE,), (), ("token",)),
    "matches/<match:public_id>/cancel/": Target(
        tuple(f"{path}/cancel/" for path in IN_ALL_STATES), forged=frozenset({"seat", "opponent"})
    ),
    "matches/<match:public_id>/dice/exchange/": Target(
        tuple(f"{path}/dice/exchange/" for path in (*IN_ALL_STATES, "/matches/{unknown}")),
        fields=("secret", "commitment", "joiner"),
        spoilt=tuple({"commitment": value} for value in (b"", b"x", b"0" * 63, b"0" * 65, b"G" * 64, b"\xff" * 64)),
    ),
    "matches/<match:public_id>/rematch/": Target(
        tuple(f"{path}/rematch/" for path in IN_ALL_STATES), forged=frozenset({"seat", "opponent"})
    ),
    "@<str:username>/": Target(("/@the-seat/", "/@nobody/", "/@Guest-Heron-4821/", "/@THE-SEAT/")),
    "settings/": Target(("/settings/",), NEXT, ("next",), NO_SETTINGS),
    "accounts/guest/": Target(("/accounts/guest/",), NEXT, NEXT, forged=EVERYBODY),
    "accounts/push/": Target(
        ("/accounts/push/",),
        (),
        ("p256dh", "auth"),
        tuple(
            {"endpoint": url} for url in (b"", b"http://localhost/", b"https://push.apple.com:1/", b"x" * 9000, b"\xff")
        ),
    ),
    "accounts/push/stop/": Target(("/accounts/push/stop/",), (), ("endpoint",)),
    "accounts/turn-mail/": Target(("/accounts/turn-mail/",), (), ("on",), forged=EVERYBODY),
    "accounts/turn-mail/<str:token>/": Target(
        # So long that no cut leaves the address above, whose form would succeed.
        tuple(f"/accounts/turn-mail/{begin}{'A' * 80}/" for begin in ("", "MQ:1abcde:", "1:")),
        (),
        ("on",),
    ),
    "accounts/signup/": Target(
        ("/accounts/signup/",),
        NEXT,
        ("username", "email", "next"),
        tuple({"password1": password, "password2": b"something else"} for password in WRONG),
    ),
    "accounts/login/": Target(
        ("/accounts/login/",),
        NEXT,
        ("login", "next", "remember"),
        tuple({"login": name, "password": word} for name in (b"the-seat", b"nobody", b"\xff", b"") for word in WRONG),
    ),
    "accounts/logout/": Target(("/accounts/logout/",), NEXT, NEXT, forged=PERSONS),
    "accounts/inactive/": Target(("/accounts/inactive/",)),
    "accounts/reauthenticate/": Target(
        ("/accounts/reauthenticate/",), NEXT, NEXT, tuple({"password": word} for word in WRONG)
    ),
    "accounts/email/": Target(
        ("/accounts/email/",), NEXT, ("action_add", "action_send", "action_remove", "action_primary"), NO_EMAIL
    ),
    "accounts/^confirm-email/(?P<key>[-:\\w]+)/$": Target(
        ("/accounts/confirm-email/x:y:z/", "/accounts/confirm-email/MQ:1abcde:AAAA/"), (), ("action",)
    ),
    "accounts/password/change/": Target(
        ("/accounts/password/change/",),
        NEXT,
        ("password1", "password2"),
        tuple({"oldpassword": word} for word in WRONG),
    ),
    "accounts/password/reset/": Target(("/accounts/password/reset/",), NEXT, NEXT, NO_EMAIL),
    "accounts/password/reset/done/": Target(("/accounts/password/reset/done/",)),
    "accounts/password/reset/key/done/": Target(("/accounts/password/reset/key/done/",)),
    "accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": Target(
        tuple(
            f"/accounts/password/reset/key/{key}/"
            for key in ("1-x", "1-set-password", "zzzzzzzzzzzzzzzz-x", "1-abc-def")
        ),
        (),
        ("password1", "password2"),
    ),
    "admin/": Target(("/admin/",)),
    "admin/login/": Target(("/admin/login/",), NEXT, ("username", "password"), ({"password": b"wrong"},)),
    "admin/logout/": Target(("/admin/logout/",), forged=PERSONS),
    "admin/password_change/": Target(
        ("/admin/password_change/",), (), ("new_password1", "new_password2"), tuple({"old_password": w} for w in WRONG)
    ),
    "admin/password_change/done/": Target(("/admin/password_change/done/",)),
    "admin/autocomplete/": Target(("/admin/autocomplete/",), ("term", "app_label", "model_name", "field_name")),
    "admin/jsi18n/": Target(("/admin/jsi18n/",)),
    "admin/r/<path:content_type_id>/<path:object_id>/": Target(("/admin/r/1/1/", "/admin/r/x/y/", "/admin/r/9/9e9/")),
    "admin/<model>/": Target(
        ("/admin/accounts/user/", "/admin/games/match/", "/admin/games/game/", "/admin/games/move/"),
        (
            "q",
            "o",
            "p",
            "e",
            "all",
            "is_guest__exact",
            "status__exact",
            "white__password__startswith",
            "_to_field",
            "id",
        ),
        ("action", "_selected_action", "select_across", "index"),
    ),
    "admin/<model>/add/": Target(("/admin/accounts/user/add/", "/admin/games/match/add/"), ("_popup", "_to_field")),
    "admin/<model>/<path:object_id>/history/": Target(
        ("/admin/games/match/1/history/", "/admin/games/move/x/history/")
    ),
    "admin/<model>/<path:object_id>/delete/": Target(
        ("/admin/accounts/user/1/delete/", "/admin/games/match/1/delete/"), (), ("post",)
    ),
    "admin/<model>/<path:object_id>/change/": Target(
        ("/admin/accounts/user/1/change/", "/admin/games/match/1/change/", "/admin/games/game/x/change/"),
        ("_changelist_filters", "_to_field"),
        ("username", "is_superuser", "status", "_save"),
    ),
    "admin/<model>/<path:object_id>/": Target(("/admin/accounts/user/1/", "/admin/games/match/zzz/")),
    "admin/^(?P<app_label>accounts|games)/$": Target(("/admin/accounts/", "/admin/games/")),
    "admin/(?P<url>.*)$": Target(("/admin/nothing/", "/admin/games/nothing", "/admin/auth/group/")),
    "push-worker.js": Target(("/push-worker.js",)),
    "healthz": Target(("/healthz",)),
    "readyz": Target(("/readyz",)),
    "metrics": Target(("/metrics",)),
    "robots.txt": Target(("/robots.txt",)),
}
# What no route of the URLconf answers.
ELSEWHERE = Target(
    (
        "/static/css/site.css",
        "/static/",
        "/static/../manage.py",
        "/static/%2e%2e/x",
        "/nothing",
        "/ws/matches/x/",
        "//",
        "/*",
    ),
    ("x",),
)
