"""Whole matches of another program, replayed: positions, cube, Crawford games, results, scores."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.records.ids import position_id
from games.rules import snapshot
from games.rules.game import GameState, Phase, Reason, Seat, new_game
from games.rules.history import Entry, Kind, apply, replay
from games.rules.match import MatchTerms, Score, settle, terms_for_game, winner

MATCHES = Path(__file__).parent.parent / "data" / "mat"
INDEX = json.loads((MATCHES / "index.json").read_text())
SEATS = {"X": Seat.WHITE, "O": Seat.BLACK}  # X is the program's player 1, first in the index
REASONS = {"bearoff": Reason.BEAROFF, "drop": Reason.DROP, "resign": Reason.RESIGN}
MULTIPLIERS = {"single": 1, "gammon": 2, "backgammon": 3}


def entries_of(move: dict[str, Any], first: bool) -> list[Entry]:
    """What we store for one item of the program's list: a move is a roll and, unless nothing goes, a play."""
    seat = SEATS[move["player"]]
    if move["action"] == "resign":
        return [Entry(Kind.RESIGN, seat, text=str(move["points"]))]
    if move["action"] != "move":
        return [Entry(move["action"], seat)]
    larger, smaller = sorted(move["dice"], reverse=True)
    if first:  # the starter has the larger die (OPEN-3)
        entries = [Entry(Kind.ROLL, None, (larger, smaller) if seat == Seat.WHITE else (smaller, larger))]
    else:
        entries = [Entry(Kind.ROLL, seat, (larger, smaller))]
    if move["move"]:
        text = " ".join(f"{source}/{target}" for source, target in move["move"])
        entries.append(Entry(Kind.PLAY, seat, text=text))
    return entries


def replay_checked(state: GameState, record: list[dict[str, Any]]) -> tuple[GameState, list[Entry]]:
    """Play a game after the program's record, comparing the position before every move."""
    made = []
    for number, move in enumerate(record):
        seat = SEATS[move["player"]]
        if "board" in move:
            assert position_id(state.seen_by(seat)) == move["board"], f"move {number}"
        for entry in entries_of(move, first=number == 0):
            state = apply(state, entry)
            made.append(entry)
        if state.phase == Phase.RESIGNING:  # the record says only that it was resigned
            made.append(Entry(Kind.ACCEPT, seat.other))
            state = apply(state, made[-1])
    return state, made


@pytest.mark.parametrize("match", INDEX, ids=[match["file"] for match in INDEX])
def test_oracle_match_is_replayed(match: dict[str, Any]) -> None:
    session = match["length"] == 0
    match_terms = MatchTerms("backgammon", match["length"], jacoby=session, max_beavers=3 if session else 0)
    names = {Seat.WHITE: match["player1"], Seat.BLACK: match["player2"]}
    records = json.loads((MATCHES / "records" / match["file"]).with_suffix(".json").read_text())
    score = Score()
    for game, record in zip(match["games"], records, strict=True):
        assert {names[seat]: score.of(seat) for seat in Seat} == game["start_score"]
        terms = terms_for_game(match_terms, score)
        assert terms.crawford == game["crawford"]
        assert score.crawford_done == game["post_crawford"]
        state, entries = replay_checked(new_game(terms), record)
        result = state.result
        assert result is not None
        assert result.winner is not None
        assert names[result.winner] == game["winner"]
        assert (result.reason, result.points) == (REASONS[game["ended"]], game["points"])
        assert (result.multiplier, state.cube.value) == (MULTIPLIERS[game["kind"]], game["cube"])
        assert replay(terms, entries) == state == snapshot.from_json(snapshot.to_json(state))
        score = settle(match_terms, score, terms, result)
    assert {names[seat]: score.of(seat) for seat in Seat} == match["final"]
    won = winner(match_terms, score)
    assert (None if won is None else names[won]) == match["winner"]


def test_oracle_matches_cover_what_they_should() -> None:
    """Drops, takes, resignations, gammons, Crawford games, a session: otherwise they prove less."""
    games = [game for match in INDEX for game in match["games"]]
    assert {game["ended"] for game in games} == {"bearoff", "drop", "resign"}
    assert {game["kind"] for game in games} == {"single", "gammon", "backgammon"}
    assert {game["cube"] for game in games} >= {1, 2, 4}
    assert sum(game["crawford"] for game in games) >= 5
    assert sum(game["takes"] for game in games) >= 50
    assert 0 in {match["length"] for match in INDEX}
