#!/usr/bin/env python3
"""Django's command line for Barpoint."""

import os
import sys


def main() -> None:
    """Run the command; a package that is not installed is one line, not a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.core.management import execute_from_command_line

        execute_from_command_line(sys.argv)
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] in ("accounts", "config", "games", "tests"):
            raise
        sys.exit(f"{missing.name} is not installed: use make run (and delete the folder .venv before, if you did).")


if __name__ == "__main__":
    main()
