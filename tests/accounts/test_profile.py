"""Profiles: who somebody is, and what of his matches one may see."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Match, Rating
from games.rules.game import Seat
from games.selectors.people import RECENT
from tests.people import make_user
from tests.sessions import SESSION_QUERIES

pytestmark = [pytest.mark.django_db, pytest.mark.data]
NOON = datetime(2026, 5, 3, 12, tzinfo=UTC)


@pytest.fixture
def ann() -> User:
    return make_user("Ann")


@pytest.fixture
def ben() -> User:
    return make_user("Ben")


def played(white: User, black: User, score: tuple[int, int] = (5, 3), **more: Any) -> Match:
    """A 5-point match that has been played; a link-only or unfinished one on demand."""
    white_score, black_score = score
    winner = "" if max(score) < 5 else Seat.WHITE if white_score > black_score else Seat.BLACK
    facts: dict[str, Any] = {
        "length": 5,
        "crawford": True,
        "cube": True,
        "jacoby": False,
        "rated": False,
        "visibility": Match.Visibility.PUBLIC,
        "status": Match.Status.OVER,
        "winner": winner,
        "created_at": NOON,
        "ended_at": NOON + timedelta(hours=1),
    }
    return Match.objects.create(
        white=white, black=black, creator=white, white_score=white_score, black_score=black_score, **facts | more
    )


def text_of(client: Client, name: str) -> str:
    """The words of a profile page."""
    response = client.get(f"/@{quote(name)}/")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_profile_of_a_registered_user(client: Client, ann: User) -> None:
    User.objects.update(date_joined=NOON)
    page = text_of(client, "Ann")
    assert "<h1><bdi>Ann</bdi></h1>" in page
    assert "Here since May 3, 2026" in page
    assert "No match finished yet" in page
    assert "No rated match yet." in page
    assert "Change password" not in page


def test_profile_of_a_guest_says_so(client: Client) -> None:
    make_user("Guest-Heron-4821", is_guest=True)
    page = text_of(client, "Guest-Heron-4821")
    assert '<span class="badge">guest</span>' in page
    assert "Guests play unrated matches." in page


def test_profile_of_ones_own_leads_to_password_and_address(client: Client, ann: User) -> None:
    client.force_login(ann)
    page = text_of(client, "Ann")
    assert 'href="/accounts/password/change/"' in page
    assert 'href="/accounts/email/"' in page


def test_profile_of_a_guests_own_leads_to_sign_up(client: Client) -> None:
    client.force_login(make_user("Guest-Heron-4821", is_guest=True))
    page = text_of(client, "Guest-Heron-4821")
    assert 'href="/accounts/signup/"' in page
    assert 'href="/accounts/password/change/"' not in page


@pytest.mark.parametrize("typed", ["ann", "ANN", "aNN"])
def test_profile_in_another_case_leads_to_the_name_as_it_is(client: Client, ann: User, typed: str) -> None:
    assert client.get(f"/@{typed}/")["Location"] == "/@Ann/"


@pytest.mark.parametrize("name", ["nobody", "a-nn", "", "nul\x00", "x" * 500, "\u202eAnn", "%FF", "Ann/"])
def test_profile_of_nobody_is_404(client: Client, ann: User, name: str) -> None:
    assert client.get(f"/@{quote(name)}/").status_code == 404
    assert client.get("/@Ann/").status_code == 200


def test_profile_in_any_alphabet(client: Client) -> None:
    make_user("Łukasz")
    assert "<bdi>Łukasz</bdi>" in text_of(client, "Łukasz")
    assert client.get(f"/@{quote('łukasz')}/")["Location"] == f"/@{quote('Łukasz')}/"


def test_profile_takes_no_post(client: Client, ann: User) -> None:
    assert client.post("/@Ann/").status_code == 405


def test_profile_lists_ratings_per_variant(client: Client, ann: User) -> None:
    Rating.objects.create(user=ann, variant="backgammon", rating=Decimal("1623.4"), experience=87, matches=14, won=9)
    page = text_of(client, "Ann")
    assert '<h3>Backgammon</h3> <p class="figures">1623.40</p>' in page
    assert "9 won of 14 rated matches<br>Experience 87" in page
    assert "Acey-Deucey" not in page
    Rating.objects.create(user=ann, variant="acey-deucey", rating=Decimal("1480"), experience=3, matches=1, won=0)
    page = text_of(client, "Ann")
    assert '<h3>Backgammon</h3> <p class="figures">1623.40</p>' in page
    assert '<h3>Acey-Deucey</h3> <p class="figures">1480.00</p>' in page


def test_profile_counts_what_was_won_and_lost(client: Client, ann: User, ben: User) -> None:
    played(ann, ben, (5, 3))
    played(ben, ann, (2, 5))
    played(ann, ben, (1, 5))
    played(ann, ben, (3, 3), status=Match.Status.PLAYING, ended_at=None)
    played(ann, ben, (2, 2), length=0)  # a session left level
    played(ann, ben, (0, 0), status=Match.Status.ABORTED)
    assert "3 matches finished: 2 won, 1 lost" in text_of(client, "Ann")
    assert "3 matches finished: 1 won, 2 lost" in text_of(client, "Ben")


def test_profile_tells_a_match_from_its_owners_side(client: Client, ann: User, ben: User) -> None:
    match = played(ben, ann, (2, 7), rated=True)
    (row,) = client.get("/@Ann/").context["profile"].matches
    assert (row.url, row.opponent, row.opponent_url) == (f"/matches/{match.public_id}/", "Ben", "/@Ben/")
    assert (row.score, row.outcome, row.terms, row.rated) == ("5–2", "won", "Backgammon, 5-point match", True)
    assert row.when == NOON + timedelta(hours=1)
    (row,) = client.get("/@Ben/").context["profile"].matches
    assert (row.score, row.outcome) == ("2–5", "lost")


@pytest.mark.parametrize(
    ("more", "outcome", "terms"),
    [
        ({"status": Match.Status.PLAYING, "ended_at": None}, "in play", "Backgammon, 5-point match"),
        ({"length": 0}, "level", "Backgammon, session"),
        ({"length": 0, "variant": "acey-deucey", "options": "count"}, "level", "Acey-Deucey, session"),
    ],
)
def test_profile_tells_matches_without_a_winner(
    client: Client, ann: User, ben: User, more: dict[str, Any], outcome: str, terms: str
) -> None:
    played(ann, ben, (2, 2), **more)
    (row,) = client.get("/@Ann/").context["profile"].matches
    assert (row.score, row.outcome, row.terms) == ("2–2", outcome, terms)


def test_profile_leaves_out_challenges_and_cancelled_matches(client: Client, ann: User, ben: User) -> None:
    played(ann, ben, (0, 0), status=Match.Status.ABORTED)
    played(ann, ben, (0, 0), status=Match.Status.OPEN)
    assert client.get("/@Ann/").context["profile"].matches == ()


def test_match_by_link_only_is_listed_for_its_players_alone(client: Client, ann: User, ben: User) -> None:
    match = played(ann, ben, visibility=Match.Visibility.LINK)
    stranger = make_user("Carl")
    for owner in ("Ann", "Ben"):
        for viewer, sees in ((None, False), (stranger, False), (ann, True), (ben, True)):
            client.logout()
            if viewer:
                client.force_login(viewer)
            assert (match.public_id in text_of(client, owner)) is sees, (owner, viewer)


def test_profile_lists_the_newest_matches_first_from_both_seats(client: Client, ann: User, ben: User) -> None:
    matches = [
        played(*((ann, ben) if number % 2 else (ben, ann)), created_at=NOON + timedelta(days=number))
        for number in range(RECENT + 3)
    ]
    rows = client.get("/@Ann/").context["profile"].matches
    assert [row.url for row in rows] == [f"/matches/{match.public_id}/" for match in reversed(matches[3:])]


@pytest.mark.parametrize("logged_in", [False, True])
def test_profile_costs_the_same_however_much_was_played(
    client: Client, ann: User, ben: User, django_assert_num_queries: DjangoAssertNumQueries, logged_in: bool
) -> None:
    if logged_in:
        client.force_login(ann)
        client.get("/")
    played(ann, ben)
    # person, record, ratings, matches by seat; the viewer, who is Ann, and the address she is written to
    queries = 5 + (2 + SESSION_QUERIES if logged_in else 0)
    with django_assert_num_queries(queries):
        text_of(client, "Ann")
    for number in range(30):
        played(*((ann, make_user(f"opp{number}")) if number % 2 else (ben, ann)))
    with django_assert_num_queries(queries):
        text_of(client, "Ann")
