"""The lobby and the lists of matches: what stands there, what never does, and what a page costs."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Game, Match, Rating
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import cancel_match, create_match, join_match
from tests.dice import ScriptedDice
from tests.pages.conftest import LogIn
from tests.people import make_user
from tests.playing import NOON
from tests.sessions import SESSION_QUERIES

pytestmark = [pytest.mark.django_db, pytest.mark.data]
Play = Callable[..., Match]


def challenge(host: User, length: int = 5, *, rated: bool = False, public: bool = True) -> Match:
    terms = MatchTerms("backgammon", length, jacoby=length == 0)
    return create_match(host, terms, rated=rated, public=public, seat=Seat.WHITE, now=NOON)


@pytest.fixture
def play(dice: ScriptedDice) -> Play:
    """Begins a match between two new people, or between `white` and a new one; White has to play 3-1."""

    def begin(number: int = 0, *, public: bool = True, white: User | None = None) -> Match:
        white, black = white or make_user(f"white{number}"), make_user(f"black{number}")
        match = challenge(white, public=public)
        dice.script((3, 1))
        token = None if public else match.invite_token
        return join_match(black, match.public_id, token, now=NOON, roll_dice=dice)

    return begin


def body_of(client: Client, url: str = "/") -> str:
    response = client.get(url)
    assert response.status_code == 200
    return response.content.decode()


def test_an_empty_site_invites_to_begin() -> None:
    home, watch = body_of(Client()), body_of(Client(), "/watch/")
    assert "Nobody is waiting for an opponent" in home
    for page in (home, watch):
        assert "No public match is being played" in page
        assert "Put a challenge in the lobby" in page
    assert "Play a friend" in home


def test_a_visitor_can_play_as_a_guest_at_once() -> None:
    client = Client()
    assert client.post("/accounts/guest/").status_code == 302
    body = body_of(client)
    assert "You play as a guest." in body
    assert "Sign up to keep your games" in body
    assert User.objects.get().username in body


def test_an_open_challenge_stands_there_with_a_join_button(host: User) -> None:
    match = challenge(host, 0)
    body = body_of(Client())
    for words in ("Backgammon, session", "<bdi>host</bdi>", "unrated", "Jacoby rule", "You play Black."):
        assert words in body
    assert f'action="/matches/{match.public_id}/join/"' in body


def test_a_rated_challenge_says_what_is_at_stake(host: User, friend: User, log_in: LogIn) -> None:
    Rating.objects.create(user=host, variant="backgammon", rating=1700, experience=1000)
    Rating.objects.create(user=friend, variant="backgammon", rating=1500, experience=1000)
    challenge(host, 7, rated=True)
    assert "A win: +6.86, a loss: −3.73" in body_of(log_in(friend))
    visitors = body_of(Client())
    assert "A win:" not in visitors
    assert "to join: Backgammon, 7-point match against host" in visitors


def test_ones_own_challenge_leads_to_its_table(host: User, log_in: LogIn) -> None:
    match = challenge(host)
    body = body_of(log_in(host))
    assert f'action="/matches/{match.public_id}/join/"' not in body
    assert f'href="/matches/{match.public_id}/"' in body


def test_ones_own_tables_are_listed_for_nobody_else(host: User, friend: User, log_in: LogIn) -> None:
    match = challenge(host, public=False)
    assert "Your matches" in body_of(log_in(host))
    assert f'href="/matches/{match.public_id}/"' in body_of(log_in(host))
    for client in (Client(), log_in(friend)):
        assert match.public_id not in body_of(client)


def own_rows(client: Client) -> list[str]:
    """The rows of the visitor's own matches, as text."""
    section = body_of(client).partition('id="own-title"')[2].partition("</section>")[0]
    return [" ".join(re.sub("<[^>]*>", " ", row).split()) for row in section.split("<li>")[1:]]


def test_ones_own_matches_say_whose_turn_it_is_ones_own_first(host: User, play: Play, log_in: LogIn) -> None:
    challenge(host)
    mine, theirs, between = (play(number, white=host) for number in (1, 2, 3))
    Match.objects.filter(pk=between.pk).update(moved_at=NOON + timedelta(hours=3), white_score=1)
    Game.objects.filter(match=between).update(winner="white", reason="drop", multiplier=1, ended_at=NOON)
    theirs_game = Game.objects.get(match=theirs)
    theirs_game.state["on_roll"] = "black"
    theirs_game.save()
    rows = own_rows(log_in(host))
    assert [row.partition(" Backgammon")[0] for row in rows] == [
        "Against black1 0–0 Your turn",
        "Against black3 1–0 The next game can begin",
        "Against black2 0–0 Their turn",
        "Waiting for an opponent",
    ]
    assert [word in row for row in rows for word in ("Resume", "Open")] == [True, False] * 3 + [False, True]
    assert f'href="/matches/{mine.public_id}/"' in body_of(log_in(host))


