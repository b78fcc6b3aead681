"""What a visit costs does not grow with the database: every table that grows is read by an index (bench/volume.py)."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.rules.game import Seat
from tests.playing import Table

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite says how it reads"),
]

Begin = Callable[..., Table]
GROWING = {"accounts_user"} | {
    f"games_{name}" for name in ("match", "game", "move", "diceexchange", "rating", "ratingchange")
}
GROWING |= {"games_dicetally", "games_diceexchange"}


def scans(sql: str) -> list[str]:
    """The growing tables that this query reads from end to end, without an index."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}".replace("%", "%%"))
        steps = [row[3] for row in cursor.fetchall()]
    whole = [re.fullmatch(r"SCAN (\w+)", step) for step in steps]
    return [found[1] for found in whole if found and found[1] in GROWING]


def test_no_visit_reads_a_growing_table_from_end_to_end(begin: Begin) -> None:
    table = begin()
    people = {seat: Client() for seat in Seat}
    for seat, client in people.items():
        client.force_login(table.people[seat])
    address = f"/matches/{table.match.public_id}/"
    name = table.people[Seat.WHITE].username
    with CaptureQueriesContext(connection) as captured:
        fields = {"kind": "play", "play": "8/5 6/5", "version": 1}
        assert people[Seat.WHITE].post(f"{address}moves/", fields, headers={"HX-Request": "true"}).status_code == 200
        for path in ("/", "/watch/", address, "/leaderboards/backgammon/", f"/@{name}/", "/dice/", f"/@{name}/dice/"):
            assert people[Seat.BLACK].get(path).status_code == 200
    queries = [query["sql"] for query in captured if query["sql"].startswith(("SELECT", "UPDATE"))]
    assert len(queries) > 20
    assert scans("SELECT * FROM games_move WHERE text = '8/5 6/5'") == ["games_move"]
    assert [sql for sql in queries if scans(sql)] == []
