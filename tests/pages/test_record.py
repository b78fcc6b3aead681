"""The record of a match as a file: what is in it, what is not yet, and that its dice can be computed from it."""

import hashlib
import hmac
import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from games.models import DiceExchange, DiceSecret, Match
from games.rules.verify import verify
from games.selectors.match_record import match_record
from games.services.matches import cancel_match
from tests.chained import ENDINGS, WHITE, ChainedDice, chained_table, concede, finish, turns
from tests.matches.random_match import RandomMatch
from tests.people import make_user
from tests.playing import Table

pytestmark = [pytest.mark.django_db, pytest.mark.data]


def file_of(match: Match, client: Client | None = None) -> bytes:
    response = (client or Client()).get(f"/matches/{match.public_id}/record.json")
    assert response.status_code == 200
    return bytes(response.content)


def record_of(match: Match) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(file_of(match))["record"]
    return record


def hashed(head: str, tail: bytes) -> bytes:
    return hashlib.sha256(b"barpoint-dice/1|" + head.encode() + tail).digest()


def dice_that_come_from(record: dict[str, Any]) -> None:
    """Every roll of every finished game, computed from the words of docs/dice.md with nothing of ours."""
    dice, match_id = record["dice"], record["match"]
    secrets = {dice["creator"]: bytes.fromhex(dice["creator_secret"])}
    joiner = "black" if dice["creator"] == "white" else "white"
    secrets[joiner] = bytes.fromhex(dice["joiner_secret"])
    fixed = hashed(f"secret|{match_id}|{dice['creator']}|", secrets[dice["creator"]])
    assert fixed.hex() == dice["creator_commitment"]
    for game in record["games"]:
        rolls = [move for move in record["moves"] if move["game"] == game["number"] and move["kind"] == "roll"]
        assert [move["roll"] for move in rolls] == list(range(len(rolls)))
        if not game["ended_at"]:
            assert game["secret"] == ""
            continue
        link = bytes.fromhex(game["secret"])
        key = hmac.digest(
            link,
            f"barpoint-dice/1|key|{match_id}|{game['number']}|".encode() + secrets["white"] + secrets["black"],
            "sha256",
        )
        for number, move in enumerate(rolls):
            message = b"barpoint-dice/1|roll|" + number.to_bytes(4) + bytes(4)
            faces = [byte % 6 + 1 for byte in hmac.digest(key, message, "sha256") if byte < 252]
            assert move["dice"] == faces[:2], (game["number"], number)
        for number in range(game["number"], 0, -1):
            link = hashed(f"chain|{match_id}|{number}|", link)
        assert link.hex() == dice["root"]


def test_the_file_is_one_line_with_its_seal() -> None:
    table = chained_table(names=("Zoë", "Bob"), length=3)
    file = file_of(table.match)
    assert file.startswith(b'{"record":{"format":"barpoint-record/1","match":"')
    head, seal = file[len(b'{"record":') :].rsplit(b',"seal":', 1)
    assert seal == b'"' + hashlib.sha256(head).hexdigest().encode() + b'"}\n'
    assert file.count(b"\n") == 1
    assert b'"white":"Zo\\u00eb"' in file  # ASCII throughout


def test_it_is_a_file_to_keep() -> None:
    match = chained_table().match
    response = Client().get(reverse("games:record", args=[match.public_id]))
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"] == f'attachment; filename="barpoint-{match.public_id}.json"'
    assert response["Cache-Control"] == "no-store"


def test_reading_is_limited_only_where_there_is_much_to_read(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "read_record": "3/m/ip"}
    small, large = (chained_table(names=names).match for names in (("Ann", "Bob"), ("Cyd", "Dan")))
    # As it is loaded: no test has the time to play so long.
    Match.objects.filter(pk=large.pk).update(version=5000)

    def ask(match: Match) -> list[int]:
        return [Client().get(f"/matches/{match.public_id}/{page}").status_code for page in ("dice/", "record.json")]

    assert ask(small) + ask(small) == [200] * 4
    assert ask(large) + ask(large) == [200, 200, 200, 429]
    assert ask(small) == [200, 200]


def test_what_was_agreed_is_in_it() -> None:
    table = chained_table(length=0, jacoby=True, max_beavers=2, automatic_doubles=1)
    record = record_of(table.match)
    assert {key: value for key, value in record.items() if key not in ("dice", "games", "moves")} == {
        "format": "barpoint-record/1",
        "match": table.match.public_id,
        "variant": "backgammon",
        "options": [],
        "length": 0,
        "crawford": True,
        "cube": True,
        "jacoby": True,
        "max_beavers": 2,
        "automatic_doubles": 1,
        "rated": False,
        "white": "left",
        "black": "right",
        "status": "playing",
        "winner": "",
        "score": [0, 0],
    }
    assert record["dice"]["links"] == 1000
    assert record["games"][0]["terms"] == {
        "variant": "backgammon",
        "options": [],
        "cube": True,
        "crawford": False,
        "jacoby": True,
        "max_beavers": 2,
        "automatic_doubles": 1,
        "away": None,
    }


def test_times_are_utc_with_microseconds() -> None:
    record = record_of(chained_table().match)
    assert record["dice"]["committed_at"] == "2026-01-01T12:00:00.000000Z"
    assert record["games"][0]["started_at"] == "2026-01-01T12:00:00.000000Z"
    assert record["games"][0]["ended_at"] is None
    assert record["moves"][0]["made_at"] == "2026-01-01T12:00:00.000000Z"