def test_ones_own_matches_say_how_much_time_is_left(host: User, play: Play, log_in: LogIn) -> None:
    match = play(white=host)
    assert "left" not in own_rows(log_in(host))[0]
    since = timezone.now() - timedelta(hours=2, minutes=30)
    Match.objects.filter(pk=match.pk).update(
        clock="days3", clock_seat="white", clock_started_at=since, due_at=since + timedelta(days=3)
    )
    assert "Backgammon, 5-point match · Three days a decision · 2 d 21 h left" in own_rows(log_in(host))[0]


def test_a_guest_finds_his_unfinished_matches_and_no_finished_one(play: Play, log_in: LogIn) -> None:
    guest = make_user("Guest1", is_guest=True)
    play(1, white=guest)
    over = play(2, white=guest)
    Match.objects.filter(pk=over.pk).update(status="over")
    assert [row.split()[1] for row in own_rows(log_in(guest))] == ["black1"]


def test_live_matches_are_listed_with_their_score(play: Play) -> None:
    match = play()
    Match.objects.filter(pk=match.pk).update(white_score=3, black_score=4)
    for url in ("/", "/watch/"):
        body = body_of(Client(), url)
        assert "<bdi>white0</bdi>" in body
        assert re.findall('<b class="score">([^<]*)</b>', body) == ["3", "4"]
        assert f'href="/matches/{match.public_id}/"' in body


def test_rows_name_the_pace(host: User, play: Play) -> None:
    challenge(host)
    play()
    assert "No clock · You play Black." in body_of(Client())
    Match.objects.update(clock="blitz", white_reserve_ms=300_000, black_reserve_ms=300_000)
    assert "Blitz: 8 seconds a turn, then 5 minutes in all · You play Black." in body_of(Client())
    for url in ("/", "/watch/"):
        assert "Backgammon, 5-point match · unrated · Blitz" in body_of(Client(), url)


def test_what_is_not_public_or_not_open_is_in_no_list(host: User, play: Play) -> None:
    shown = challenge(host)
    hidden = [challenge(host, public=False), challenge(host), play(1, public=False)]
    cancel_match(host, hidden[1].public_id, now=NOON)
    for url in ("/", "/watch/"):
        body = body_of(Client(), url)
        assert not [match for match in hidden if match.public_id in body]
    assert shown.public_id in body_of(Client())


def test_lists_hold_no_addresses_and_no_secrets(play: Play) -> None:
    match = play()
    waiting = challenge(make_user("waiting"))
    User.objects.update(email="secret@example.org")
    for url in ("/", "/watch/", "/leaderboards/backgammon/", f"/matches/{match.public_id}/"):
        body = body_of(Client(), url)
        assert "secret@" not in body
        assert waiting.invite_token not in body
        assert match.invite_token not in body


def test_challenges_come_in_pages_newest_first(host: User) -> None:
    matches = [challenge(host) for _ in range(31)]
    for minutes, match in enumerate(matches):
        Match.objects.filter(pk=match.pk).update(created_at=NOON.replace(minute=minutes))
    first, second = body_of(Client()), body_of(Client(), "/?page=2")
    assert matches[30].public_id in first
    assert matches[0].public_id not in first
    assert 'href="?page=2"' in first
    assert matches[0].public_id in second
    assert matches[1].public_id not in second
    assert 'href="?page=1"' in second
    assert 'href="?page=3"' not in second


def test_live_matches_come_in_pages(play: Play) -> None:
    for number in range(31):
        play(number)
    assert body_of(Client(), "/watch/").count('<img src="/matches/') == 30
    assert body_of(Client(), "/watch/?page=2").count('<img src="/matches/') == 1


def boards(url: str = "/watch/") -> list[tuple[str, str]]:
    """The pictures of running games with what they show."""
    return re.findall(r'<img src="(/matches/[^"]*)" alt="([^"]*)"', body_of(Client(), url))


