"""Matches across four processes: their players come in by different doors, spectators by all of them."""

import json
import random
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.management import call_command

from games.models import Match, Move
from games.rules.game import Seat
from tests.live.viewing import PATIENCE, session_of
from tests.playing import Table
from tests.scaled.conftest import Site
from tests.scaled.playing import Played, Player, Viewer, play

pytestmark = pytest.mark.django_db(transaction=True)
Begin = Callable[..., Table]
COMMANDS = 40


def seat(begin: Begin, site: Site, number: int) -> Played:
    """A match whose White plays at one process and Black at the next, or, of every third, through nginx."""
    table = begin(length=3, names=(f"left{number}", f"right{number}"))
    first, second = site.webs[number % 4].door, site.webs[(number + 1) % 4].door
    doors = {Seat.WHITE: first, Seat.BLACK: site.front if number % 3 == 2 else second}
    people = {each: Player(session_of(table.people[each]), doors[each]) for each in Seat}
    return Played(table.match, people, random.Random(number))


def test_matches_are_played_and_watched_across_processes(site: Site, begin: Begin) -> None:
    matches = [seat(begin, site, number) for number in range(4)]
    doors = [site.front, *(web.door for web in site.webs)]
    viewers = [(played, Viewer(door, played.match.public_id)) for played in matches for door in doors]
    viewers += [
        (played, Viewer(player.door, played.match.public_id, player.session))
        for played in matches
        for player in played.players.values()
    ]
    with ThreadPoolExecutor(len(matches)) as pool:
        for done in [pool.submit(play, played, lambda played: len(played.statuses) < COMMANDS) for played in matches]:
            done.result()
    for played in matches:
        played.give_up()
        played.match.refresh_from_db()
        assert played.match.status == Match.Status.OVER
        assert Counter(played.statuses).keys() == {200}
        stored = Move.objects.filter(match=played.match).order_by("version").values_list("version", flat=True)
        assert list(stored) == list(range(1, played.match.version + 1))
    for played, viewer in viewers:
        viewer.ends_at(played.match.version)
    assert sum(viewer.losses for _, viewer in viewers) == 0
    call_command("check_games", verbosity=0)


def noted_by_nginx(site: Site, match: Match, number: int) -> list[dict[str, Any]]:
    """nginx's lines about a match, once there are so many. It answers first and notes it then."""
    deadline = time.monotonic() + PATIENCE
    while True:
        lines = [json.loads(line) for line in (site.folder / "barpoint.log").read_text().splitlines()]
        # Sockets of the test before may be written down only now.
        ours = [line for line in lines if line["path"].startswith(f"/matches/{match.public_id}/")]
        if len(ours) >= number:
            return ours
        assert time.monotonic() < deadline, ours
        time.sleep(0.01)


def test_request_has_one_id_in_all_logs_and_no_secret_is_in_them(site: Site, begin: Begin) -> None:
    table = begin(public=False)
    match = table.match
    assert site.front.ask("GET", f"/matches/{match.public_id}/join/{match.invite_token}/")[0] == 409  # it has begun
    assert site.front.ask("POST", f"/matches/{match.public_id}/moves/", kind="roll")[0] == 403  # without a CSRF token
    shown, refused = sorted(noted_by_nginx(site, match, 2), key=lambda line: -line["status"])
    assert (shown["status"], shown["path"]) == (409, f"/matches/{match.public_id}/join/")
    assert refused["status"] == 403
    events = [json.loads(line) for web in site.webs for line in web.log.read_text().splitlines()]
    refusals = [event for event in events if event.get("request_id") == refused["request_id"]]
    assert [event["message"] for event in refusals] == ["refused"]
    assert refusals[0]["network"] == "127.0.0.0/24"
    said = "".join(path.read_text() for path in site.folder.glob("*.log"))
    assert match.invite_token not in said


def test_nginx_serves_static_files_and_keeps_what_is_of_a_process_inside(site: Site) -> None:
    status, page = site.front.ask("GET", "/")
    assert status == 200
    style = page.split('href="/static/bundle/')[1].split('"')[0]
    assert site.front.ask("GET", f"/static/bundle/{style}")[0] == 200
    assert site.front.ask("GET", "/static/bundle/nothing.css")[0] == 404
    for path in ("/readyz", "/metrics"):
        assert site.front.ask("GET", path)[0] == 404
    assert site.front.ask("GET", "/healthz")[0] == 200
    assert site.webs[0].door.ask("GET", "/readyz")[0] == 200
