"""The help page names every word that can be typed and every key of the board, so that none is a secret."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

from games.models import Match
from games.presenters.reading import ANSWERS
from games.typed import COMMANDS, CONFIRM, LEVELS, UNDO
from tests.programs import ROOT

pytestmark = pytest.mark.django_db

KEY_NAMES = {"Escape": "Esc", "U": "u"}


def keys_and_words() -> set[str]:
    page = Client().get("/help/").content.decode()
    return {unescape(word) for word in re.findall(r"<kbd>([^<]+)</kbd>", page)}


def test_every_word_is_explained() -> None:
    words = {*ANSWERS, *COMMANDS, *CONFIRM, *UNDO, "start over", "resign", "choose 5", "13"}
    assert words - keys_and_words() == set()
    page = Client().get("/help/").content.decode()
    assert all(level in page for level in (*LEVELS, "match"))


def test_every_key_of_the_board_is_explained() -> None:
    script = Path(ROOT, "static/js/board.js").read_text()
    tables = re.findall(r"const (?:KEYS|SPOKEN) = \{(.*?)\};", script, re.DOTALL)
    keys = {KEY_NAMES.get(key, key) for keys in tables for key in re.findall(r"(\w+): \"", keys)}
    assert {"r", "o", "Esc"} <= keys
    assert keys - keys_and_words() == set()


def test_the_table_and_every_page_lead_to_it(begun: Match) -> None:
    table = Client().get(f"/matches/{begun.public_id}/").content.decode()
    assert '<a href="/help/#words">' in table
    for page in (table, Client().get("/").content.decode(), Client().get("/nothing").content.decode()):
        assert '<a href="/help/">' in page
