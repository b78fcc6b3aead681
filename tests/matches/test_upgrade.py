"""Matches stored before dice could be checked: the upgrade numbers their rolls, and they go on."""

from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from games.commands import Command
from games.models import DiceExchange, DiceSecret, Game, Match, Move
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.services.dice import chained_dice
from games.services.matches import create_match, join_match
from games.services.moves import perform
from tests.dice import ScriptedDice
from tests.people import make_user
from tests.playing import NOON, begin_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.data]
WHITE, BLACK = Seat.WHITE, Seat.BLACK
BEFORE = "0002_clocks"


def migrate(*target: str) -> None:
    call_command("migrate", *target, verbosity=0)


@pytest.fixture(autouse=True)
def tables_of_now() -> Iterator[None]:
    """Whatever happens, the tests that come after find the tables as they are now."""
    yield
    migrate()


def columns(table: str) -> set[str]:
    with connection.cursor() as cursor:
        return {column.name for column in connection.introspection.get_table_description(cursor, table)}


def rolls(match: Match) -> list[tuple[int | None, ...]]:
    """Game, number, and dice of every roll as they are stored."""
    found = Move.objects.filter(match=match, kind="roll").order_by("version")
    return list(found.values_list("game__number", "roll_number", "die1", "die2"))


def test_matches_of_before_have_their_rolls_numbered_and_go_on(dice: ScriptedDice) -> None:
    over = begin_match(dice, length=1, names=("ana", "bob"))
    over.do(WHITE, "resign", "match")
    table = begin_match(dice, opening=[(4, 4), (3, 1)], names=("eve", "fay"))
    table.do(WHITE, "play", "8/5 6/5")
    table.dice.script((6, 5), (5, 2))
    table.do(BLACK, "roll")
    table.do(BLACK, "resign", "3")
    table.do(BLACK, "next")
    host, friend = make_user("host"), make_user("friend")
    challenge = create_match(host, MatchTerms("backgammon", 5), rated=False, public=True, seat=WHITE, now=NOON)
    migrate("games", BEFORE)  # what is left of them is what that version had stored
    assert "roll_number" not in columns("games_move")
    assert not {"rolls", "dice_secret"} & columns("games_game")

    migrate()

    assert not DiceExchange.objects.exists()
    assert not DiceSecret.objects.exists()
    assert rolls(over.match) == [(1, 0, 3, 1)]
    played = [(1, 0, 4, 4), (1, 1, 3, 1), (1, 2, 6, 5), (2, 0, 5, 2)]
    assert rolls(table.match) == played
    assert not Move.objects.exclude(kind="roll").exclude(roll_number=None).exists()
    counted = Game.objects.order_by("match", "number").values_list("match", "rolls", "dice_secret", "dice_counted")
    assert list(counted) == [
        (over.match.pk, 1, "", False),
        (table.match.pk, 3, "", False),
        (table.match.pk, 1, "", False),
    ]
    said = StringIO()
    call_command("check_games", stdout=said)
    assert said.getvalue() == "3 matches checked, all records whole\n"
    table.do(WHITE, "play", "13/8 13/11")
    perform(
        table.people[BLACK],
        table.match.public_id,
        Match.objects.get(pk=table.match.pk).version,
        Command("roll", ""),
        now=table.now,
        roll_dice=chained_dice,
    )
    assert [roll[:2] for roll in rolls(table.match)] == [*(roll[:2] for roll in played), (2, 1)]
    joined = join_match(friend, challenge.public_id, None, now=NOON, roll_dice=chained_dice)
    assert joined.status == "playing"
    assert DiceExchange.objects.get().match == joined  # a match that begins now has dice that can be checked
    call_command("check_games", stdout=StringIO())
