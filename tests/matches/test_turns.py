"""One turn through the services: what is stored, what is refused, and what a retry does."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.commands import Command
from games.errors import BadCommand, MatchOver, NotNow, NotYourSeat, StaleMatch
from games.models import Game, Match, Move, Rating, RatingChange
from games.rules.errors import CubeRefused, IllegalPlay, NotOnRoll, ResignationRefused, WrongPhase
from games.rules.game import Phase, Seat
from games.rules.notation import format_play
from games.selectors.integrity import faults_of
from games.services.moves import perform
from tests.people import make_user
from tests.playing import Table

pytestmark = [pytest.mark.django_db, pytest.mark.data]
WHITE, BLACK = Seat.WHITE, Seat.BLACK
Begin = Callable[..., Table]


def record(table: Table) -> list[tuple[str, str, str]]:
    moves = Move.objects.filter(match=table.match).order_by("version")
    return [(move.seat, move.kind, f"{move.die1}{move.die2}" if move.die1 else move.text) for move in moves]


def some_play(table: Table) -> str:
    """A legal play of the roll, in notation."""
    return format_play(next(iter(table.state.legal())))


def test_opening_ties_are_rolled_again_and_all_recorded(begin: Begin) -> None:
    table = begin(opening=[(4, 4), (2, 5)])
    assert record(table) == [("", "roll", "44"), ("", "roll", "25")]
    assert table.state.on_roll == BLACK  # OPEN-3: the higher die begins
    assert table.state.dice == (2, 5)


def test_a_turn_is_a_roll_and_a_play(begin: Begin) -> None:
    table = begin(opening=(3, 1))
    table.do(WHITE, "play", "6/5 8/5")
    table.dice.script((6, 5))
    table.do(BLACK, "roll")
    table.do(BLACK, "play", "24/13")
    assert record(table) == [
        ("", "roll", "31"),
        ("white", "play", "8/5 6/5"),
        ("black", "roll", "65"),
        ("black", "play", "24/13"),
    ]
    assert table.state.on_roll == WHITE
    assert table.state.phase == Phase.TO_ROLL
    table.match.refresh_from_db()
    assert table.match.version == 4
    assert Move.objects.get(version=3).thinking_ms == 5000
    assert list(faults_of(table.match)) == []


def test_an_illegal_play_changes_nothing(begin: Begin) -> None:
    table = begin(opening=(3, 1))
    with pytest.raises(IllegalPlay):
        table.do(WHITE, "play", "8/4 6/5")
    assert record(table) == [("", "roll", "31")]
    table.do(WHITE, "play", "8/5 6/5")


def test_a_roll_is_drawn_once(begin: Begin) -> None:
    table = begin(opening=(3, 1))
    table.do(WHITE, "play", "8/5 6/5")
    table.dice.script((6, 5))
    version = table.match.version
    table.do(BLACK, "roll")
    again = table.do(BLACK, "roll", version=version + 1)  # the script has no second roll to give (TURN-2)
    assert again.access.match.version == version + 2
    with pytest.raises(WrongPhase):
        table.do(BLACK, "roll")


def test_a_roll_out_of_turn_draws_no_dice(begin: Begin) -> None:
    table = begin(opening=(3, 1))
    table.dice.script((6, 5))
    with pytest.raises(NotOnRoll):
        table.do(BLACK, "roll")
    with pytest.raises(WrongPhase):
        table.do(WHITE, "roll")
    assert list(table.dice.rolls) == [(6, 5)]


def test_a_repeated_play_gets_the_stored_result_however_it_is_written(begin: Begin) -> None:
    table = begin(opening=(3, 1))
    table.do(WHITE, "play", "8/5 6/5")
    for text in ("8/5 6/5", "6/5 8/5", "6-5 8-5"):
        assert table.do(WHITE, "play", text, version=1).access.match.version == 2
    with pytest.raises(StaleMatch):
        table.do(WHITE, "play", "24/20", version=1)
    with pytest.raises(StaleMatch):
        table.do(BLACK, "play", "8/5 6/5", version=1)
    with pytest.raises(StaleMatch):
        table.do(WHITE, "roll", version=1)
    with pytest.raises(StaleMatch):
        table.do(WHITE, "play", "8/5 6/5", version=7)
    assert len(record(table)) == 2


def test_a_roll_without_a_play_passes_the_turn_and_stays_in_the_record(begin: Begin) -> None:
    table = begin(opening=(3, 1))
    table.do(WHITE, "play", "8/5 6/5")
    table.dice.script((6, 2), (6, 1), (6, 6))
    table.do(BLACK, "roll")
    table.do(BLACK, "play", "24/18 13/11")
    table.do(WHITE, "roll")
    table.do(WHITE, "play", "13/7* 8/7")
    table.do(BLACK, "roll")  # White holds his 6 point: Black stays on the bar (MOVE-10)
    assert record(table)[-1] == ("black", "roll", "66")
    assert (table.state.phase, table.state.on_roll) == (Phase.TO_ROLL, WHITE)


def test_doubled_and_taken(begin: Begin) -> None:
    table = begin(opening=(3, 1))
    with pytest.raises(WrongPhase):
        table.do(WHITE, "double")  # OPEN-4: not with the opening dice
    table.do(WHITE, "play", "8/5 6/5")
    table.do(BLACK, "double")
    with pytest.raises(NotOnRoll):
        table.do(BLACK, "take")
    table.do(WHITE, "take")
    assert (table.state.cube.value, table.state.cube.owner) == (2, WHITE)
    assert table.state.on_roll == BLACK  # CUBE-6: the doubler rolls
    with pytest.raises(CubeRefused):
        table.do(BLACK, "double")


def test_a_drop_ends_the_game_and_the_next_begins(begin: Begin) -> None:
    table = begin(length=2, opening=(3, 1))
    table.do(WHITE, "play", "8/5 6/5")
    table.do(BLACK, "double")
    table.do(WHITE, "drop")
    table.match.refresh_from_db()
    assert (table.match.white_score, table.match.black_score) == (0, 1)  # WIN-5
    game = Game.objects.get()
    assert (game.winner, game.reason, game.multiplier, game.points) == ("black", "drop", 1, 1)
    with pytest.raises(WrongPhase):
        table.do(WHITE, "roll")
    table.dice.script((2, 6))
    version = table.match.version
    table.do(WHITE, "next")
    table.do(BLACK, "next", version=version)  # both press it: one game begins
    assert Game.objects.count() == 2
    assert table.state.terms.crawford  # MATCH-3: 1 point away
    with pytest.raises(NotNow):
        table.do(WHITE, "next")


def test_a_rated_match_ends_once_and_changes_the_ratings(begin: Begin) -> None:
    table = begin(length=1, rated=True, opening=(3, 1))
    version = table.match.version
    table.do(WHITE, "resign", "match")
    table.do(WHITE, "resign", "match", version=version)
    with pytest.raises(MatchOver):
        table.do(BLACK, "roll")
    table.match.refresh_from_db()
    assert (table.match.status, table.match.winner) == ("over", "black")
    assert RatingChange.objects.count() == 2
    # SET-4 with both at 1500/0 and n = 1: P = 1/2, K = 5, so 4 * 5 * 1/2 = 10 either way.
    assert {str(rating.rating) for rating in Rating.objects.all()} == {"1490.00", "1510.00"}


def test_a_session_is_left_between_games(begin: Begin) -> None:
    table = begin(length=0, opening=(3, 1))
    with pytest.raises(NotNow):
        table.do(WHITE, "leave")
    with pytest.raises(BadCommand):
        table.do(WHITE, "resign", "match")
    table.do(WHITE, "resign", "3")  # the most he can lose: accepted at once (RES-5)
    table.do(WHITE, "leave")
    table.match.refresh_from_db()
    assert (table.match.status, table.match.winner, table.match.black_score) == ("over", "black", 3)
    assert list(faults_of(table.match)) == []


def test_a_match_cannot_be_left(begin: Begin) -> None:
    table = begin(length=5)
    with pytest.raises(NotNow):
        table.do(WHITE, "leave")


def test_spectators_can_do_nothing(begin: Begin) -> None:
    table = begin(opening=(3, 1))
    watching = make_user("third")
    for kind in ("play", "roll", "resign", "next", "leave", "double", "take"):
        with pytest.raises(NotYourSeat):
            perform(
                watching,
                table.match.public_id,
                table.match.version,
                Command(kind, "8/5 6/5"),
                now=table.now,
                roll_dice=table.dice,
            )
    table.do(WHITE, "play", "8/5 6/5")


def test_the_cube_has_no_limit(begin: Begin) -> None:
    """CUBE-9: seventy turns of the cube and a backgammon, more than any integer column holds."""
    table = begin(length=0, opening=(3, 1))
    table.do(WHITE, "play", "8/5 6/5")
    doubler = BLACK
    for _ in range(70):
        table.do(doubler, "double")
        table.do(doubler.other, "take")
        table.dice.script((2, 1) if doubler == BLACK else (1, 2))
        table.do(doubler, "roll")
        table.do(doubler, "play", some_play(table))
        doubler = doubler.other
    table.do(doubler, "resign", "3")
    table.match.refresh_from_db()
    assert max(table.match.white_score, table.match.black_score) == 3 * 2**70
    assert list(faults_of(table.match)) == []


def test_a_command_costs_the_same_number_of_queries_early_and_late(begin: Begin) -> None:
    table = begin(length=25, opening=(3, 1))
    with CaptureQueriesContext(connection) as early:
        table.do(WHITE, "play", "8/5 6/5")
    seat = BLACK
    for _ in range(40):
        table.dice.script((2, 1))
        table.do(seat, "roll")
        if table.state.phase == Phase.TO_PLAY:
            table.do(seat, "play", some_play(table))
        seat = seat.other
    table.dice.script((2, 1))
    table.do(seat, "roll")
    text = some_play(table)
    with CaptureQueriesContext(connection) as late:
        table.do(seat, "play", text)
    assert len(late) == len(early)


def test_a_resignation_can_be_refused(begin: Begin) -> None:
    table = begin(opening=(3, 1))
    table.do(WHITE, "resign", "1")
    with pytest.raises(NotOnRoll):
        table.do(WHITE, "play", "8/5 6/5")  # RES-3
    table.do(BLACK, "refuse")
    assert table.state.dice == (3, 1)  # RES-2: the same dice
    with pytest.raises(ResignationRefused):
        table.do(WHITE, "resign", "1")  # RES-4
    table.do(WHITE, "resign", "2")
    table.do(BLACK, "accept")
    table.match.refresh_from_db()
    assert table.match.black_score == 2


def test_the_record_never_goes_back_in_time(begin: Begin) -> None:
    """A command that arrived first may be carried out last, and two servers' clocks may differ."""
    table = begin(opening=(3, 1))
    table.do(WHITE, "play", "8/5 6/5")
    table.dice.script((6, 5))
    table.do(BLACK, "roll", after=-3)
    first, second, third = Move.objects.order_by("version").values_list("made_at", flat=True)
    assert first < second == third


def test_that_the_crawford_game_is_over_is_stored(begin: Begin) -> None:
    table = begin(length=3, opening=(3, 1))
    table.do(WHITE, "resign", "2")
    table.do(BLACK, "accept")
    assert Match.objects.get().crawford_done is False
    table.dice.script((2, 6))
    table.do(WHITE, "next")
    table.do(BLACK, "resign", "1")
    table.do(WHITE, "accept")
    assert Match.objects.get().crawford_done is True
