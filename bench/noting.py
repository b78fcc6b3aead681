"""`manage.py serve`, which notes when it has committed a move, so that what follows can be measured by itself.

python -m bench.noting FILE --port N
"""

import mmap
import os
import struct
import sys
import time
from pathlib import Path
from typing import NamedTuple

NOTE = struct.Struct("dd")


class Commit(NamedTuple):
    """A moment (of the clock that all processes of a machine share), and the server's processor time until then."""

    moment: float
    cpu: float


class Notes:
    """The last commit of a server, in a file that both sides have in their memory."""

    def __init__(self, path: Path) -> None:
        path.touch()
        os.truncate(path, NOTE.size)
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), NOTE.size)

    def write(self) -> None:
        """Note that now something has been committed."""
        NOTE.pack_into(self._memory, 0, time.perf_counter(), time.process_time())

    def read(self) -> Commit:
        """The last commit."""
        return Commit(*NOTE.unpack_from(self._memory))


def main() -> None:
    """Serve."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import transaction

    from games.broadcast import publish
    from games.services import record

    notes = Notes(Path(sys.argv[1]))

    def publish_and_note(public_id: str, version: int) -> None:
        transaction.on_commit(notes.write)
        publish(public_id, version)

    record.publish = publish_and_note  # type: ignore[attr-defined]
    call_command("serve", *sys.argv[2:])


if __name__ == "__main__":
    main()
