"""Invitations: who sees what, who gets the seat, and everybody who does not."""

from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match, Rating
from games.rules.card import card
from games.rules.clock import PACES
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import cancel_match, create_match, join_match
from tests.dice import ScriptedDice
from tests.pages.conftest import LogIn
from tests.people import make_user
from tests.playing import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.data]


@pytest.fixture(autouse=True)
def opening(dice: ScriptedDice) -> None:
    """Whoever joins gets this opening roll; a second opening would fail the test."""
    dice.script((3, 1))


def invite(host: User, length: int = 5, *, rated: bool = False, public: bool = False, seat: Seat = Seat.WHITE) -> Match:
    return create_match(host, MatchTerms("backgammon", length), rated=rated, public=public, seat=seat, now=NOON)


def link(match: Match) -> str:
    return f"/matches/{match.public_id}/join/{match.invite_token}/"


def seats(match: Match) -> tuple[User | None, User | None]:
    match.refresh_from_db()
    return match.white, match.black


def test_the_page_says_who_invites_to_what_and_has_one_button(host: User) -> None:
    response = Client().get(link(invite(host, 7)))
    body = response.content.decode()
    assert response.status_code == 200
    for words in ("<bdi>host</bdi> invites you", "7-point match", "unrated", "You play Black.", "no account"):
        assert words in body
    assert body.count('<form method="post"') == 1
    assert "noindex" in body
    assert "no-store" in response["Cache-Control"]


def test_the_page_names_the_game_its_options_and_all_its_rules(host: User) -> None:
    terms = MatchTerms("acey-deucey", 3, options=("count",))
    match = create_match(host, terms, rated=False, public=False, seat=Seat.WHITE, now=NOON)
    body = unescape(Client().get(link(match)).content.decode())
    for words in ("invites you to Acey-Deucey", "Acey-Deucey, 3-point match", "a win is a point for each checker left"):
        assert words in body
    for section in card(terms, PACES["none"]):
        assert section.title in body
        for sentence in section.sentences:
            assert str(sentence) in body
    assert "Crawford" not in body


def test_the_page_says_how_much_time_there_is(host: User) -> None:
    match = invite(host, 3)
    Match.objects.filter(pk=match.pk).update(clock="slow")
    body = unescape(Client().get(link(match)).content.decode())
    assert "<li>Slow: 15 seconds a turn, then 12 minutes in all</li>" in body
    assert "a reserve of 12 min for the whole match" in body


def test_opening_the_link_takes_no_seat_and_makes_no_guest(host: User) -> None:
    match = invite(host)
    for _ in range(3):
        Client().get(link(match))
        Client().head(link(match))
    assert seats(match) == (host, None)
    assert list(User.objects.all()) == [host]


def test_a_visitor_who_presses_the_button_sits_down_as_a_guest(host: User) -> None:
    match = invite(host)
    client = Client()
    response = client.post(link(match))
    assert (response.status_code, response["Location"]) == (303, f"/matches/{match.public_id}/")
    white, black = seats(match)
    assert white == host
    assert black is not None
    assert black.is_guest
    assert match.status == "playing"
    assert client.session["_auth_user_id"] == str(black.pk)


def test_a_registered_user_sits_down_as_himself_and_may_press_twice(host: User, friend: User, log_in: LogIn) -> None:
    match, client = invite(host, seat=Seat.BLACK), log_in(friend)
    for _ in range(2):
        assert client.post(link(match)).status_code == 303
    assert seats(match) == (friend, host)
    assert client.get(link(match))["Location"] == f"/matches/{match.public_id}/"


def test_a_rated_invitation_shows_both_sides_stakes_and_seats_a_registered_user(
    host: User, friend: User, log_in: LogIn
) -> None:
    Rating.objects.create(user=friend, variant="backgammon", rating=1500, experience=400)
    match = invite(host, 1, rated=True)
    body = log_in(friend).get(link(match)).content.decode()
    mine, theirs = body.split("<tbody>")[1].split("</tr>")[:2]
    assert "+2.00" in mine
    assert "−2.00" in mine
    assert "+10.00" in theirs
    assert "−10.00" in theirs
    assert log_in(friend).post(link(match)).status_code == 303
    assert seats(match) == (host, friend)


