"""A database filled in bulk, and the visits that bench/volume.py measures on it."""

import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, models, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from bench.tables import seat  # noqa: E402
from games.models import Game, Match  # noqa: E402
from games.rules.game import Phase, new_game  # noqa: E402
from games.rules.match import MatchTerms, Score, terms_for_game  # noqa: E402
from games.rules.notation import format_play  # noqa: E402
from games.rules.snapshot import from_json, to_json  # noqa: E402

MOVES_A_MATCH = 100
PLAYING = 500  # of all matches
OPEN = 200
BATCH = 500


def fill(moves: int, people: int) -> None:
    """Migrate, and put so many people and moves into matches of a hundred moves; most of them are over."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    if not people:
        return
    now = timezone.now()
    numbers = "WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < %s - 1)"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO accounts_user (username, name_key, password, email, is_guest, is_active, is_staff,"
            f" is_superuser, date_joined) {numbers} SELECT 'person' || n, 'person' || n, '!', '', %s, %s, %s, %s, %s"
            " FROM numbers",
            [people, False, True, False, False, moment(now)],
        )
        first = User.objects.earliest("pk").pk
        add(Match, (match(number, first, people) for number in range(moves // MOVES_A_MATCH)))
        match_id = Match.objects.earliest("pk").pk
        state = to_json(new_game(terms_for_game(MatchTerms("backgammon", 5), Score())))
        add(Game, (game(match_id + number, state, now) for number in range(moves // MOVES_A_MATCH)))
        game_id = Game.objects.earliest("pk").pk
        cursor.execute(
            "INSERT INTO games_move (match_id, game_id, version, seat, kind, text, made_at, thinking_ms)"
            f" {numbers} SELECT %s + n / 100, %s + n / 100, 1 + n %% 100, 'white', 'play', '13/7 8/7', %s, 1000"
            " FROM numbers",
            [moves, match_id, game_id, moment(now)],
        )
        cursor.execute(
            "INSERT INTO games_rating (user_id, variant, rating, experience, matches, won, listed)"
            f" {numbers} SELECT %s + n, 'backgammon', 1200 + n %% 800, n %% 300, 9, 4, n %% 3 = 0 FROM numbers",
            [people, first],
        )
        cursor.execute(
            "INSERT INTO games_ratingband (variant, floor, players)"
            " SELECT 'backgammon', rating, count(*) FROM games_rating WHERE listed GROUP BY rating"
        )
        cursor.execute("ANALYZE")


def moment(now: Any) -> Any:
    """A time as this database takes it."""
    return connection.ops.adapt_datetimefield_value(now)


def add(model: type[models.Model], rows: Iterator[Any]) -> None:
    """Insert these rows by plain SQL, some hundred at a time."""
    fields: Sequence[Any] = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    sql = f"INSERT INTO {model._meta.db_table} ({columns}) VALUES ({places})"
    with connection.cursor() as cursor:
        batch = []
        for row in rows:
            batch.append([field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields])
            if len(batch) == BATCH:
                cursor.executemany(sql, batch)
                batch = []
        if batch:
            cursor.executemany(sql, batch)


def match(number: int, first: int, people: int) -> Match:
    """A match of two of these people; a few are open or going on."""
    now = timezone.now() - timedelta(minutes=number)
    white, black = first + number % people, first + (number * 7 + 1) % people
    is_open, plays = number < OPEN, OPEN <= number < OPEN + PLAYING
    return Match(
        variant="backgammon",
        length=5,
        crawford=True,
        cube=True,
        jacoby=False,
        max_beavers=0,
        automatic_doubles=0,
        rated=False,
        creator_id=white,
        white_id=white,
        black_id=None if is_open or white == black else black,
        status="open" if is_open or white == black else "playing" if plays else "over",
        winner="" if is_open or plays or white == black else "white",
        visibility="public",
        version=0 if is_open else MOVES_A_MATCH,
        created_at=now,
        started_at=now,
        moved_at=now,
        ended_at=None if is_open or plays else now,
    )


def game(match_id: int, state: dict[str, Any], now: Any) -> Game:
    """The only game of a match, won."""
    return Game(
        match_id=match_id,
        number=1,
        state=state,
        winner="white",
        reason="bearoff",
        multiplier=1,
        points=5,
        started_at=now,
        ended_at=now,
    )


class Visits:
    """A player's visits: a move at his table, and pages."""

    def __init__(self) -> None:
        matches, sessions = seat(1)
        self.match = matches[0]
        self.clients = {}
        for user_id, key in sessions.items():
            self.clients[user_id] = Client(SERVER_NAME="localhost")
            self.clients[user_id].cookies["sessionid"] = key
        white = User.objects.get(pk=next(iter(sessions)))
        self.white = self.clients[white.pk]
        self.pages = {
            "home": "/",
            "table": f"/matches/{self.match.public_id}/",
            "watch": "/watch/",
            "leaderboard": "/leaderboards/backgammon/",
            "profile": f"/@{white.username}/",
        }

    def measure(self) -> dict[str, list[float]]:
        """Processor milliseconds, milliseconds and queries of one of each."""
        figures = {"move": self.cost(*self.command())}
        for name, path in self.pages.items():
            figures[name] = self.cost(self.white.get, path)
        return figures

    def command(self) -> tuple[Callable[..., Any], str, dict[str, Any]]:
        """What comes next at the table; rolls and new games on the way are not measured."""
        while True:
            self.match.refresh_from_db(fields=["version"])
            state = from_json(Game.objects.filter(match=self.match).latest("number").state)
            seat_id = (self.match.white_id if state.to_act in (None, "white") else self.match.black_id) or 0
            path, fields = f"/matches/{self.match.public_id}/moves/", {"version": self.match.version}
            post = self.clients[seat_id].post
            if state.phase == Phase.TO_PLAY:
                legal = state.legal()
                play = format_play(legal.play_for(random.choice(legal.results)))
                return post, path, {**fields, "kind": "play", "play": play}
            post(path, {**fields, "kind": "next" if state.phase == Phase.OVER else "roll"}, HTTP_HX_REQUEST="true")

    def cost(self, visit: Callable[..., Any], path: str, *fields: Any) -> list[float]:
        cpu, wall = time.process_time(), time.perf_counter()
        with CaptureQueriesContext(connection) as queries:
            response = visit(path, *fields, HTTP_HX_REQUEST="true") if fields else visit(path)
        spent = [(time.process_time() - cpu) * 1000, (time.perf_counter() - wall) * 1000, len(queries)]
        if response.status_code != 200:
            raise RuntimeError(f"{response.status_code} for {path}")
        return spent
