"""Matches of Acey-Deucey through the services: every stage is stored on its own, and exactly once."""

from collections.abc import Callable

import pytest

from games.commands import Command
from games.errors import NotYourSeat, StaleMatch
from games.models import Game, Match, Move, Rating
from games.rules.errors import BadNotation, CubeRefused, ResignationRefused, WrongPhase
from games.rules.game import Lost, Phase, Seat, Stage
from games.selectors.integrity import faults_of
from games.services.matches import rematch
from games.services.moves import perform
from games.stored import match_terms
from tests.people import make_user
from tests.playing import Table

pytestmark = [pytest.mark.django_db, pytest.mark.data]
WHITE, BLACK = Seat.WHITE, Seat.BLACK
Begin = Callable[..., Table]


@pytest.fixture
def table(begin: Begin) -> Table:
    """White has won the opening roll and rolls afresh."""
    return begin(variant="acey-deucey", length=3, opening=(5, 2))


def record(table: Table) -> list[tuple[str, str, str]]:
    moves = Move.objects.filter(match=table.match).order_by("version")
    return [(move.seat, move.kind, f"{move.die1}{move.die2}" if move.die1 else move.text) for move in moves]


def faults(table: Table) -> list[str]:
    table.match.refresh_from_db()
    return list(faults_of(table.match))


def play_1_2(table: Table, seat: Seat = WHITE) -> None:
    table.dice.script((1, 2))
    table.do(seat, "roll")
    table.do(seat, "play", "h/24 h/23")


def test_long_turn_is_stored_stage_by_stage(table: Table) -> None:
    play_1_2(table)
    table.do(WHITE, "choose", "6")  # draws no dice: there are none in the script
    table.do(WHITE, "play", "hand/19(4)")
    table.dice.script((2, 1))
    table.do(WHITE, "roll")
    table.do(WHITE, "play", "hand/22")
    table.do(WHITE, "choose", "1")
    table.do(WHITE, "play", "19/18(4)")
    table.dice.script((6, 5))
    table.do(WHITE, "roll")
    table.do(WHITE, "play", "hand/14")
    assert record(table) == [
        ("", "roll", "52"),
        ("white", "roll", "12"),
        ("white", "play", "hand/23 hand/24"),
        ("white", "choose", "6"),
        ("white", "play", "hand/19(4)"),
        ("white", "roll", "21"),
        ("white", "play", "hand/22"),
        ("white", "choose", "1"),
        ("white", "play", "19/18(4)"),
        ("white", "roll", "65"),
        ("white", "play", "hand/14"),
    ]
    assert (table.state.phase, table.state.on_roll, table.state.stage) == (Phase.TO_ROLL, BLACK, Stage.ROLL)
    assert faults(table) == []


def test_command_of_a_stage_that_is_sent_again_changes_nothing(table: Table) -> None:
    """Design: the version is the key. The extra roll is drawn once."""
    play_1_2(table)
    table.do(WHITE, "choose", "3")
    table.do(WHITE, "play", "hand/22(4)")
    table.dice.script((6, 5))
    table.do(WHITE, "roll")
    again = [
        (1, "roll", ""),
        (2, "play", "hand/24 hand/23"),
        (3, "choose", "3"),
        (4, "play", "hand/22(4)"),
        (5, "roll", ""),
    ]
    for version, kind, text in again:
        table.do(WHITE, kind, text, version=version)
    for version, kind, text in [(3, "choose", "4"), (4, "play", "hand/21(4)"), (2, "choose", "3")]:
        with pytest.raises(StaleMatch):
            table.do(WHITE, kind, text, version=version)
    assert len(record(table)) == 6


def test_only_the_player_on_roll_chooses_and_only_one_of_six(table: Table) -> None:
    play_1_2(table)
    before = record(table)
    watching = make_user("third")
    with pytest.raises(NotYourSeat):
        perform(
            watching,
            table.match.public_id,
            table.match.version,
            Command("choose", "3"),
            now=table.now,
            roll_dice=table.dice,
        )
    for number in ("0", "7", "", "33", "x", "²"):
        with pytest.raises(BadNotation):
            table.do(WHITE, "choose", number)
    with pytest.raises(WrongPhase):
        table.do(WHITE, "roll")
    assert record(table) == before
    table.do(WHITE, "choose", "3")
    assert table.state.dice == (3, 3)


