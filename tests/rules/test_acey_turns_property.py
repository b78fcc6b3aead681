"""Random turns of Acey-Deucey against a reading of rules.md AD-9 and AD-10 that knows nothing of stages."""

import random

from hypothesis import given
from hypothesis import strategies as st

from games.rules.game import GameState, Phase, Seat, Terms, choose, play, roll
from games.rules.position import CHECKERS, OFF, Position
from tests.rules.boards import to_roll
from tests.rules.oracle import positions

OPTIONS = [(), ("count",), ("european",), ("european", "count")]


def what_follows(words: list[str], european: bool) -> str:
    """What a player does next whose turn went so far as the words say; "" when it is over.

    A word is a roll ("12", "33", "65"), a double he named ("=5"), a complement ("+4"), each with "!" where some of it
    could not be played.
    """
    last = words[-1]
    if last.endswith("!"):
        return ""
    if last[0] in "=+":
        return "roll"
    if sorted(last) == ["1", "2"]:
        return "name"
    if european and last[0] == last[1]:
        return f"+{7 - int(last[0])}"
    return ""


def play_turn(state: GameState, rng: random.Random) -> tuple[GameState, list[str]]:
    """One whole turn, played by chance, and its words; at each part the game must ask for what follows."""
    seat, european = state.on_roll, "european" in state.terms.options
    assert seat is not None
    words: list[str] = []
    following = "roll"
    while following:
        if following == "roll":
            assert state.phase == Phase.TO_ROLL
            die = rng.randint(1, 6)
            dice = rng.choice([(1, 2), (2, 1), (die, die), (die, rng.randint(1, 6))])
            words.append(f"{dice[0]}{dice[1]}")
            needed = 4 if dice[0] == dice[1] else 2
            state = roll(state, seat, dice)
        elif following == "name":
            assert state.phase == Phase.TO_CHOOSE
            offered = state.choices()
            number = rng.randint(1, 6)
            words.append(f"={number}")
            needed = 4
            state = choose(state, seat, number)
            used = state.legal().dice_used if state.phase == Phase.TO_PLAY else 0
            assert offered[number - 1].dice_used == used
        else:
            words.append(following)
            needed = 4
        if state.phase == Phase.TO_PLAY and state.on_roll == seat:
            legal = state.legal()
            used = legal.dice_used
            state = play(state, seat, legal.play_for(rng.choice(legal.results)))
        else:
            used = 0
        if state.phase == Phase.OVER:
            return state, [*words, "won"]
        if used < needed:
            words[-1] += "!"
        following = what_follows(words, european)
        if following.startswith("+") and state.on_roll != seat:
            # Not one step of the complement can be played: the game has passed over it.
            words.append(f"{following}!")
            following = ""
        assert (state.on_roll == seat) == bool(following)
    assert state.phase == Phase.TO_ROLL
    more = [word for word in words[-1:] if what_follows([word.rstrip("!")], european)]
    assert (state.lost is not None) == (words[-1].endswith("!") and bool(more))
    return state, words


def check_result(state: GameState, options: tuple[str, ...]) -> None:
    """AD-13, AD-14."""
    result = state.result
    assert result is not None
    assert result.winner is not None
    assert state.seen_by(result.winner).mine[OFF] == CHECKERS
    left = CHECKERS - state.seen_by(result.winner.other).mine[OFF]
    assert result.points == result.multiplier == (left if "count" in options else 1)


@given(positions(hand=True), st.sampled_from(Seat), st.sampled_from(OPTIONS), st.integers(0, 2**32))
def test_random_turn_has_the_parts_of_the_rules(
    board: Position, seat: Seat, options: tuple[str, ...], seed: int
) -> None:
    state, words = play_turn(to_roll(seat, board, Terms("acey-deucey", options)), random.Random(seed))
    if words[-1] == "won":
        check_result(state, options)
