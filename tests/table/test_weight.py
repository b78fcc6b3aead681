"""What the answers at a table weigh, compressed. A whole first visit: tests/browser/test_weight.py."""

import random
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from zlib import compress, decompress

import pytest
from django.test import Client

from games.fragments import table_html
from games.models import Match
from games.rules.game import Phase
from games.rules.notation import format_play
from games.rules.written import format_steps
from tests.playing import Table

pytestmark = [pytest.mark.django_db]
Begin = Callable[..., Table]
HTMX = {"HX-Request": "true"}
STEP = 2048
GZIP = 31  # zlib's number for gzip's format


def ask(table: Table, **query: str) -> Any:
    """The answer to the player on roll when his page asks for this draft."""
    seat = table.state.on_roll
    assert seat
    client = Client()
    client.force_login(table.people[seat])
    return client.get(f"/matches/{table.match.public_id}/?{urlencode(query)}", headers=HTMX)


@pytest.mark.parametrize("variant", ["backgammon", "acey-deucey"])
def test_every_step_of_a_long_game_weighs_little(begin: Begin, variant: str) -> None:
    """A game played by chance, up to its hundredth turn; each step of each fifth turn is asked for."""
    table, chance = begin(variant=variant, opening=(6, 5)), random.Random(4)
    weights = []
    for turn in range(100):
        state = table.state
        seat = state.to_act
        if seat is None:
            break
        if state.phase == Phase.TO_PLAY:
            legal = state.legal()
            play = legal.play_for(chance.choice(legal.results))
            for length in range(len(play.steps) + 1) if turn % 5 == 0 else ():
                answer = ask(table, draft=format_steps(play.steps[:length]), v=str(table.match.version))
                assert answer.status_code == 200
                weights.append(len(compress(answer.content)))
            table.do(seat, "play", format_play(play))
        elif state.phase == Phase.TO_CHOOSE:
            table.do(seat, "choose", str(chance.randint(1, 6)))
        else:
            table.dice.script((chance.randint(1, 6), chance.randint(1, 6)))
            table.do(seat, "roll")
        table.match.refresh_from_db()
    assert len(weights) > 20
    assert max(weights) <= STEP


def test_a_step_leaves_out_the_record_the_resignations_and_nothing_else(begin: Begin) -> None:
    table = begin(opening=(3, 1))
    short = ask(table, draft="8/5", v="1").content.decode()
    match = Match.objects.select_related("white", "black").get(pk=table.match.pk)
    whole = str(table_html(match, "white", draft="8/5"))
    whole = re.sub(r'<details id="resign-menu">.*?</details>', '<details id="resign-menu" data-kept></details>', whole)
    assert short == re.sub(r'(?s)<div id="played" .*</div>', '<div id="played" data-kept></div>', whole)


@pytest.mark.parametrize("query", [{"draft": "8/5"}, {"v": "0", "draft": "8/5"}])
def test_a_page_that_may_show_another_version_is_sent_everything(begin: Begin, query: dict[str, str]) -> None:
    table = begin(opening=(3, 1))
    assert "data-kept" in ask(table, v="1", draft="8/5").content.decode()
    assert "data-kept" not in ask(table, **query).content.decode()


def test_without_scripts_a_step_is_the_whole_page(begin: Begin) -> None:
    table = begin(opening=(3, 1))
    client = Client()
    client.force_login(next(iter(table.people.values())))
    page = client.get(f"/matches/{table.match.public_id}/?draft=8/5&v=1").content.decode()
    assert 'id="record"' in page
    assert "data-kept" not in page


def test_answers_are_compressed_for_who_takes_that(begin: Begin) -> None:
    path = f"/matches/{begin().match.public_id}/"
    packed = Client().get(path, headers={**HTMX, "Accept-Encoding": "gzip, br"})
    plain = Client().get(path, headers=HTMX)
    assert (packed["Content-Encoding"], plain.get("Content-Encoding")) == ("gzip", None)
    assert decompress(packed.content, GZIP) == plain.content
