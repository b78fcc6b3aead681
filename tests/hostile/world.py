"""A small site with everything in it that somebody could try to get at: people of all kinds, matches in all states."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from django.contrib.auth import get_user_model
from django.test import Client

from accounts.models import User
from games.commands import Command
from games.models import Match
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.matches import cancel_match, commit_secret, create_match, join_match
from games.services.moves import perform
from tests.matches.exchanging import MINE, YOURS, commitment_to

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
PASSWORD = "three quiet otters"
UNKNOWN_ID = "AAAAAAAAAAAAAAAA"
UNKNOWN_TOKEN = "AAAAAAAAAAAAAAAAAAAAAA"
# An aborted one was taken back before anybody joined, one that is called off had two players.
STATES = ("open", "waiting", "playing", "over", "aborted", "called_off")
VISIBILITIES = ("public", "link")
ENDED_BY = {"over": ("resign", "match"), "called_off": ("abort",)}
# Who asks. The seat is White's, and White made the match; the opponent has joined it, or holds the invitation.
# A spectator was given the match's address; a stranger knows only what lists show.
ROLES = ("seat", "opponent", "spectator", "stranger", "guest", "visitor", "staff")


@dataclass
class World:
    """People by role (a visitor is nobody), and matches by state and visibility: `matches["open", "link"]`."""

    people: dict[str, User] = field(default_factory=dict)
    matches: dict[tuple[str, str], Match] = field(default_factory=dict)

    def browser(self, role: str) -> Client:
        """A browser in which this person is logged in."""
        client = Client()
        if role in self.people:
            client.force_login(self.people[role])
        return client

    def session(self, role: str) -> str:
        """The session of this person; none for a visitor."""
        cookie = self.browser(role).cookies.get("sessionid")
        return cookie.value if cookie else ""

    def names(self) -> Iterator[tuple[str, str]]:
        """What stands for `{...}` in the addresses of a table."""
        yield "unknown", UNKNOWN_ID
        yield "wrong_token", UNKNOWN_TOKEN
        for (state, visibility), match in self.matches.items():
            yield f"{state}_{visibility}", match.public_id
            yield f"{state}_{visibility}_token", match.invite_token


def build_world() -> World:
    """The same site every time, but for ids and secrets."""
    world = World()
    for role in ROLES:
        if role != "visitor":
            world.people[role] = make_person(role)
    for state in STATES:
        for visibility in VISIBILITIES:
            world.matches[state, visibility] = make_match(world, state, public=visibility == "public")
    return world


def make_person(role: str) -> User:
    """Somebody with a password; a guest has none."""
    user = get_user_model()(
        username="Guest-Heron-4821" if role == "guest" else f"the-{role}",
        is_guest=role == "guest",
        is_staff=role == "staff",
        is_superuser=role == "staff",
    )
    if role == "guest":
        user.set_unusable_password()
    else:
        user.set_password(PASSWORD)
    user.save()
    return user


def make_match(world: World, state: str, *, public: bool) -> Match:
    """A match of the seat and the opponent. Where it is played, White has to answer a 3-1.

    Where it waits, it is for White's own secret, MINE; the server has drawn that of the others.
    """
    white, black = world.people["seat"], world.people["opponent"]
    terms, waits = MatchTerms("backgammon", 3), state == "waiting"
    match = create_match(white, terms, rated=False, public=public, seat=Seat.WHITE, now=NOON, server_draws=not waits)
    if waits:
        commit_secret(white, match.public_id, commitment_to(match, MINE, "white"), now=NOON)
    if state == "aborted":
        return cancel_match(white, match.public_id, now=NOON)
    if state == "open":
        return match
    secret = YOURS if waits else None
    match = join_match(black, match.public_id, match.invite_token, now=NOON, roll_dice=opening, secret=secret)
    if state in ENDED_BY:
        end = Command(*ENDED_BY[state])
        match = perform(white, match.public_id, match.version, end, now=NOON, roll_dice=opening).access.match
    return match


def opening(*_: object) -> tuple[int, int]:
    """The roll of every opening here."""
    return (3, 1)
