"""The pages about fair dice: what was rolled, in words and numbers, and how to read it."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import DiceExchange, DiceTally, Match
from games.presenters.tallies import tally_view
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.rules.tally import Tally
from games.selectors.tallies import never_started, player_tally
from games.services.matches import create_match
from tests.matches.random_match import RandomMatch
from tests.people import make_user
from tests.playing import NOON, Table
from tests.sessions import SESSION_QUERIES
from tests.working import work_off

pytestmark = [pytest.mark.django_db, pytest.mark.data]
Begin = Callable[..., Table]
FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")


def text_of(client: Client, path: str) -> str:
    """The words of a page, without what marks them up."""
    response = client.get(path)
    assert response.status_code == 200
    main = response.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(re.sub("<[^>]*>", " ", main).split())


def store(user: User | None, rolls: int, doubles: int, faces: tuple[int, ...], **more: float) -> None:
    DiceTally.objects.create(user=user, rolls=rolls, doubles=doubles, **dict(zip(FACES, faces, strict=True)), **more)


def test_before_the_first_game_the_page_says_what_to_do(client: Client) -> None:
    page = text_of(client, "/dice/")
    assert "Dice are counted when a game is over. No game has been finished here yet. Play a friend" in page
    assert "How the dice are made" in page
    assert "How to read this" in page


def test_the_numbers_of_the_site(client: Client) -> None:
    """The bands are those of tests/rules/test_bands.py: 13.9 to 19.4 %, 12.7 to 20.6 %, and 146.9 to 175.3 of 200."""
    expected, variance = 120 * 3 / 4 + 80 * 8 / 9, 120 * 3 / 16 + 80 * 8 / 81
    bar = {"entries": 200, "entered": 150, "entries_expected": expected, "entries_variance": variance}
    store(None, 600, 124, (167, 168, 200, 200, 232, 233), **bar)
    page = text_of(client, "/dice/")
    assert (
        "600 rolls so far. Of 8 numbers that can be judged one lies outside its band. With fair dice that happens "
        "about one time in 13." in page
    )
    for row in (
        "Ones 13.9% 167 of 1,200 inside 13.9 to 19.4%, expected 16.7%",
        "Sixes 19.4% 233 of 1,200 inside 13.9 to 19.4%, expected 16.7%",
        "Doubles 20.7% 124 of 600 outside 12.7 to 20.6%, expected 16.7%",
        "Entering from the bar 75.0% 150 of 200 inside 73.5 to 87.7%, expected 80.6%",
    ):
        assert row in page
    assert "about one player in 13 sees at least one" in page


def test_the_picture_says_the_same_as_the_words(client: Client) -> None:
    """The band of 600 rolls goes 47.02 doubles... 23.514 to both sides of 100: 124 is 1.0207 halves of it away."""
    store(None, 600, 124, (200,) * 6)
    page = client.get("/dice/").content.decode()
    assert page.count('<rect class="band"') == 7  # nobody has been on the bar
    assert page.count('<circle class="mark" cx="80.0"') == 6
    assert page.count('transform="translate(131.0 10)"') == 1  # 80 + 50 * 1.0207
    assert 'style="' not in page


def test_marks_stay_in_the_picture() -> None:
    rows = tally_view(Tally(rolls=600, doubles=600, faces=(1200, 0, 0, 0, 0, 0))).rows
    assert [row.mark for row in rows] == ["152.0", *["8.0"] * 5, "152.0", ""]


def test_few_rolls_are_shown_and_not_judged(client: Client) -> None:
    store(make_user("Ann"), 60, 20, (20,) * 6)
    page = text_of(client, "/@Ann/dice/")
    assert "60 rolls so far. That is too few to tell anything: bands are shown from 100 rolls on." in page
    assert "Doubles 33.3% 20 of 60 too few rolls to tell yet expected 16.7%" in page
    assert "Entering from the bar – 0 of 0 too few rolls to tell yet" in page
    assert "The bar is the band" not in page


def test_many_rolls_are_shown_with_as_many_decimals_as_tell_them_apart() -> None:
    """Of 2 million dice the band reaches 0.068 points to both sides, of 20 000 it is 0.68."""
    many = tally_view(Tally(rolls=1_000_000, doubles=166_667, faces=(333_333,) * 6)).rows[0]
    assert (many.share, many.band) == ("16.667%", "16.599 to 16.735%")
    fewer = tally_view(Tally(rolls=10_000, doubles=1_667, faces=(3_333,) * 6)).rows[0]
    assert (fewer.share, fewer.band) == ("16.66%", "15.99 to 17.35%")


@pytest.mark.parametrize(
    ("tally", "summary"),
    [
        (Tally(rolls=1), "1 roll so far. That is too few to tell anything: bands are shown from 100 rolls on."),
        (
            Tally(rolls=6000, doubles=1000, faces=(2000,) * 6),
            "6,000 rolls so far. All 7 numbers that can be judged lie in their bands, as fair dice have it.",
        ),
        (
            Tally(rolls=600, doubles=100, faces=(100, 200, 200, 200, 200, 300)),
            "600 rolls so far. Of 7 numbers that can be judged 2 lie outside their bands. With fair dice that is rare: "
            "check the dice of the matches themselves.",
        ),
    ],
)
def test_what_it_comes_to(tally: Tally, summary: str) -> None:
    assert tally_view(tally).summary == summary


def test_a_whole_way_from_the_table_to_the_pages(client: Client, begin: Begin) -> None:
    table = begin(opening=(6, 2), names=("Ann", "Ben"))
    table.do(Seat.WHITE, "play", "24/18 13/11")
    table.dice.script((5, 5))
    table.do(Seat.BLACK, "roll")
    table.do(Seat.BLACK, "resign", "1")
    table.do(Seat.WHITE, "accept")
    work_off()
    assert "1 roll so far." in text_of(client, "/dice/")
    ben = text_of(client, "/@Ben/dice/")
    assert "Fives 100.0% 2 of 2" in ben
    assert "Doubles 100.0% 1 of 1" in ben
    assert "What is rolled is counted when a game is over. There is none yet." not in ben
    assert "There is none yet." in text_of(client, "/@Ann/dice/")  # she has made no roll but the one for the first move


def test_ones_own_page_says_how_to_begin(client: Client, host: User) -> None:
    assert "There is none yet. The dice of the whole site" in text_of(client, "/@host/dice/")
    client.force_login(host)
    own = "What you roll is counted when a game is over. You have not finished one yet. Play a friend"
    assert own in text_of(client, "/@host/dice/")


def test_names_are_found_as_on_profiles(client: Client, host: User) -> None:
    assert client.get("/@HOST/dice/")["Location"] == "/@host/dice/"
    assert client.get("/@nobody/dice/").status_code == 404
    assert client.post("/@host/dice/").status_code == 405
    assert client.post("/dice/").status_code == 405


def test_the_footer_the_help_page_and_profiles_lead_there(client: Client, host: User) -> None:
    assert '<li><a href="/dice/">' in client.get("/").content.decode()
    assert client.get("/help/").content.decode().count('href="/dice/"') == 2
    assert 'href="/@host/dice/"' in client.get("/@host/").content.decode()
    store(host, 60, 10, (20,) * 6)
    page = client.get("/@host/dice/").content.decode()
    assert 'href="/dice/#reading"' in page
    assert 'id="reading"' in client.get("/dice/").content.decode()


def called_off(creator: User, *, joiner: str = "", secret: str = "", status: str = "aborted") -> None:
    """A match whose exchange has come this far."""
    match = create_match(creator, MatchTerms("backgammon", 3), rated=False, public=True, seat=Seat.WHITE, now=NOON)
    Match.objects.filter(pk=match.pk).update(status=status)
    DiceExchange.objects.filter(match=match).delete()
    DiceExchange.objects.create(
        match=match,
        links=5,
        root="00" * 32,
        committed_at=NOON,
        creator_by_server=False,
        creator_commitment="11" * 32,
        creator_committed_at=NOON,
        joiner_secret=joiner,
        joiner_revealed_at=NOON + timedelta(minutes=1) if joiner else None,
        creator_secret=secret,
        creator_revealed_at=NOON + timedelta(minutes=2) if secret else None,
    )


def test_matches_that_waited_in_vain_for_a_browser_are_counted(client: Client, host: User, friend: User) -> None:
    assert "No match was called off because the browser of its creator" in text_of(client, "/@host/dice/")
    revealed = "22" * 32
    called_off(host)  # nobody had joined
    called_off(host, joiner=revealed, secret="33" * 32)  # it began, and was called off then
    called_off(friend, joiner=revealed)  # somebody else's
    called_off(host, joiner=revealed)
    assert never_started(host.pk) == 1
    assert "1 match was called off because the browser of its creator" in text_of(client, "/@host/dice/")
    called_off(host, joiner=revealed)
    assert "2 matches were called off because the browser of their creator" in text_of(client, "/@host/dice/")


@pytest.mark.parametrize("logged_in", [False, True])
def test_pages_cost_the_same_however_much_was_rolled(
    client: Client, host: User, friend: User, django_assert_num_queries: DjangoAssertNumQueries, logged_in: bool
) -> None:
    if logged_in:
        client.force_login(friend)
        client.get("/")
    asked = 1 + SESSION_QUERIES if logged_in else 0  # who looks

    def cost() -> None:
        with django_assert_num_queries(asked + 1):
            client.get("/dice/")
        with django_assert_num_queries(asked + 3):  # whose it is, what he rolled, what never started
            client.get("/@host/dice/")

    cost()
    for user in (host, None):
        store(user, 600, 100, (200,) * 6)
    for _ in range(20):
        called_off(host, joiner="22" * 32)
    cost()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite says how much it does")
def test_pages_cost_the_same_however_many_moves_are_stored(client: Client) -> None:
    people = make_user("left"), make_user("right")

    def play(seeds: range) -> None:
        for seed in seeds:
            played = RandomMatch(seed, *people)
            while played.match.status == "playing":
                played.do(*played.next_command(played.state))
        work_off()

    play(range(1))
    few = steps_of(client)
    play(range(1, 12))
    assert player_tally(people[0].pk).rolls > 300
    assert steps_of(client) < few + 100  # of SQLite's machine: a few for each match that the creator made


def steps_of(client: Client) -> int:
    """How much work both pages are for the database."""
    steps = 0

    def step() -> int:
        nonlocal steps
        steps += 1
        return 0

    connection.connection.set_progress_handler(step, 1)
    try:
        assert client.get("/dice/").status_code == client.get("/@left/dice/").status_code == 200
    finally:
        connection.connection.set_progress_handler(None, 0)
    return steps
