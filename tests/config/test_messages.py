"""Messages to visitors: each is shown on the next page that shows any, and once."""

import pytest
from django.test import Client

from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import create_match
from tests.people import make_user
from tests.playing import NOON

SENTENCE = "Your challenge is cancelled"


@pytest.mark.django_db
def test_message_waits_for_a_page_and_is_shown_once() -> None:
    host, client = make_user("host"), Client()
    client.force_login(host)
    terms = MatchTerms("backgammon", 3)
    match = create_match(host, terms, rated=False, public=True, seat=Seat.WHITE, now=NOON)
    client.post(f"/matches/{match.public_id}/cancel/")
    client.get("/robots.txt")
    assert [SENTENCE in client.get("/").content.decode() for _ in range(2)] == [True, False]
