"""PostgreSQL as Barpoint uses it: the ENGINE of its database settings (Django looks for base.py)."""
