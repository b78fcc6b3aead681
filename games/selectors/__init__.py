"""Reads: plain values from the database for presenters; nothing here writes."""
