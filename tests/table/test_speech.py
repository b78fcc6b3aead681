"""The speech of a whole match, typed word by word, equals a transcript written by hand (speech.txt)."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.rules.game import Seat
from tests.dice import ScriptedDice
from tests.playing import Table
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
