"""Who may open a socket: only pages of this very site. Browsers send cookies along from any other page as well."""

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class SameOrigin:
    """Refuses every WebSocket whose Origin is not scheme, host and port of the address it was sent to.

    That address is the Host header, which a page cannot forge, and it must be one of the site's own names. The origin
    is compared as it stands and never taken apart, so a malformed one is just another wrong one.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        origins = [value for name, value in scope["headers"] if name == b"origin"]
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        right = len(hosts) == 1 and origins == [expected_origin(hosts[0])]
        await (self.application if right else WebsocketDenier())(scope, receive, send)


def expected_origin(host: bytes) -> bytes | None:
    """The origin of this site's pages as browsers write it, for a request to `host`; None if that is not our name."""
    domain, port = split_domain_port(host.decode("latin-1"))
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return None
    scheme, default_port = ("https", "443") if settings.HTTPS else ("http", "80")
    authority = domain if port in ("", default_port) else f"{domain}:{port}"
    return f"{scheme}://{authority}".encode()
