"""The leaderboard: right ranks on every page, one's own row, and a cost that does not grow."""

import random
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games.models import Rating, RatingBand
from games.selectors.leaderboard import PAGE_SIZE, band, leaderboard, listed
from tests.counting.ranking import VARIANT, fill, ranks_the_slow_way
from tests.people import make_user
from tests.sessions import SESSION_QUERIES

pytestmark = [pytest.mark.django_db, pytest.mark.data]
URL = "/leaderboards/backgammon/"


def rate(name: str, rating: str, *, experience: int = 200) -> Client:
    """A registered user with this rating, added to the bands when listed; in a browser of his own."""
    user = make_user(name)
    is_listed = experience >= 50
    Rating.objects.create(
        user=user, variant=VARIANT, rating=Decimal(rating), experience=experience, matches=9, won=4, listed=is_listed
    )
    if is_listed:
        row, _ = RatingBand.objects.get_or_create(variant=VARIANT, floor=int(Decimal(rating)), defaults={"players": 0})
        row.players += 1
        row.save()
    client = Client()
    client.force_login(user)
    return client


def page(client: Client, number: int | None = None) -> str:
    response = client.get(URL, {} if number is None else {"page": number})
    assert response.status_code == 200
    return response.content.decode()


def test_every_page_and_every_own_row_agree_with_sorting_them_all() -> None:
    fill(233, chance=random.Random(1), unlisted=9)
    slow = ranks_the_slow_way()
    assert len({rank for rank, _ in slow.values()}) < 233, "no ties: the example is too easy"
    shown: list[int] = []
    for number in range(1, 6):
        board = leaderboard(VARIANT, number)
        assert (board.last, board.players) == (5, 233)
        assert [(row.rank, row.user_id) for row in board.rows] == [
            (slow[row.user_id][0], row.user_id) for row in board.rows
        ]
        shown += [row.user_id for row in board.rows]
    assert shown == sorted(slow, key=lambda user_id: slow[user_id][1])
    for user_id, (rank, place) in list(slow.items())[::7]:
        own = leaderboard(VARIANT, 1, user_id).own
        assert own is not None
        assert own.standing is not None
        assert (own.standing.rank, own.page) == (rank, place // PAGE_SIZE + 1)


def test_ties_share_a_rank_and_the_next_player_is_counted_past_them() -> None:
    for name, rating in [("a1", "1600"), ("b2", "1600"), ("c3", "1600"), ("d4", "1599.99"), ("e5", "1700")]:
        rate(name, rating)
    rows = leaderboard(VARIANT, 1).rows
    assert [(row.rank, row.name) for row in rows] == [(1, "e5"), (2, "a1"), (2, "b2"), (2, "c3"), (5, "d4")]


def test_a_page_of_equals_in_the_middle_of_a_tie_has_the_right_rank() -> None:
    for number in range(PAGE_SIZE + 10):
        rate(f"equal{number}", "1500")
    assert {row.rank for row in leaderboard(VARIANT, 2).rows} == {1}


def test_the_page_shows_what_it_promises() -> None:
    text = page(rate("Marisol", "1523.4"))
    for words in ("Marisol", "1523.40", "200", "Backgammon", "1 player"):
        assert words in text
    assert 'class="own"' in text


def test_each_game_has_a_leaderboard_of_its_own() -> None:
    """AMB-31: tabs lead from one to the other, and nobody stands on both for playing one."""
    client, there, other = rate("Marisol", "1523.4"), make_user("Nadim"), "/leaderboards/acey-deucey/"
    rating = Rating.objects.create(
        user=there, variant="acey-deucey", rating=Decimal(1601), experience=60, matches=9, won=4, listed=True
    )
    RatingBand.objects.create(variant=rating.variant, floor=1601, players=1)
    ours, theirs = page(client), client.get(other).content.decode()
    assert "Marisol" in ours
    assert "Nadim" not in ours
    assert "1601.00" in theirs
    assert "You have 0 of the 50 points" in theirs
    assert f'<a href="{other}">Acey-Deucey</a>' in ours
    assert f'<a href="{URL}" aria-current="page">Backgammon</a>' in ours
    assert f'<a href="{other}" aria-current="page">Acey-Deucey</a>' in theirs
    assert client.get("/leaderboards/").content.decode().count("Marisol") == ours.count("Marisol")


def test_the_own_row_is_shown_on_other_pages_with_its_rank() -> None:
    fill(120, chance=random.Random(2))
    client = rate("last", "900")
    first, third = page(client), page(client, 3)
    assert "Your rank 121: go to your page" in first
    assert 'href="?page=3"' in first
    assert first.count('class="own"') == third.count('class="own"') == 1
    assert "go to your page" not in third


def test_who_is_not_listed_yet_reads_what_is_missing() -> None:
    text = page(rate("fresh", "1510", experience=38))
    assert "You have 38 of the 50 points of experience" in text
    assert "12 more points" in text
    assert 'class="own"' not in text


def test_a_newcomer_reads_that_all_is_missing_and_a_guest_and_a_visitor_nothing() -> None:
    for user, remark in ((make_user("fresh"), True), (make_user("Guest-Owl-1000", is_guest=True), False)):
        client = Client()
        client.force_login(user)
        assert ("You have 0 of the 50 points" in page(client)) is remark
    assert "points of experience that" not in page(Client())


def test_an_empty_leaderboard_says_how_to_get_on_it() -> None:
    assert "Nobody is listed yet" in page(Client())


def test_nobody_below_the_least_experience_is_listed() -> None:
    rate("fresh", "2000", experience=49)
    rate("old", "1400", experience=50)
    text = page(Client())
    assert "old" in text
    assert "fresh" not in text


@pytest.mark.parametrize(
    "asked", ["abc", "0", "-1", "1.5", "", "2", "1" + 20 * "0", "%EF%BC%91", "1%00", "1_0", "%ff", "+1", "1%0a"]
)
def test_what_is_no_page_is_a_polite_404(asked: str) -> None:
    rate("old", "1400")
    assert Client().get(f"{URL}?page=1").status_code == 200
    response = Client().get(f"{URL}?page={asked}")
    assert response.status_code == 404
    assert "page" in response.content.decode()


@pytest.mark.parametrize("variant", ["chess", "Backgammon", "backgammon%00", "%ff", "x" * 3000])
def test_an_unknown_variant_is_a_404(variant: str) -> None:
    assert Client().get(URL).status_code == 200
    response = Client().get(f"/leaderboards/{variant}/")
    assert response.status_code == 404
    assert "Go to the home page" in response.content.decode()


def count_queries(client: Client, url: str) -> int:
    with connection.execute_wrapper(counter := QueryCounter()):
        assert client.get(url).status_code == 200
    return counter.queries


class QueryCounter:
    queries = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.queries += 1
        return execute(sql, params, many, context)


def test_queries_do_not_grow_with_the_players_or_the_page() -> None:
    client = rate("me", "1500")
    client.get(URL)  # the session is in the cache from here on
    few = count_queries(client, URL)
    fill(400, chance=random.Random(3))
    assert count_queries(client, URL) == few
    assert count_queries(client, f"{URL}?page=8") == few
    assert few <= 8 + SESSION_QUERIES


def plan_of(queryset: Any) -> str:
    """How the database would answer, with every excuse for reading whole tables taken away."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_bitmapscan = off")
    return str(queryset.explain())


def test_pages_and_ranks_are_read_from_the_index_in_its_order() -> None:
    fill(300, chance=random.Random(4))
    rows = listed(VARIANT).filter(rating__lt=1501)[:PAGE_SIZE]
    within = band(VARIANT, Decimal(1500)).filter(rating__gt=1500)
    for query in (rows, within):
        plan = plan_of(query)
        assert "rating_order" in plan, plan
        assert "TEMP B-TREE" not in plan, plan
        assert "Sort" not in plan, plan
        assert "SCAN games_rating" not in plan, plan
