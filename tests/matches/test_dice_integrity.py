"""What the dice of a match are made of is looked at by check_games: every kind of damage is found."""

from collections.abc import Callable

import pytest

from games.models import DiceExchange, Game, Move
from games.rules.game import Seat
from games.selectors.integrity import faults_of
from tests.playing import Table

pytestmark = [pytest.mark.django_db, pytest.mark.data]
WHITE, BLACK = Seat.WHITE, Seat.BLACK
Damage = Callable[[Game, Game], object]


@pytest.fixture
def table(begin: Callable[..., Table]) -> Table:
    """A match in its second game: the first has three rolls, one of them a tie, and is over."""
    table = begin(opening=[(4, 4), (3, 1)])
    table.do(WHITE, "play", "8/5 6/5")
    table.dice.script((6, 5), (5, 2))
    table.do(BLACK, "roll")
    table.do(BLACK, "resign", "3")
    table.do(BLACK, "next")
    table.match.refresh_from_db()
    assert list(faults_of(table.match)) == []
    return table


def _renumber(game: Game) -> None:
    Move.objects.filter(game=game, roll_number=2).update(roll_number=3)


def _exchange(**values: object) -> Damage:
    return lambda *_: DiceExchange.objects.update(**values)


def _game(number: int, **values: object) -> Damage:
    return lambda *games: Game.objects.filter(pk=games[number - 1].pk).update(**values)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda first, _: _renumber(first), "its 3 rolls are not numbered"),
        (_game(1, rolls=4), "its 4 rolls are not numbered"),
        (_game(2, rolls=0), "its 0 rolls are not numbered"),
        (_game(1, dice_secret=""), "its link of the chain is not public"),
        (_game(1, dice_secret="ab" * 32), "its link does not follow"),
        (_game(2, dice_secret="ab" * 32), "its link of the chain is public"),
        (_exchange(root="ab" * 32), "its link does not follow"),
        (_exchange(links=10), "its chain has 10 links"),
        (_exchange(creator_secret="ab" * 32), "the creator's secret is not what was committed to"),
        (_exchange(creator_commitment="ab" * 32), "the creator's secret is not what was committed to"),
        (_exchange(creator_secret="", creator_revealed_at=None), "before the creator's secret was there"),
        (lambda *_: DiceExchange.objects.all().delete(), "its link of the chain is public"),
    ],
)
def test_damage_to_what_dice_are_made_of_is_found(table: Table, damage: Damage, said: str) -> None:
    first, second = Game.objects.order_by("number")
    damage(first, second)
    assert any(said in fault for fault in faults_of(table.match)), list(faults_of(table.match))


def test_a_match_older_than_these_dice_is_whole_without_a_chain(table: Table) -> None:
    DiceExchange.objects.all().delete()
    Game.objects.update(dice_secret="")
    assert list(faults_of(table.match)) == []
