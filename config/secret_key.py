"""The signing key of an embedded server: made once, kept in a file only the owner can read."""

import os
import secrets
from pathlib import Path


def secret_key(path: Path) -> str:
    """The key kept at `path`; made there first when missing.

    Two processes that start together agree: the file appears under its name complete, and only one link succeeds.
    """
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.write_text(secrets.token_urlsafe(50))
        draft.chmod(0o600)
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
