"""`manage.py` that collects rubbish only at SIGUSR1; it then writes into the file RUBBISH how many objects it found."""

import gc
import os
import signal
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    def collect(*_: object) -> None:
        found = Path(os.environ["RUBBISH"])
        draft = found.with_suffix(".draft")
        draft.write_text(str(gc.collect()))
        draft.rename(found)

    signal.signal(signal.SIGUSR1, collect)
    gc.disable()
    execute_from_command_line(sys.argv)
