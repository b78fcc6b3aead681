"""The keys of an embedded server: made once, kept in files only the owner can read."""

import os
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path


def secret_key(path: Path) -> str:
    """The key that signs sessions and links, kept at `path`; made there first when missing."""
    return _kept(path, lambda: secrets.token_urlsafe(50))


def push_key(path: Path) -> str:
    """The private key (VAPID) that signs push messages, kept at `path`; made there first when missing."""
    return _kept(path, new_push_key)


def new_push_key() -> str:
    """A private key of the curve P-256, as 43 characters."""
    from cryptography.hazmat.primitives.asymmetric import ec  # needed once in the life of a server

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def _kept(path: Path, make: Callable[[], str]) -> str:
    """What is kept at `path`; made first when it is missing.

    Two processes that start together agree: the file appears under its name complete, and only one link succeeds.
    """
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(make())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
