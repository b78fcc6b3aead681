"""`manage.py` that finds nothing by looking at the database: what other processes do must be told."""

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

    relay.LOOK_SECONDS = 3600.0
    execute_from_command_line(sys.argv)
