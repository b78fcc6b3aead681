"""Whole random matches through commands, and random commands at random moments."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.rules import game, snapshot
from games.rules.errors import RuleError
from games.rules.game import GameState, Phase, Seat, Stage, new_game
from games.rules.history import Entry, Kind, apply, replay
from games.rules.match import MatchTerms, Score, settle, terms_for_game, winner
from games.rules.notation import format_play
from games.rules.plays import Play
from games.rules.position import Position, check_position
from games.rules.variants import VARIANTS, variant


def options_of(key: str) -> st.SearchStrategy[tuple[str, ...]]:
    """Any answers to the questions of a variant."""
    answers = [st.sampled_from([option.key for option in each.options]) for each in VARIANTS[key].questions]
    return st.tuples(*answers).map(lambda keys: variant(key, keys).options)


def terms_of(key: str) -> st.SearchStrategy[MatchTerms]:
    return st.builds(
        MatchTerms,
        variant=st.just(key),
        length=st.integers(0, 7),
        crawford=st.booleans(),
        cube=st.booleans(),
        jacoby=st.booleans(),
        max_beavers=st.integers(0, 3),
        automatic_doubles=st.integers(0, 2),
        options=options_of(key),
    )


match_terms = st.one_of([terms_of(key) for key in VARIANTS])


def possible_entries(state: GameState, rng: random.Random) -> list[Entry]:
    """What may be stored next, each question asked of the state as a presenter asks it."""
    seat, dice = state.to_act, (rng.randint(1, 6), rng.randint(1, 6))
    if seat is None:
        return [Entry(Kind.ROLL, None, dice)]
    if state.phase == Phase.DOUBLED:
        answers = [Entry(Kind.TAKE, seat), Entry(Kind.TAKE, seat), Entry(Kind.DROP, seat)]
        return answers + [Entry(Kind.BEAVER, seat)] * (3 if state.can_beaver(seat) else 0)
    if state.phase == Phase.RESIGNING:
        return [Entry(Kind.ACCEPT, seat), Entry(Kind.REFUSE, seat)]
    if state.phase == Phase.TO_PLAY:
        legal = state.legal()
        go_on = Entry(Kind.PLAY, seat, text=format_play(legal.play_for(rng.choice(legal.results))))
    elif state.phase == Phase.TO_CHOOSE:
        go_on = Entry(Kind.CHOOSE, seat, text=str(rng.randint(1, 6)))
    else:
        go_on = Entry(Kind.ROLL, seat, dice)
    options = [go_on] * 30
    options += [Entry(Kind.RESIGN, seat, text=str(level)) for level in state.resign_levels(seat)[:1]]
    if state.can_double(seat):
        options += [Entry(Kind.DOUBLE, seat)] * 5
    return options


def check_moment(state: GameState) -> None:
    """What holds at every moment of every game."""
    check_position(state.position)
    live = state.phase not in (Phase.OPENING, Phase.OVER)
    assert live == (state.to_act is not None) == (state.on_roll is not None)
    assert (state.result is not None) == (state.phase == Phase.OVER)
    assert (state.offer is not None) == (state.phase == Phase.DOUBLED) == (state.stakes() is not None)
    assert (state.resignation is not None) == (state.phase == Phase.RESIGNING)
    assert (state.dice is None) == (
        state.phase not in (Phase.TO_PLAY, Phase.RESIGNING)
        or (state.resignation is not None and state.resignation.interrupted != Phase.TO_PLAY)
    )
    cube = state.cube.value
    assert cube & (cube - 1) == 0
    if state.phase == Phase.TO_PLAY:
        assert state.legal().dice_used > 0
    for seat in Seat:
        assert state.can_double(seat) == (state.double_refusal(seat) is None)
        if seat != state.to_act:
            assert not state.can_double(seat)
            assert not state.can_beaver(seat)
            assert state.resign_levels(seat) == ()
        losses = state.losses(seat)
        assert losses == tuple(sorted(losses))
        assert losses[-1] == state.max_level(seat)
        if state.cube_in_play:
            assert losses in ((1,), (1, 2), (1, 2, 3))
        else:
            assert losses[0] >= 1
        assert state.cube_in_play <= state.variant.has_cube
        assert state.jacoby_holds <= state.variant.has_cube
    check_stage(state)


def check_stage(state: GameState) -> None:
    """AD-9: which part of a turn goes with which phase; AD-10: a turn that ended early says so to the next player."""
    stage, phase = state.stage, state.resignation.interrupted if state.resignation else state.phase
    assert (stage == Stage.CHOICE) == (phase == Phase.TO_CHOOSE)
    assert len(state.choices()) == (6 if state.phase == Phase.TO_CHOOSE else 0)
    if stage in (Stage.CHOSEN, Stage.COMPLEMENT):
        assert phase == Phase.TO_PLAY
        assert state.dice is not None
        assert state.dice[0] == state.dice[1]
    if stage == Stage.EXTRA:
        assert phase in (Phase.TO_ROLL, Phase.TO_PLAY)
    if state.lost:
        assert (stage, state.dice, state.on_roll) == (Stage.ROLL, None, state.lost.by.other)
        assert state.lost.left


def play_game(state: GameState, rng: random.Random) -> tuple[GameState, list[Entry]]:
    """A game to its end, checked at every moment."""
    entries: list[Entry] = []
    while state.phase != Phase.OVER:
        check_moment(state)
        entries.append(rng.choice(possible_entries(state, rng)))
        state = apply(state, entries[-1])
    check_moment(state)
    return state, entries


@settings(max_examples=40, deadline=None)
@given(match_terms, st.integers(0, 2**32))
@example(MatchTerms("backgammon", 7), 1)
@example(MatchTerms("backgammon", 0, jacoby=True, max_beavers=3, automatic_doubles=2), 2)
@example(MatchTerms("acey-deucey", 3, options=("european", "count")), 3)
def test_random_match_keeps_the_rules(terms: MatchTerms, seed: int) -> None:
    """Every game ends, its record gives its snapshot, its points are its cube's, and the score adds up."""
    rng = random.Random(seed)
    score, crawford_games, games = Score(), 0, 0
    while winner(terms, score) is None and games < 4 + terms.length * 2:
        start = new_game(terms_for_game(terms, score))
        crawford_games += start.terms.crawford
        state, entries = play_game(start, rng)
        assert replay(start.terms, entries) == state
        assert snapshot.from_json(snapshot.to_json(state)) == state
        result = state.result
        assert result is not None
        assert result.winner is not None
        assert result.points == result.multiplier * state.cube.value
        assert result.multiplier == 1 or not state.jacoby_holds
        if start.terms.crawford or not start.terms.cube:
            assert (state.cube.value, state.cube.owner) == (1, None)
        before = score.of(result.winner)
        score = settle(terms, score, start.terms, result)
        assert score.of(result.winner) == before + result.points
        games += 1
    assert crawford_games <= (terms.length > 1)


