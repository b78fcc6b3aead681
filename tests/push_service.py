"""A push service in the test's process, and a browser that can read what it is sent."""

import json
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone

from accounts.models import PushSubscription, User


def written(data: bytes) -> str:
    """Base64 as browsers write it."""
    return urlsafe_b64encode(data).decode().rstrip("=")


class Browser:
    """The keys of a browser that has subscribed."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = b"sixteen bytes ok"
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": written(point), "auth": written(self._secret)}

    def subscribed(self, user: User, endpoint: str) -> PushSubscription:
        """The stored subscription of this browser; its service may be anywhere."""
        return PushSubscription.objects.create(user=user, endpoint=endpoint, made_at=timezone.now(), **self.keys)

    def read(self, body: bytes) -> Any:
        """What a message says."""
        told = http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret, version="aes128gcm")
        return json.loads(told)


class PushService(ThreadingHTTPServer):
    """Answers every message with `status`, and keeps it."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Post)
        self.status = 201
        self.received: list[tuple[dict[str, str], bytes]] = []

    def address(self, name: str = "browser") -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/{name}"


class _Post(BaseHTTPRequestHandler):
    server: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(self.server.status)
        if self.server.status in (301, 302, 307):
            self.send_header("Location", self.server.address("elsewhere"))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing."""


@contextmanager
def push_serving() -> Iterator[PushService]:
    """A push service for the length of the context."""
    with PushService() as service:
        threading.Thread(target=service.serve_forever, args=(0.05,), daemon=True).start()
        yield service
        service.shutdown()
