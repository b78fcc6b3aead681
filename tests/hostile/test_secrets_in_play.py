"""A match is played with the server's own dice, and things fail meanwhile: nothing that leaves the server tells of dice
to come, not even the page on which developers see the variables of what has failed.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from operator import truediv
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.db import connection
from django.test import Client
from pytest_django import Settings

from games.models import Game, Match
from games.rules.game import Phase, Seat
from games.rules.notation import format_play
from games.rules.snapshot import from_json
from games.services.dice import _kept_link
from tests.hostile.needles import Needle, found, hidden
from tests.hostile.test_secrets import Ear
from tests.live.viewing import Viewer, communicator, in_thread, opens, session_of
from tests.matches.exchanging import MINE, YOURS, commitment_to
from tests.people import make_user

Ask = Callable[[], Any]


class Play:
    """A match of two browsers, who have drawn their secrets themselves or not."""

    def __init__(self, *, by_browsers: bool) -> None:
        cache.clear()
        self.people = {Seat.BLACK: make_user("host"), Seat.WHITE: make_user("friend")}
        self.clients = {seat: Client(raise_request_exception=False) for seat in Seat}
        for seat, client in self.clients.items():
            client.force_login(self.people[seat])
        host, friend = self.clients[Seat.BLACK], self.clients[Seat.WHITE]
        form = {"kind": "match", "length": "3", "seat": "black", "visibility": "public"}
        self.begun = [host.post("/matches/new/", form | ({"browser_dice": "on"} if by_browsers else {}))]
        match = Match.objects.get()
        self.path, self.pk = f"/matches/{match.public_id}/", match.pk
        if by_browsers:
            said = {"commitment": commitment_to(match, MINE, "black")}
            self.begun.append(host.post(f"{self.path}dice/exchange/", said))
        self.before = self.hidden()
        self.begun.append(friend.get(f"{self.path}join/"))
        self.begun.append(friend.post(f"{self.path}join/", {"secret": YOURS} if by_browsers else {}))
        if by_browsers:
            self.begun += [client.get(self.path) for client in (host, friend)]
            self.begun.append(host.post(f"{self.path}dice/exchange/", {"secret": MINE}))
        assert self.match.status == "playing"

    @property
    def match(self) -> Match:
        return Match.objects.get(pk=self.pk)

    def hidden(self) -> list[Needle]:
        return list(hidden(self.match))

    def command(self, kind: str, **fields: str) -> Ask:
        """A command of whoever is to act, ready to be sent over HTTP."""
        state = from_json(Game.objects.filter(match=self.pk).latest("number").state)
        form = {"version": str(self.match.version), "kind": kind, **fields}
        return partial(self.clients[state.to_act or Seat.WHITE].post, f"{self.path}moves/", form)

    def do(self, kind: str, **fields: str) -> Any:
        """A command of whoever is to act; its answer."""
        return self.command(kind, **fields)()

    def go_on(self) -> Any:
        """Roll, or play the first of what may be played."""
        state = from_json(Game.objects.filter(match=self.pk).latest("number").state)
        if state.phase == Phase.TO_ROLL:
            return self.do("roll")
        legal = state.legal()
        return self.do("play", play=format_play(legal.play_for(legal.results[0])))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("by_browsers", [True, False])
def test_no_answer_and_no_frame_of_a_match_tells(by_browsers: bool, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        async_to_sync(play_and_listen)(by_browsers, caplog)


async def play_and_listen(by_browsers: bool, caplog: pytest.LogCaptureFixture) -> None:
    play = await in_thread(Play)(by_browsers=by_browsers)
    ear = Ear()
    for answer in play.begun:
        ear.answer("the exchange", answer)
    assert found(ear.said, [each for each in play.before if each[0].startswith(("link", "the key"))]) == []
    if by_browsers:
        assert found(ear.said, [("the joiner's", bytes.fromhex(YOURS))])

    class Heard(Viewer):
        def _note(self, frame: str) -> None:
            ear.said.append(("a socket", frame.encode()))
            super()._note(frame)

    sockets = []
    public_id = (await in_thread(lambda: play.match)()).public_id
    for user in [*play.people.values(), None]:
        socket = communicator(public_id, session=await in_thread(session_of)(user) if user else "")
        assert await opens(socket)
        sockets.append(Heard(socket))

    async def step(what: str, act: Callable[[], Any]) -> None:
        ear.answer(what, await in_thread(act)())
        match = await in_thread(lambda: play.match)()
        for viewer in sockets:
            await viewer.sees(match.version)
        for path in (play.path, f"{play.path}record.json", f"{play.path}dice/"):
            ear.answer(path, await in_thread(Client().get)(path))
        ear.said.append(("the log", caplog.text.encode()))
        assert found(ear.said, await in_thread(play.hidden)()) == [], what

    for _ in range(6):
        await step("a move", play.go_on)
    links = {what: link for what, link in await in_thread(play.hidden)() if what.startswith("link")}
    ear.said.clear()
    await step("the end of a game", lambda: play.do("resign", level="3"))
    if (await in_thread(lambda: play.match)()).status == "playing":
        await step("the next game", lambda: play.do("next"))
        await step("a move of the next game", play.go_on)
    # The link of the game that is over is there to be found, in the record at least; those to come are not.
    assert found(ear.said, [("it", links.pop("link 1 of 5"))])
    assert links
    assert found(ear.said, links.items()) == []
    for viewer in sockets:
        await viewer.leave()


# When something fails


@contextmanager
def failing_at(number: int, how: str) -> Iterator[list[str]]:
    """The connection is gone at the statement with this number, or that is wrong; gives the statements."""
    statements: list[str] = []

    def execute(go_on: Callable[..., Any], *of: Any) -> Any:
        statements.append(of[0])
        if len(statements) == number + 1:
            if how == "gone":
                connection.connection.close()
            else:
                of = (f"WRONG {of[0]}", *of[1:])
        given = iter(of)
        del of  # this function stands on the page as well
        return go_on(*given)

    with connection.execute_wrapper(execute):
        yield statements
    if len(statements) > number:
        connection.close()


WAYS: dict[str, Callable[[Play], Ask]] = {
    "a roll": lambda play: play.command("roll"),
    "the end of a game": lambda play: play.command("resign", level="3"),
    "the end of a match": lambda play: play.command("resign", level="match"),
    "a new match": lambda play: partial(play.clients[Seat.WHITE].post, "/matches/new/", {"kind": "match", "length": 3}),
    "a look": lambda play: partial(play.clients[Seat.WHITE].get, play.path),
    "the record": lambda play: partial(play.clients[Seat.WHITE].get, f"{play.path}record.json"),
}


@pytest.fixture
def play() -> Play:
    """A match in which somebody is to roll."""
    play = Play(by_browsers=False)
    while from_json(Game.objects.get(match=play.pk).state).phase != Phase.TO_ROLL:
        assert play.go_on().status_code in (200, 303)
    return play


@pytest.mark.data
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("debug", "how"), [(True, "wrong"), (False, "wrong"), (False, "gone")])
@pytest.mark.parametrize("way", WAYS)
def test_a_database_that_fails_at_any_statement_makes_no_page_tell(
    play: Play, way: str, debug: bool, how: str, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.DEBUG = debug
    needles, ear, number = play.hidden(), Ear(), 0
    while True:
        _kept_link.cache_clear()
        ask = WAYS[way](play)
        with failing_at(number, how) as statements:
            answer = ask()
        if len(statements) <= number:
            break
        ear.answer(f"{way}, {statements[number]}", answer)
        number += 1
    assert number > 3
    assert any("Traceback" in text.decode() for _, text in ear.said) is debug
    ear.said.append(("the log", caplog.text.encode()))
    assert found(ear.said, needles) == []


@pytest.mark.django_db
@pytest.mark.parametrize("debug", [True, False])
@pytest.mark.parametrize(
    "name",
    [
        *(f"games.services.dice.{name}" for name in ("creator_seat", "link_of", "game_key", "roll")),
        *(f"games.rules.dice_chain.{name}" for name in ("_message", "_stream", "dice_from_bytes")),
        "games.models.DiceSecret.from_db",
    ],
)
def test_what_fails_where_dice_are_made_tells_nothing(
    play: Play, name: str, debug: bool, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With secrets among the variables of the functions on the way there."""
    settings.DEBUG = debug
    needles, ear = play.hidden(), Ear()
    _kept_link.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(name, truediv)  # refuses whatever it is given, has no frame, and says no value
        answer = play.do("roll")
    assert answer.status_code == 500
    assert (b"TypeError" in answer.content) is debug
    ear.answer("a roll that failed", answer)
    assert found(ear.said, needles) == []
