"""`manage.py` that gives a reader no more than a moment, and looks at the database every second."""

import os
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import execute_from_command_line

    django.setup()
    from games import relay
    from games.management.commands import serve

    relay.LOOK_SECONDS = 1.0
    serve.STANDSTILL_SECONDS = 0.5
    execute_from_command_line(sys.argv)