def test_rest_of_a_turn_is_lost_and_the_reason_stored(table: Table) -> None:
    """AD-9 without limit, AD-10: White goes round to close his 1 and 2 points, and Black's 1 and 2 are blocked."""
    for number, entered, doubled in [
        ("6", "hand/24 hand/23", "hand/19(4)"),
        ("6", "hand/24 hand/23", "19/13(4)"),
        ("6", "hand/24 hand/23", "13/7(4)"),
        ("5", "hand/24 hand/23", "7/2(4)"),
        ("1", "2/1 hand/23", "2/1 24/23(3)"),
    ]:
        table.dice.script((1, 2))
        table.do(WHITE, "roll")
        table.do(WHITE, "play", entered)
        table.do(WHITE, "choose", number)
        table.do(WHITE, "play", doubled)
    table.dice.script((6, 5), (2, 1))
    table.do(WHITE, "roll")
    table.do(WHITE, "play", "hand/19 hand/20")
    with pytest.raises(CubeRefused):
        table.do(BLACK, "double")
    table.do(BLACK, "roll")
    assert (table.state.phase, table.state.on_roll) == (Phase.TO_ROLL, WHITE)
    assert table.state.lost == Lost(BLACK, Stage.ROLL, (2, 1), (2, 1))
    assert faults(table) == []


def test_european_double_is_followed_by_its_complement(begin: Begin) -> None:
    """Two plays without a roll between them."""
    table = begin(variant="acey-deucey", options=("european",), opening=(5, 2))
    table.dice.script((3, 3))
    table.do(WHITE, "roll")
    table.do(WHITE, "play", "hand/22(4)")
    assert (table.state.dice, table.state.stage) == ((4, 4), Stage.COMPLEMENT)
    table.do(WHITE, "play", "hand/21(4)")
    table.do(WHITE, "play", "hand/22(4)", version=2)  # the first once more: an answer, no third play
    table.dice.script((6, 5))
    table.do(WHITE, "roll")
    assert [kind for _, kind, _ in record(table)] == ["roll", "roll", "play", "play", "roll"]
    assert faults(table) == []


def test_resigning_costs_a_point_and_needs_no_consent(table: Table) -> None:
    table.do(WHITE, "resign", "1")
    table.match.refresh_from_db()
    assert (table.match.white_score, table.match.black_score) == (0, 1)
    game = Game.objects.get()
    assert (game.winner, game.reason, game.multiplier, game.points) == ("black", "resign", 1, 1)


def test_resigning_where_checkers_count_costs_those_left(begin: Begin) -> None:
    """AD-16: without a level, what there is to lose; the match is then over with more points than it needs."""
    table = begin(variant="acey-deucey", options=("count",), length=7, opening=(5, 2))
    with pytest.raises(ResignationRefused):
        table.do(WHITE, "resign", "1")
    version = table.match.version
    table.do(WHITE, "resign", "lowest")
    table.do(WHITE, "resign", "lowest", version=version)
    table.match.refresh_from_db()
    assert (table.match.status, table.match.winner, table.match.black_score) == ("over", "black", 15)
    assert Move.objects.latest("version").text == "15"
    assert faults(table) == []


def test_options_stay_with_the_match_and_its_rematch(begin: Begin) -> None:
    table = begin(variant="acey-deucey", options=("european", "count"), length=1, opening=(5, 2))
    terms = match_terms(Match.objects.get())
    assert (terms.variant, terms.options) == ("acey-deucey", ("european", "count"))
    assert table.state.terms.options == terms.options
    table.do(WHITE, "resign", "match")
    table.match.refresh_from_db()
    table.dice.script((5, 2))
    rematch(table.people[BLACK], table.match.public_id, now=table.now, roll_dice=table.dice)
    again = rematch(table.people[WHITE], table.match.public_id, now=table.now, roll_dice=table.dice)
    assert match_terms(again) == terms
    assert again.status == "playing"


def test_ratings_of_the_variants_are_apart(begin: Begin) -> None:
    """AMB-31."""
    table = begin(variant="acey-deucey", options=("count",), length=1, rated=True, opening=(5, 2))
    white, black = table.people[WHITE], table.people[BLACK]
    Rating.objects.create(user=white, variant="backgammon", rating=1800, experience=100, matches=20, won=12)
    table.do(WHITE, "resign", "lowest")
    assert [(row.variant, str(row.rating)) for row in Rating.objects.filter(user=white).order_by("variant")] == [
        ("acey-deucey", "1490.00"),
        ("backgammon", "1800.00"),
    ]
    assert [(row.variant, str(row.rating)) for row in Rating.objects.filter(user=black)] == [("acey-deucey", "1510.00")]
