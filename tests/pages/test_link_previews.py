"""What a chat program shows beside a link: titles, sentences and pictures, at addresses that work from anywhere."""

import re
from html import unescape
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import pytest
import segno
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from games.commands import Command
from games.models import Match, Rating
from games.presenters.challenges import invitation_view
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import cancel_match, create_match
from games.services.moves import perform
from tests.dice import ScriptedDice
from tests.playing import NOON

pytestmark = pytest.mark.django_db


def preview_of(url: str, **more: Any) -> dict[str, str]:
    response = Client().get(url, **more)
    assert response.status_code == 200
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', response.content.decode())
    return {name: unescape(content) for name, content in found}


def assert_is_picture(address: str) -> None:
    """The address leads to a picture of the right size, on this site."""
    parts = urlsplit(address)
    assert (parts.scheme, parts.netloc) == ("http", "testserver")
    response = Client().get(f"{parts.path}?{parts.query}")
    assert response["Content-Type"] == "image/png"
    assert "immutable" in response["Cache-Control"] or "positions" in address


def test_the_home_page_says_what_this_is() -> None:
    said = preview_of("/")
    assert said["og:title"] == "Backgammon with a friend"
    assert said["og:url"] == "http://testserver/"
    assert "without an account" in said["og:description"]
    assert said["description"] == said["og:description"]
    assert (said["og:image:width"], said["og:image:height"]) == ("1200", "630")
    assert said["twitter:card"] == "summary_large_image"
    assert said["og:image:alt"]
    assert_is_picture(said["og:image"])


def test_an_invitation_says_who_invites_to_what(match: Match) -> None:
    path = f"/matches/{match.public_id}/join/{match.invite_token}/"
    said = preview_of(path)
    assert said["og:title"] == "host invites you to Backgammon"
    assert said["og:description"].startswith("Backgammon, 3-point match, unrated. No clock.")
    assert said["og:url"] == f"http://testserver{path}"
    assert said["og:image"] == f"http://testserver/matches/{match.public_id}/board.png?v={match.version}"
    assert_is_picture(said["og:image"])


def test_a_rated_invitation_says_that_it_needs_an_account(host: User) -> None:
    match = create_match(host, MatchTerms("backgammon", 3), rated=True, public=False, seat=Seat.WHITE, now=NOON)
    said = preview_of(f"/matches/{match.public_id}/join/{match.invite_token}/")
    assert "log in to play" in said["og:description"]


def test_a_match_says_how_it_stands_and_how_it_ended(begun: Match, host: User, dice: ScriptedDice) -> None:
    path = f"/matches/{begun.public_id}/"
    Match.objects.filter(pk=begun.pk).update(black_score=1)
    live = preview_of(path)
    assert live["og:title"] == "host – friend"
    assert live["og:description"] == "Backgammon, 3-point match. It stands 0–1: watch it live."
    assert_is_picture(live["og:image"])
    perform(host, begun.public_id, begun.version, Command("resign", "match"), now=NOON, roll_dice=dice)
    over = preview_of(path)
    assert over["og:description"] == "Backgammon, 3-point match. friend has won, 0–3."
    assert over["og:image"] != live["og:image"]
    assert_is_picture(over["og:image"])


def test_a_match_that_has_not_begun_or_never_will_says_so(match: Match, host: User) -> None:
    path = f"/matches/{match.public_id}/"
    assert "not begun yet" in preview_of(path)["og:description"]
    cancel_match(host, match.public_id, now=NOON)
    assert "called off" in preview_of(path)["og:description"]


def test_a_profile_says_how_somebody_plays(host: User) -> None:
    assert preview_of("/@host/")["og:description"] == "No match finished yet"
    Rating.objects.create(user=host, variant="backgammon", rating=1612, experience=9, matches=3, won=2)
    said = preview_of("/@host/")
    assert said["og:title"] == "host"
    assert said["og:description"].startswith("Backgammon: 1612.00. ")
    assert_is_picture(said["og:image"])


def test_behind_a_proxy_addresses_are_those_of_the_proxy(settings: Settings) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.ALLOWED_HOSTS = ["play.example"]
    said = preview_of("/", HTTP_HOST="play.example", HTTP_X_FORWARDED_PROTO="https")
    assert said["og:url"] == "https://play.example/"
    assert said["og:image"].startswith("https://play.example/positions/")


def test_names_cannot_break_out_of_a_preview(host: User) -> None:
    User.objects.filter(pk=host.pk).update(username='a"><b>')
    match = create_match(host, MatchTerms("backgammon", 3), rated=False, public=False, seat=Seat.WHITE, now=NOON)
    match.refresh_from_db()
    page = Client().get(f"/matches/{match.public_id}/").content.decode()
    assert "<b>" not in page.partition("</head>")[0]
    assert 'a"><b>' in preview_of(f"/matches/{match.public_id}/")["og:title"]


def test_the_qr_code_holds_the_invitation() -> None:
    """Module by module that of the address, dark on light, with the quiet rim that readers need."""
    url = "https://play.example/matches/AAAAAAAAAAAAAAAA/join/BBBBBBBBBBBBBBBBBBBBBB/"
    drawn = invitation_view(invite_url=url, watch_url="x", public=False).qr
    expected, other = (BytesIO(), BytesIO())
    segno.make_qr(url, error="m").save(expected, kind="svg", border=4, xmldecl=False)
    segno.make_qr(url.replace("A", "C"), error="m").save(other, kind="svg", border=4, xmldecl=False)
    modules = re.search(r' d="(M[^"]*)" *(?:class|stroke|/)', expected.getvalue().decode())
    lines = re.findall(r' d="(M[^"]*)"', drawn)
    assert modules
    assert modules[1] in lines
    assert modules[1] not in re.findall(r' d="(M[^"]*)"', other.getvalue().decode())
    assert 'fill="#fff"' in drawn