@settings(max_examples=60, deadline=None)
@given(match_terms, st.integers(0, 2**32), st.integers(0, 150))
def test_random_moment_snapshot_round_trip(terms: MatchTerms, seed: int, entries: int) -> None:
    """In the middle of a game as well: the record gives the state, and the snapshot keeps it."""
    rng = random.Random(seed)
    start = terms_for_game(terms, Score())
    state, record = new_game(start), []
    for _ in range(entries):
        if state.phase == Phase.OVER:
            break
        record.append(rng.choice(possible_entries(state, rng)))
        state = apply(state, record[-1])
    assert replay(start, record) == state == snapshot.from_json(snapshot.to_json(state))


sides = st.lists(st.integers(0, 15), min_size=27, max_size=27).map(tuple)
plays = st.builds(lambda mine, theirs: Play((), Position(mine, theirs)), sides, sides)
texts = st.text(max_size=30) | st.sampled_from(["1", "2", "3", "24/18 13/11", "8/5 6/5", "(no play)", "31: 8/5"])
dice = st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)) | st.tuples(st.integers(-1, 8), st.just(9))
entries = st.builds(Entry, st.sampled_from(Kind) | texts, st.none() | st.sampled_from(Seat), dice, texts)


def attempt(command: Callable[[], GameState]) -> GameState | RuleError:
    """What the command gives; any other exception than a RuleError fails the test."""
    try:
        return command()
    except RuleError as error:
        return error


@settings(max_examples=100, deadline=None)
@given(match_terms, st.integers(0, 2**32), st.integers(0, 60), st.lists(entries, max_size=10), plays)
def test_random_command_is_carried_out_or_refused(
    terms: MatchTerms, seed: int, moves: int, commands: list[Entry], impossible: Play
) -> None:
    """Any command at any moment gives a sound state or a RuleError with a sentence, and nothing else."""
    rng = random.Random(seed)
    state = new_game(terms_for_game(terms, Score()))
    for _ in range(moves):
        if state.phase != Phase.OVER:
            state = apply(state, rng.choice(possible_entries(state, rng)))
    before = snapshot.to_json(state)
    for entry in commands:
        outcome = attempt(partial(apply, state, entry))
        if isinstance(outcome, GameState):
            check_moment(outcome)
        else:
            assert str(outcome)[-1] in ".?”"
    for seat in Seat:
        assert isinstance(attempt(partial(game.play, state, seat, impossible)), RuleError)
    assert snapshot.to_json(state) == before


@settings(max_examples=60, deadline=None)
@given(match_terms, st.integers(0, 2**32))
def test_random_game_is_the_same_for_both_seats(terms: MatchTerms, seed: int) -> None:
    """Bug cases A-19, D-5, E-4: mirrored commands give the mirrored game."""
    rng = random.Random(seed)
    state = mirrored = new_game(terms_for_game(replace(terms, length=0, jacoby=True), Score()))
    while state.phase != Phase.OVER:
        entry = rng.choice(possible_entries(state, rng))
        swapped = Entry(
            entry.kind,
            entry.seat and entry.seat.other,
            entry.dice if entry.seat or entry.dice is None else entry.dice[::-1],
            entry.text,
        )
        state, mirrored = apply(state, entry), apply(mirrored, swapped)
        assert mirrored.position == state.position.swapped()
        assert mirrored.to_act == (state.to_act and state.to_act.other)
        assert mirrored.cube.owner == (state.cube.owner and state.cube.owner.other)
    assert state.result is not None
    assert mirrored.result is not None
    assert state.result.points == mirrored.result.points
    assert state.result.winner != mirrored.result.winner
    assert state.pips(Seat.WHITE) == mirrored.pips(Seat.BLACK)
