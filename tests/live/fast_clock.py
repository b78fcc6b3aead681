"""`manage.py` with a clock that runs a hundred thousand times too fast for daphne: a day passes in a second."""

import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace

SPEED = 100_000

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from daphne import ws_protocol
    from django.core.management import execute_from_command_line

    started = time.time()
    ws_protocol.time = SimpleNamespace(time=lambda: started + (time.time() - started) * SPEED)
    execute_from_command_line(sys.argv)
