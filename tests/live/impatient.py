"""`manage.py` that gives a reader no more than a moment."""

import os
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import execute_from_command_line

    django.setup()
    from games.management.commands import serve

    serve.STANDSTILL_SECONDS = 0.5
    execute_from_command_line(sys.argv)