@pytest.mark.parametrize("url", ["/", "/watch/"])
def test_live_boards_are_those_of_their_version_and_say_who_leads(url: str, play: Play) -> None:
    match = play()
    picture = f"/matches/{match.public_id}/board.svg?v={match.version}&look=wood-light"
    assert boards(url) == [(picture.replace("&", "&amp;"), "The board of white0 and black0: level in pips")]
    assert Client().get(picture)["Cache-Control"] == "public, max-age=31536000, immutable"
    game = Game.objects.get(match=match)
    game.state["white"][6] -= 1
    game.state["white"][5] += 1
    game.save()
    assert boards(url)[0][1] == "The board of white0 and black0: white0 leads by 1 pip"
    game.state["black"][24] -= 2
    game.state["black"][4] += 2
    game.save()
    assert boards(url)[0][1] == "The board of white0 and black0: black0 leads by 39 pips"
    Game.objects.update(winner="white", reason="drop", multiplier=1, ended_at=NOON)
    assert boards(url)[0][1] == "The board of white0 and black0, between two games"


def test_live_boards_have_the_look_of_the_page(play: Play) -> None:
    play()
    client = Client()
    looks = re.compile(r"look=([\w-]+)")
    assert looks.findall(body_of(client)) == ["wood-dark", "wood-light"]  # the first is for those whose system is dark
    client.post("/settings/", {"theme": "flat", "scheme": "dark"})
    assert looks.findall(body_of(client)) == ["flat-dark"]
    client.post("/settings/", {"theme": "contrast", "scheme": "light"})
    assert looks.findall(body_of(client)) == ["contrast-light"]


@pytest.mark.parametrize("url", ["/", "/watch/", "/watch/?page=1"])
def test_a_page_that_looks_again_gets_the_boards_alone(url: str, play: Play) -> None:
    page = body_of(Client(), url)
    assert f'hx-get="{url}"' in page
    play()
    again = Client().get(url, headers={"HX-Request": "true"}).content.decode().strip()
    assert again.startswith('<div id="live-boards"')
    assert again.count("<img") == 1
    assert "<html" not in again
    assert again in body_of(Client(), url)


@pytest.mark.parametrize("url", ["/", "/watch/"])
@pytest.mark.parametrize("asked", ["abc", "0", "-1", "2", "1" + 20 * "0", "%00", "%ff", "1.0", "%EF%BC%92"])
def test_what_is_no_page_is_a_polite_404(url: str, asked: str) -> None:
    assert Client().get(f"{url}?page=1").status_code == 200
    response = Client().get(f"{url}?page={asked}")
    assert response.status_code == 404
    assert "page" in response.content.decode()
    assert "Go to the home page" in response.content.decode()


def queries(client: Client, url: str) -> list[Any]:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(url).status_code == 200
    return captured.captured_queries


@pytest.mark.parametrize("url", ["/", "/watch/"])
def test_queries_do_not_grow_with_the_rows(url: str, host: User, friend: User, play: Play, log_in: LogIn) -> None:
    def add(number: int) -> None:
        person = make_user(f"host{number}")
        Rating.objects.create(user=person, variant="backgammon", rating=1500 + number)
        challenge(person, rated=True)
        challenge(friend, public=False)
        play(number)
        play(number + 100, white=friend)

    add(0)
    client, visitor = log_in(friend), Client()
    client.get(url)  # the session is in the cache from here on
    few = len(queries(client, url)), len(queries(visitor, url))
    for number in range(1, 30):
        add(number)
    assert (len(queries(client, url)), len(queries(visitor, url))) == few
    asks_for_the_time = connection.vendor == "postgresql"
    assert max(few) <= 7 + SESSION_QUERIES + asks_for_the_time


def test_lists_answer_get_only() -> None:
    for url in ("/", "/watch/", "/leaderboards/backgammon/"):
        response = Client().post(url)
        assert (response.status_code, response["Allow"]) == (405, "GET")
        assert "Nothing has been changed" in response.content.decode()
        assert Client().head(url).status_code == 200


def test_lists_name_the_game_and_its_options(host: User, friend: User, dice: ScriptedDice, log_in: LogIn) -> None:
    terms = MatchTerms("acey-deucey", 3, options=("european", "count"))
    create_match(host, terms, rated=False, public=True, seat=Seat.WHITE, now=NOON)
    page = body_of(log_in(friend))
    for words in ("Acey-Deucey, 3-point match", "European rules", "a win is a point for each checker left"):
        assert words in page
    assert "cube ·" not in page
    assert "Acey-Deucey, 3-point match" in body_of(log_in(host))
    played = create_match(host, terms, rated=False, public=True, seat=Seat.WHITE, now=NOON)
    dice.script((5, 2))
    join_match(friend, played.public_id, None, now=NOON, roll_dice=dice)
    assert "Acey-Deucey, 3-point match · unrated" in body_of(Client(), "/watch/")
