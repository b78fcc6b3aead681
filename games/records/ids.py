"""Ids of positions and matches, for people who analyse elsewhere: text <-> Situation."""

from games.records.gnubg_id import match_id, position_id, read_match_id, read_position_id
from games.records.situation import Situation, Status, situation
from games.records.xgid import read_xgid, xgid

__all__ = [
    "Situation",
    "Status",
    "match_id",
    "position_id",
    "read_match_id",
    "read_position_id",
    "read_xgid",
    "situation",
    "xgid",
]