def test_moves_are_there_as_they_are_stored(begin: Any) -> None:
    table: Table = begin(opening=[(2, 2), (3, 1)])
    table.do(WHITE, "play", "8/5 6/5")
    assert record_of(table.match)["moves"] == [
        {
            "version": version,
            "game": 1,
            "seat": seat,
            "kind": kind,
            "dice": dice,
            "roll": roll,
            "text": text,
            "made_at": f"2026-01-01T12:00:0{second}.000000Z",
        }
        for version, seat, kind, dice, roll, text, second in [
            (1, "", "roll", [2, 2], 0, "", 0),
            (2, "", "roll", [3, 1], 1, "", 0),
            (3, "white", "play", None, None, "8/5 6/5", 5),
        ]
    ]


@pytest.mark.parametrize("name", ENDINGS)
def test_however_a_game_ends_its_dice_can_be_computed(name: str) -> None:
    terms, end = ENDINGS[name]
    table = chained_table(**terms)
    assert record_of(table.match)["games"][0]["secret"] == ""
    end(table)
    record = record_of(table.match)
    game = record["games"][0]
    assert game["reason"] == {"leave": "drop"}.get(name, name)
    assert len(game["secret"]) == 64
    assert game["ended_at"]
    dice_that_come_from(record)


@pytest.mark.parametrize("seed", range(8))
def test_whole_matches_of_every_kind(seed: int) -> None:
    class Chained(RandomMatch):
        def roll(self, *of: object) -> tuple[int, int]:
            return ChainedDice()(*of)

    played = Chained(seed, make_user("left"), make_user("right"))
    while played.match.status == "playing":
        played.do(*played.next_command(played.state))
    record = record_of(played.match)
    assert [game["number"] for game in record["games"]] == list(range(1, len(record["games"]) + 1))
    assert [move["version"] for move in record["moves"]] == list(range(1, played.match.version + 1))
    assert all(game["secret"] for game in record["games"])
    dice_that_come_from(record)


def test_a_challenge_and_one_that_was_called_off_have_records(match: Match) -> None:
    record = record_of(match)
    assert (record["status"], record["white"], record["black"], record["games"]) == ("open", "host", "", [])
    assert record["dice"]["joiner_secret"] == record["dice"]["creator_secret"] == ""
    assert record["dice"]["joiner_revealed_at"] is None
    cancel_match(match.creator, match.public_id, now=match.created_at)
    record = record_of(match)
    assert (record["status"], record["moves"][0]["game"], record["moves"][0]["kind"]) == ("aborted", None, "cancel")


def test_a_match_without_these_dice_has_a_record_too(begin: Any) -> None:
    table: Table = begin()
    DiceExchange.objects.all().delete()
    assert record_of(table.match)["dice"] is None


def test_no_secret_of_a_running_game_is_in_it() -> None:
    """Neither the seed, nor the creator's secret before it is revealed, nor any link from the running game on."""
    table = chained_table(length=3)
    concede(table)
    table.do(WHITE, "next")
    turns(table, 6)
    secret = DiceSecret.objects.get(match=table.match)
    links = {5: bytes.fromhex(secret.seed)}  # a match of three points has at most five games
    for number in (5, 4, 3, 2):
        links[number - 1] = hashed(f"chain|{table.match.public_id}|{number}|", links[number])
    file = file_of(table.match).decode()
    assert links[1].hex() in file
    assert not any(links[number].hex() in file for number in (2, 3, 4, 5))


def test_a_creators_secret_waits_for_the_joiners(match: Match) -> None:
    secret = DiceSecret.objects.get(match=match)
    file = file_of(match).decode()
    assert secret.seed not in file
    assert secret.creator_secret not in file
    assert hashed(f"secret|{match.public_id}|white|", bytes.fromhex(secret.creator_secret)).hex() in file


def test_it_takes_as_many_queries_for_ten_games_as_for_one() -> None:
    table = chained_table(length=0)

    def queries() -> int:
        match = Match.objects.select_related("white", "black", "exchange").get(pk=table.match.pk)
        with CaptureQueriesContext(
            connection,
        ) as captured:
            match_record(match)
        assert not any("dicesecret" in query["sql"].lower() for query in captured.captured_queries)
        return len(captured)

    before = queries()
    for _ in range(9):
        ENDINGS["resign"][1](table)
        table.do(WHITE, "next")
    assert len(record_of(table.match)["games"]) == 10
    assert queries() == before == 3


def test_a_move_between_the_queries_makes_it_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is handed out is one version of the match, from its score to its last move."""
    table = chained_table(length=1)
    turns(table, 1)
    match = Match.objects.select_related("white", "black").get(pk=table.match.pk)
    finish(table)  # behind the back of whoever has loaded the match
    record = match_record(match)
    assert (record["status"], record["winner"]) == ("over", Match.objects.get(pk=match.pk).winner)
    assert record["games"][0]["secret"]
    dice_that_come_from(record)


def test_nobody_may_be_told_of_a_match_he_cannot_name(match: Match) -> None:
    response = Client().get("/matches/AAAAAAAAAAAAAAAA/record.json")
    assert response.status_code == 404
    assert Client().post(f"/matches/{match.public_id}/record.json").status_code == 405


@pytest.mark.parametrize("name", ENDINGS)
def test_the_verifier_finds_that_it_holds(name: str) -> None:
    """docs/dice.md's other reader of the file, and one bit of it changed."""
    terms, end = ENDINGS[name]
    table = chained_table(**terms)
    end(table)
    file = file_of(table.match)
    verdict = verify(file)
    assert verdict.faults == ()
    assert verdict.holds
    assert not verify(file.replace(b'"dice":[', b'"dice":[ ', 1)).holds