def test_a_rated_invitation_sends_visitors_and_guests_to_log_in_and_back(
    host: User, friend: User, log_in: LogIn
) -> None:
    match = invite(host, rated=True)
    guest = make_user("Guest-Owl-1000", is_guest=True)
    for client in (Client(), log_in(guest)):
        page = client.get(link(match))
        assert page.status_code == 200
        refused = client.post(link(match))
        assert refused.status_code == 403
        assert "guests play unrated" in refused.content.decode()
        for body in (page.content.decode(), refused.content.decode()):
            body = body.replace("%2F", "/")
            assert f"/accounts/signup/?next={link(match)}" in body
            assert f"/accounts/login/?next={link(match)}" in body
    assert seats(match) == (host, None)
    assert User.objects.count() == 3, "who is refused does not become a guest"
    assert log_in(friend).post(link(match)).status_code == 303


def test_the_creator_is_told_that_it_is_his_own(host: User, friend: User, log_in: LogIn) -> None:
    match = invite(host)
    page = log_in(host).get(link(match))
    assert page.status_code == 200
    assert "your own invitation" in page.content.decode()
    assert f'href="/matches/{match.public_id}/"' in page.content.decode()
    refused = log_in(host).post(link(match))
    assert refused.status_code == 409
    assert "your own challenge" in refused.content.decode()
    assert f'href="/matches/{match.public_id}/"' in refused.content.decode()
    assert seats(match) == (host, None)
    assert log_in(friend).post(link(match)).status_code == 303


def test_a_full_match_can_only_be_watched(host: User, friend: User, log_in: LogIn) -> None:
    match = invite(host)
    assert log_in(friend).post(link(match)).status_code == 303
    for client in (Client(), log_in(make_user("third"))):
        for response in (client.get(link(match)), client.post(link(match))):
            assert response.status_code == 409
            assert "Both seats of this match are taken" in response.content.decode()
            assert f'href="/matches/{match.public_id}/"' in response.content.decode()
    assert seats(match) == (host, friend)


def test_a_cancelled_challenge_gives_no_seat(host: User, friend: User, log_in: LogIn) -> None:
    open_match, cancelled = invite(host), invite(host)
    cancel_match(host, cancelled.public_id, now=NOON)
    client = log_in(friend)
    for response in (client.get(link(cancelled)), client.post(link(cancelled))):
        assert response.status_code == 409
        assert "was cancelled" in response.content.decode()
    assert seats(cancelled) == (host, None)
    assert client.post(link(open_match)).status_code == 303


@pytest.mark.parametrize("token", ["A" * 22, "A" * 21, "A" * 23, "%00" * 22, "%ff" * 22, "é" * 22, "x" * 5000, "OTHER"])
def test_a_wrong_link_gives_no_seat(token: str, host: User, friend: User, log_in: LogIn) -> None:
    match, other = invite(host), invite(host)
    client = log_in(friend)
    wrong = f"/matches/{match.public_id}/join/{token.replace('OTHER', other.invite_token)}/"
    for response in (client.get(wrong), client.post(wrong)):
        assert response.status_code == 404
        assert "incomplete" in response.content.decode()
    assert seats(match) == (host, None)
    assert client.post(link(match)).status_code == 303


def test_the_watch_link_gives_no_seat(host: User, friend: User, log_in: LogIn) -> None:
    match, client = invite(host), log_in(friend)
    for response in (
        client.get(f"/matches/{match.public_id}/join/"),
        client.post(f"/matches/{match.public_id}/join/"),
    ):
        assert response.status_code == 404
    watching = client.get(f"/matches/{match.public_id}/")
    assert watching.status_code == 200
    assert match.invite_token not in watching.content.decode()
    assert seats(match) == (host, None)
    assert client.post(link(match)).status_code == 303


