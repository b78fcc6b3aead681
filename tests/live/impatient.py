"""`manage.py` that gives readers and dead processes no more than a moment, and looks at the database every second."""

import os
import sys
from datetime import timedelta
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import execute_from_command_line

    django.setup()
    from games import keeper, relay
    from games.management.commands import serve
    from games.services import heartbeat

    keeper.BEAT = timedelta(seconds=1)
    heartbeat.SILENCE = timedelta(seconds=4)
    heartbeat.DEAD = timedelta(seconds=5)
    relay.LOOK_SECONDS = 1.0
    serve.STANDSTILL_SECONDS = 0.5
    execute_from_command_line(sys.argv)
