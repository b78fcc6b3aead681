"""Honest records hold, of every kind of match and at every moment of it; both checkers say so."""

import random

import pytest

from games.rules.game import GameState, Seat
from games.rules.history import Entry, Kind
from games.rules.match import MatchTerms
from games.rules.verify import verify
from tests.verify.checkers import fault_by_ours, fault_by_stand_alone
from tests.verify.records import Choose, Table

TERMS = {
    "match with a cube": MatchTerms("backgammon", 5),
    "one point": MatchTerms("backgammon", 1),
    "session": MatchTerms("backgammon", 0, jacoby=True, max_beavers=3, automatic_doubles=2),
    "Acey-Deucey": MatchTerms("acey-deucey", 3),
    "Acey-Deucey with options": MatchTerms("acey-deucey", 7, options=("european", "count")),
}


def check_holds(table: Table) -> None:
    assert fault_by_ours(table.file) is None
    assert fault_by_stand_alone(table.file) is None


@pytest.mark.parametrize("creator", ["white", "black"])
@pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS)
def test_honest_record_holds(terms: MatchTerms, creator: str) -> None:
    table = Table(terms, seed=7, creator=creator)
    for _ in range(6):
        if table.record["status"] == "playing":
            table.play()
            check_holds(table)
    assert table.record["games"]


def test_records_above_are_of_every_kind() -> None:
    """Cubes are turned, beavers made, resignations refused, openings tied; and cubes are doubled by a tie."""
    kinds: set[str] = set()
    ties = automatic = 0
    for seed in range(12):
        table = Table(TERMS["session"], seed)
        for _ in range(4):
            state = table.play()
            automatic += state.doubled_automatically > 0
        check_holds(table)
        moves = table.record["moves"]
        kinds |= {move["kind"] for move in moves}
        ties += sum(move["kind"] == "roll" and not move["seat"] and len(set(move["dice"])) == 1 for move in moves)
    assert kinds >= {"roll", "play", "double", "take", "drop", "beaver", "resign", "accept", "refuse"}
    assert ties > 3
    assert automatic > 3


def test_game_that_is_played_is_told_as_not_yet() -> None:
    table = Table(MatchTerms("backgammon", 7), seed=3)
    table.play()
    table.play(moves=9)
    rolls = sum(move["game"] == 2 and move["kind"] == "roll" for move in table.record["moves"])
    verdict = verify(table.file)
    assert verdict.holds
    assert [game.over for game in verdict.games] == [True, False]
    assert verdict.games[1].sentence == f"Game 2: still being played; its {rolls} rolls can be checked when it is over."
    check_holds(table)


def test_first_game_that_is_played_claims_nothing() -> None:
    table = Table(MatchTerms("backgammon", 7), seed=3)
    table.play(moves=9)
    assert (
        verify(table.file).sentence == "So far everything holds, but no game is over, so no roll could be checked yet."
    )
    check_holds(table)


def only(kind: Kind, after: int) -> Choose:
    """Do this as soon as so many moves have been made."""

    def choose(state: GameState, rng: random.Random, made: int) -> Entry | None:
        seat = state.to_act
        if made < after or seat is None:
            return None
        return Entry(kind, seat.other if kind == Kind.CLAIM else seat)

    return choose


@pytest.mark.parametrize("kind", [Kind.FORFEIT, Kind.FLAG, Kind.CLAIM, Kind.ABORT])
def test_games_that_end_otherwise(kind: Kind) -> None:
    table = Table(MatchTerms("backgammon", 5), seed=5)
    table.play(choose=only(kind, after=2 if kind == Kind.ABORT else 8))
    assert table.record["moves"][-1]["kind"] == kind
    assert table.record["status"] == ("aborted" if kind == Kind.ABORT else "over")
    check_holds(table)


def test_match_cannot_be_called_off_when_both_have_played() -> None:
    table = Table(MatchTerms("backgammon", 5), seed=5)
    table.play(choose=only(Kind.ABORT, after=20))
    assert fault_by_ours(table.file) == "Game 1, move 21: The match was called off though both had played."


def test_moves_of_the_match() -> None:
    """A session that is left, a rematch that is asked for twice, a challenge taken back, one that waits."""
    table = Table(TERMS["session"], seed=2)
    table.play()
    table.append(Entry(Kind.LEAVE, Seat.BLACK), 1)
    white, black = table.record["score"]
    table.record |= {"status": "over", "winner": "white" if white > black else "black"}
    check_holds(table)
    for _ in range(2):
        table.append(Entry(Kind.REMATCH, Seat.WHITE), 1)
        check_holds(table)

    table = Table(MatchTerms("backgammon", 3))
    dice = table.record["dice"]
    dice |= {"creator_secret": "", "creator_revealed_at": None}
    table.record["status"] = "waiting"
    table.append(Entry(Kind.JOIN, Seat.BLACK), None)
    check_holds(table)
    table.append(Entry(Kind.CANCEL, Seat.BLACK), None)
    table.record["status"] = "aborted"
    check_holds(table)

    table = Table(MatchTerms("backgammon", 3))
    dice = table.record["dice"]
    dice |= {"creator_secret": "", "creator_revealed_at": None, "joiner_secret": "", "joiner_revealed_at": None}
    table.record["status"] = "open"
    check_holds(table)
    dice |= {"creator_commitment": "", "creator_committed_at": None}
    check_holds(table)


@pytest.mark.parametrize("seats", ["white", "black", "white black"])
def test_who_drew_a_secret_is_said(seats: str) -> None:
    table = Table(MatchTerms("backgammon", 1), seed=4, creator="black", by_server=seats)
    table.play()
    drawn = {"white": "White", "black": "Black", "white black": "White and Black"}[seats]
    assert f"The server drew the secret of {drawn}." in verify(table.file).sentence
    check_holds(table)