def test_a_challenge_in_the_lobby_needs_no_token(host: User) -> None:
    match, client = invite(host, public=True), Client()
    page = client.get(f"/matches/{match.public_id}/join/")
    assert "<bdi>host</bdi> invites you" in page.content.decode()
    assert client.post(f"/matches/{match.public_id}/join/").status_code == 303
    assert seats(match)[1] is not None


def test_no_match_of_this_id_is_a_404(host: User) -> None:
    for path in ("join/", f"join/{'A' * 22}/", "", "cancel/", "rematch/"):
        for method in ("get", "post"):
            response = getattr(Client(), method)(f"/matches/{'A' * 16}/{path}")
            assert response.status_code in (404, 405)
            assert "Go to the home page" in response.content.decode()


def test_the_creator_gets_both_links_a_qr_code_and_a_cancel_button(host: User, friend: User, log_in: LogIn) -> None:
    match = invite(host)
    body = log_in(host).get(f"/matches/{match.public_id}/").content.decode()
    assert f'value="http://testserver{link(match)}"' in body
    assert f'value="http://testserver/matches/{match.public_id}/"' in body
    assert 'data-copy="invite-url"' in body
    assert "<svg viewBox" in body
    assert f'action="/matches/{match.public_id}/cancel/"' in body
    assert " style=" not in body
    assert "invite-url" not in log_in(friend).get(f"/matches/{match.public_id}/").content.decode()


def test_only_the_creator_cancels_and_twice_is_once(host: User, friend: User, log_in: LogIn) -> None:
    match = invite(host)
    url = f"/matches/{match.public_id}/cancel/"
    for client in (Client(), log_in(friend)):
        response = client.post(url)
        assert response.status_code == 403
        assert "only its two players" in response.content.decode()
    match.refresh_from_db()
    assert match.status == "open"
    client = log_in(host)
    for _ in range(2):
        response = client.post(url)
        assert (response.status_code, response["Location"]) == (303, "/")
    match.refresh_from_db()
    assert match.status == "aborted"
    assert "Your challenge is cancelled" in client.get("/").content.decode()


def test_a_match_that_has_begun_cannot_be_cancelled(host: User, friend: User, log_in: LogIn) -> None:
    match = invite(host)
    assert log_in(friend).post(link(match)).status_code == 303
    response = log_in(host).post(f"/matches/{match.public_id}/cancel/")
    assert response.status_code == 409
    assert seats(match) == (host, friend)
    assert match.status == "playing"


def test_addresses_of_buttons_are_not_pages(host: User, log_in: LogIn) -> None:
    match, client = invite(host), log_in(host)
    for name in ("cancel", "rematch"):
        response = client.get(f"/matches/{match.public_id}/{name}/")
        assert (response.status_code, response["Allow"]) == (405, "POST")
        assert "Nothing has been changed" in response.content.decode()
    match.refresh_from_db()
    assert match.status == "open"
    assert client.post(f"/matches/{match.public_id}/cancel/").status_code == 303


def test_a_rematch_is_asked_for_and_accepted_with_the_same_button(
    host: User, friend: User, log_in: LogIn, dice: ScriptedDice
) -> None:
    match = invite(host, 3)
    join_match(friend, match.public_id, match.invite_token, now=NOON, roll_dice=dice)
    url = f"/matches/{match.public_id}/rematch/"
    too_early = log_in(host).post(url)
    assert too_early.status_code == 409
    match.refresh_from_db()
    moves = f"/matches/{match.public_id}/moves/"
    log_in(host).post(moves, {"version": match.version, "kind": "resign", "level": "match"})
    assert log_in(make_user("third")).post(url).status_code == 403
    assert Client().post(url).status_code == 403
    asked = log_in(friend).post(url)
    dice.script((6, 2))
    accepted = log_in(host).post(url)
    assert asked.status_code == accepted.status_code == 303
    assert asked["Location"] == accepted["Location"]
    new = Match.objects.get(rematch_of=match)
    assert (new.status, new.length, new.white_score, new.black_score) == ("playing", 3, 0, 0)
    assert seats(new) == (host, friend)
