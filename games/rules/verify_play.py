"""The moves of a record: numbered and dated in order, and played by the rules to the results and the score it tells."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import pairwise

from games.rules.errors import RuleError
from games.rules.game import GameState, new_game
from games.rules.history import OF_THE_MATCH, Kind, apply, both_have_played
from games.rules.match import Score, settle, terms_for_game, winner
from games.rules.record import GamePart, MovePart, Record
from games.rules.terms import Reason, Seat, Terms

WITH_TEXT = {Kind.PLAY, Kind.RESIGN, Kind.CHOOSE}
BEFORE_GAMES = {Kind.JOIN, Kind.CANCEL}
ENDING = {Kind.CANCEL, Kind.LEAVE, Kind.REMATCH}  # no game goes on after them


def order_faults(record: Record) -> Iterator[str]:
    """Whether versions, games, rolls and times follow one another without a gap."""
    for place, move in enumerate(record.moves, 1):
        if move.version != place:
            yield f"The moves are not numbered without a gap: number {place} is not where it should be."
            break
    for before, after in pairwise(record.moves):
        if before.made_at > after.made_at:
            yield f"The times are out of order: move {after.version} was made before the one it follows."
            break
    for place, game in enumerate(record.games, 1):
        if game.number != place:
            yield f"The games are not numbered without a gap: number {place} is not where it should be."
            return
        yield from _game_order_faults(game)
    for earlier, later in pairwise(record.games):
        if earlier.ended_at is None:
            yield f"Game {later.number} began, but the game before it has no end."
        elif later.started_at < earlier.ended_at:
            yield f"The times are out of order: game {later.number} began before the game before it was over."
    games = [move.game for move in record.moves if move.entry.kind not in OF_THE_MATCH]
    if games != sorted(games, key=lambda number: number or 0) or set(games) != set(range(1, len(record.games) + 1)):
        yield "The moves do not belong to the games of this record, one game after the other."


def _game_order_faults(game: GamePart) -> Iterator[str]:
    rolls = [move.roll for move in game.rolls]
    if rolls != list(range(len(rolls))):
        yield f"Game {game.number}: its rolls are not numbered 0, 1, 2 and so on without a gap."
    for move in game.moves:
        if (move.entry.kind == Kind.ROLL) != (move.entry.dice is not None) or (move.roll is None) != (
            move.entry.dice is None
        ):
            yield f"Move {move.version}: rolls, and only rolls, have dice and a number."
            break
    played = [move.made_at for move in game.moves]
    if played and played[0] < game.started_at:
        yield f"The times are out of order: game {game.number} has a move from before it began."
    if played and game.ended_at is not None and game.ended_at < played[-1]:
        yield f"The times are out of order: game {game.number} has a move from after its end."


def play_faults(record: Record) -> Iterator[str]:
    """Whether the rules allow every move and make of them the results and the score; only the first fault is told."""
    score, state = Score(), None
    for game in record.games:
        if state is not None and state.result is not None and state.result.winner is None:
            yield f"Game {game.number} was played though the match had been called off."
            return
        try:
            terms = terms_for_game(record.terms, score)
        except RuleError:
            yield f"Game {game.number} was played though the match was over."
            return
        if not _is_same(_as_json(terms), game.terms):
            yield f"Game {game.number} was not played for what was agreed: its terms do not follow from the score."
            return
        state = new_game(terms)
        for move in game.moves:
            try:
                state = _after(state, move, game)
            except RuleError as error:
                yield f"Game {game.number}, move {move.version}: {error}"
                return
        if (fault := _result_fault(state, game)) is not None:
            yield fault
            return
        if state.result is not None:
            score = settle(record.terms, score, terms, state.result)
    yield from _end_faults(record, score, state)


def _after(state: GameState, move: MovePart, game: GamePart) -> GameState:
    entry = move.entry
    if entry.text and entry.kind not in WITH_TEXT:
        raise RuleError("A move of this kind says all by its name.")
    if entry.kind == Kind.ABORT and (game.number > 1 or both_have_played(each.entry for each in game.moves)):
        raise RuleError("The match was called off though both had played.")
    return apply(state, entry)


def _result_fault(state: GameState, game: GamePart) -> str | None:
    """Whether the game ended as the record says, or runs as it says."""
    result = state.result
    if (result is None) != (game.ended_at is None):
        return f"Game {game.number}: the record and its moves do not agree about whether it is over."
    due = ("", "", 0, 0)
    if result is not None:
        due = (result.winner or "", result.reason, result.multiplier, result.points)
    if game.result != due:
        return f"Game {game.number}: its result does not follow from its moves."
    return None


def _end_faults(record: Record, score: Score, state: GameState | None) -> Iterator[str]:
    """Score, winner and status of the match, and the moves that are the match's and no game's."""
    if (score.white, score.black) != record.score:
        yield "The score does not follow from the games."
    last = state.result if state else None
    kinds = {move.entry.kind for move in record.moves if move.entry.kind in OF_THE_MATCH}
    won_by = winner(record.terms, score)
    status = "playing" if record.games else "open"
    if Kind.CANCEL in kinds or (last and last.reason == Reason.ABORT):
        status = "aborted"
    elif Kind.LEAVE in kinds:
        status, won_by = "over", _leader(score)
    elif won_by is not None:
        status = "over"
    elif Kind.JOIN in kinds and not record.games:
        status = "waiting"
    if record.status != status:
        yield f"The match is told to be “{record.status}”, but by its moves it is “{status}”."
    if record.winner != (won_by or ""):
        yield "The winner of the match does not follow from its games."
    yield from _misplaced(record, is_between=last is not None and last.winner is not None)


def _misplaced(record: Record, *, is_between: bool) -> Iterator[str]:
    """Moves of the match at a moment when they cannot be made. `is_between`: no game is running at the end."""
    seen: set[str] = set()
    for move in record.moves:
        kind = move.entry.kind
        if kind not in OF_THE_MATCH:
            fits, kind = not seen & ENDING, "a game"
        elif move.entry.seat is None or move.entry.text or move.entry.dice or move.roll is not None:
            fits = False
        elif kind in BEFORE_GAMES:
            fits = move.game is None and seen <= {Kind.JOIN} and (kind == Kind.CANCEL or not seen)
        else:
            fits = is_between and move.game in (None, len(record.games))
            if kind == Kind.LEAVE:
                fits = fits and record.terms.length == 0 and not seen & ENDING
            else:
                fits = fits and record.status == "over"
        if not fits:
            yield f"Move {move.version} cannot be made at that moment of the match."
            return
        seen.add(kind)


def _leader(score: Score) -> Seat | None:
    if score.white == score.black:
        return None
    return Seat.WHITE if score.white > score.black else Seat.BLACK


def _as_json(terms: Terms) -> dict[str, object]:
    """Terms as a record writes them."""
    return {**asdict(terms), "options": list(terms.options), "away": terms.away and list(terms.away)}


def _is_same(due: dict[str, object], told: object) -> bool:
    """Whether two JSON values are one; to Python alone false is 0."""
    return due == told and json.dumps(due, sort_keys=True) == json.dumps(told, sort_keys=True)
