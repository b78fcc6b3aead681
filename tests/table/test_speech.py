"""The speech of a whole match, typed word by word, equals a transcript written by hand (speech.txt)."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.rules.game import Seat
from games.services.matches import commit_secret, create_match
from tests.dice import ScriptedDice
from tests.matches.exchanging import MINE, TERMS, commitment_to, join, reveal
from tests.people import make_user
from tests.playing import NOON, Table
from tests.presenters.tables import Markup

pytestmark = [pytest.mark.django_db, pytest.mark.data]

TRANSCRIPT = Path(__file__).with_name("speech.txt").read_text()
SCENE = re.compile(r"> (\w+): (.+?)(?:, (\d)-(\d))?\nAna +(.+)\nBob +(.+)\n\* +(.+)\n")
NOTHING = "-"


class Listener:
    """Somebody with a screen reader on the page of a table: what its status line says after each swap."""

    def __init__(self, client: Client, url: str) -> None:
        self.client, self.url = client, url
        self.version = -1

    def hears_frame(self) -> str:
        """What the newest frame says; one that is not newer is dropped by the page."""
        table = self._look()
        if int(table["data-version"] or 0) == self.version:
            return NOTHING
        return self._say(table)

    def types(self, text: str) -> str:
        table = self._look()
        fields = {"version": table["data-version"], "text": text, "draft": self.draft, "lead": ""}
        response = self.client.post(f"{self.url}moves/", fields, headers={"HX-Request": "true"})
        assert response.status_code == 200, response.content.decode()
        markup = Markup(response.content.decode())
        self.draft = next(iter(_drafts(markup)), "")
        return self._say(markup.with_id("table"))

    draft = ""

    def _look(self) -> dict[str, str | None]:
        return Markup(self.client.get(self.url, headers={"HX-Request": "true"}).content.decode()).with_id("table")

    def _say(self, table: dict[str, str | None]) -> str:
        self.version = int(table["data-version"] or 0)
        return table["data-say"] or ""


def _drafts(markup: Markup) -> Iterator[str]:
    """What the fragment makes the box send beside the next line."""
    for tag, each in markup.elements:
        if tag == "input" and each.get("form") == "notation" and each.get("name") == "draft":
            yield each["value"] or ""


def test_a_match_is_heard_as_it_is_written(begin: Callable[..., Table], dice: ScriptedDice) -> None:
    scenes = SCENE.findall(TRANSCRIPT)
    assert len(scenes) == TRANSCRIPT.count("\n> ")
    table = begin(names=("Ana", "Bob"), opening=tuple(map(int, scenes[0][2:4])))
    url = f"/matches/{table.match.public_id}/"
    people: dict[str, Any] = {"Ana": Client(), "Bob": Client(), "*": Client()}
    people["Ana"].force_login(table.people[Seat.WHITE])
    people["Bob"].force_login(table.people[Seat.BLACK])
    listeners = {name: Listener(client, url) for name, client in people.items()}
    heard = [(*scenes[0][:4], *(each.hears_frame() for each in listeners.values()))]
    for name, text, first, second, *_ in scenes[1:]:
        if first:
            dice.script((int(first), int(second)))
        own = listeners[name].types(text)
        heard.append(
            (
                name,
                text,
                first,
                second,
                *(own if key == name else each.hears_frame() for key, each in listeners.items()),
            )
        )
    assert heard == scenes
    table.match.refresh_from_db()
    assert (table.match.status, table.match.white_score, table.match.black_score) == ("over", 5, 0)


def test_nobody_hears_the_same_twice_running() -> None:
    for column in (4, 5, 6):
        said = [scene[column] for scene in SCENE.findall(TRANSCRIPT) if scene[column] != NOTHING]
        assert not [(one, two) for one, two in pairwise(said) if one == two]


def test_a_match_of_two_browsers_is_heard_from_its_beginning(dice: ScriptedDice) -> None:
    """Ana has made it and waits; Bob sits down; her browser reveals its secret."""
    people = {"Ana": make_user("Ana"), "Bob": make_user("Bob")}
    match = create_match(people["Ana"], TERMS, rated=False, public=True, seat=Seat.WHITE, now=NOON, server_draws=False)
    clients = {name: Client() for name in (*people, "*")}
    for name, user in people.items():
        clients[name].force_login(user)
    listeners = [Listener(client, f"/matches/{match.public_id}/") for client in clients.values()]

    def heard() -> list[str]:
        return [each.hears_frame() for each in listeners]

    assert heard() == ["Waiting for an opponent."] * 3
    commit_secret(people["Ana"], match.public_id, commitment_to(match, MINE, "white"), now=NOON)
    assert heard() == [NOTHING] * 3
    join(match, people["Bob"], dice)
    assert heard() == [
        "Bob has joined. Your browser reveals its secret for the dice. The match starts by itself then.",
        "Waiting for Ana’s browser to reveal its secret. The match starts by itself then.",
        "Waiting for Ana’s browser to reveal its secret. The match starts by itself then.",
    ]
    dice.script((6, 2))
    reveal(match, people["Ana"], dice)
    assert heard() == [
        "Game 1. Opening roll: you 6, Bob 2. You go first. Your turn: play.",
        "Game 1. Opening roll: you 2, Ana 6. Ana goes first.",
        "Game 1. Opening roll: Ana 6, Bob 2. Ana goes first.",
    ]
