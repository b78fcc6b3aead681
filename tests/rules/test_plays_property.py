"""What holds for every position and roll, against a brute force written from rules.md §1.5 alone."""

from hypothesis import given

from games.rules.notation import read_play
from games.rules.plays import Draft, LegalPlays, Play, draft, legal_plays, pool
from games.rules.position import BAR, CHECKERS, HAND, OFF, Position, check_position
from games.rules.steps import take_step
from games.rules.variants import Variant, variant
from games.rules.written import format_play, place_name
from tests.rules.oracle import cases, position_of, positions, rolls

BACKGAMMON, ACEY_DEUCEY = variant("backgammon"), variant("acey-deucey")
EUROPEAN = variant("acey-deucey", ("european",))
GAMES = (BACKGAMMON, ACEY_DEUCEY, EUROPEAN)
Board = tuple[tuple[int, ...], tuple[int, ...]]


def single(mine: tuple[int, ...], theirs: tuple[int, ...], source: int, die: int, *, exact: bool) -> Board | None:
    """One step as the reference algorithm of rules.md §1.5 writes it; None where it is refused.

    `exact`: no number bears off from a lower point (rules.md §2.3).
    """
    if mine[source] == 0 or (mine[BAR] > 0 and source != BAR):
        return None
    target = min(source, 25) - die
    me, other = list(mine), list(theirs)
    me[source] -= 1
    if target > 0:
        if other[25 - target] >= 2:
            return None
        me[target] += 1
        if other[25 - target] == 1:
            other[25 - target] = 0
            other[BAR] += 1
    else:
        if any(mine[7:]):
            return None
        if target < 0 and (exact or any(mine[source + 1 : 7])):
            return None
        me[OFF] += 1
    return tuple(me), tuple(other)


def brute_force(start: Position, dice: tuple[int, int], *, exact: bool = False) -> tuple[set[Position], int]:
    """Every order of the dice, every source, to the end; then the longest, then the larger die."""
    high, low = max(dice), min(dice)
    ends: list[tuple[int, int, Board]] = []

    def go_on(board: Board, order: tuple[int, ...], used: int, first: int) -> None:
        stuck = True
        for source in range(HAND, 0, -1):
            after = single(*board, source, order[used], exact=exact) if used < len(order) else None
            if after:
                stuck = False
                go_on(after, order, used + 1, first or order[used])
        if stuck:
            ends.append((used, first, board))

    for order in [(high,) * 4] if high == low else [(high, low), (low, high)]:
        go_on((start.mine, start.theirs), order, 0, 0)
    most = max(used for used, _, _ in ends)
    longest = [(first, board) for used, first, board in ends if used == most]
    if most == 1:
        largest = max(first for first, _ in longest)
        longest = [(first, board) for first, board in longest if first == largest]
    return {Position(*board) for _, board in longest}, most


def few_enough(start: Position, dice: tuple[int, int]) -> bool:
    """Doubles with many checkers about take the brute force too long; the oracle has those."""
    return dice[0] != dice[1] or sum(map(bool, start.mine[1:])) <= 6


@given(positions(), rolls)
def test_legal_plays_equal_brute_force(start: Position, dice: tuple[int, int]) -> None:
    """MOVE-6 to MOVE-9: as many dice as possible, of one the larger, and nothing else."""
    if few_enough(start, dice):
        legal = legal_plays(BACKGAMMON, start, dice)
        assert (set(legal.results), legal.dice_used) == brute_force(start, dice)
        assert len(legal) == len(set(legal))


@given(positions(hand=True), rolls)
def test_legal_plays_with_a_hand_equal_brute_force(start: Position, dice: tuple[int, int]) -> None:
    """AD-3, AD-4, AD-7, AD-8, AD-12: the hand enters like the bar, but only the bar binds."""
    if few_enough(start, dice):
        legal = legal_plays(ACEY_DEUCEY, start, dice)
        assert (set(legal.results), legal.dice_used) == brute_force(start, dice)


@given(positions(hand=True), rolls)
def test_legal_plays_with_exact_bearing_off_equal_brute_force(start: Position, dice: tuple[int, int]) -> None:
    """rules.md §2.3, European: only the number of its point bears a checker off."""
    if few_enough(start, dice):
        legal = legal_plays(EUROPEAN, start, dice)
        assert (set(legal.results), legal.dice_used) == brute_force(start, dice, exact=True)


@given(positions(), rolls)
def test_every_result_has_fifteen_checkers_a_side(start: Position, dice: tuple[int, int]) -> None:
    """BRD-4."""
    for result in legal_plays(BACKGAMMON, start, dice).results:
        check_position(result)
        assert sum(result.mine) == sum(result.theirs) == CHECKERS


@given(positions())
def test_swapping_twice_changes_nothing(start: Position) -> None:
    assert start.swapped().swapped() == start
    assert start.swapped().mine == start.theirs


@given(positions(), rolls)
def test_every_play_leads_to_its_result(start: Position, dice: tuple[int, int]) -> None:
    """Its steps are legal one after the other, use the dice of the roll, and say whom they hit."""
    legal = legal_plays(BACKGAMMON, start, dice)
    for play in legal:
        at, left = start, list(pool(dice))
        for step in play.steps:
            assert step in BACKGAMMON.steps(at, step.die)
            left.remove(step.die)
            made, at = take_step(at, step.source, step.die)
            assert made == step
        assert at == play.result
        assert len(play.steps) == legal.dice_used


@given(positions(hand=True), rolls)
def test_steps_are_what_refusal_lets_pass(start: Position, dice: tuple[int, int]) -> None:
    for game in GAMES:
        for die in dice:
            allowed = [place for place in range(HAND, 0, -1) if game.refusal(start, place, die) is None]
            assert [step.source for step in game.steps(start, die)] == allowed


@given(positions(hand=True), rolls)
def test_what_is_movable_stays_so(start: Position, dice: tuple[int, int]) -> None:
    """The promise of `Variant.movable` on which the generator relies, for both orders of the dice."""
    for game in GAMES:
        for first, second in (dice, dice[::-1]):
            could = {step.source for step in game.steps(start, second)}
            for step in game.steps(start, first):
                _, after = take_step(start, step.source, first)
                still = {each.source for each in game.steps(after, second)}
                assert could - still <= ({step.source} if not after.mine[step.source] else set())


def assert_read_back(game: Variant, start: Position, dice: tuple[int, int], legal: LegalPlays, play: Play) -> None:
    text = format_play(play)
    assert read_play(game, start, dice, text) == play, text
    # Without its stars the text may fit another play as well; if it does not, it is this one.
    alike = [result for result in legal.results if result.mine == play.result.mine]
    if play.steps and len(alike) == 1:
        assert read_play(game, start, dice, text.upper().replace("/", "-").replace("*", "")) == play, text


@given(positions(hand=True), rolls)
def test_canonical_text_is_read_back(start: Position, dice: tuple[int, int]) -> None:
    legal = legal_plays(ACEY_DEUCEY, start, dice)
    for result in legal.results[:25]:
        assert_read_back(ACEY_DEUCEY, start, dice, legal, legal.play_for(result))


def test_canonical_text_of_real_positions_is_read_back_and_unique() -> None:
    for case in cases("plays.jsonl.gz"):
        if case["id"] % 20 == 0:
            start, dice = position_of(case), tuple(case["dice"])
            legal = legal_plays(BACKGAMMON, start, dice)
            assert len({format_play(play) for play in legal}) == len(legal)
            for result in legal.results[:25]:
                assert_read_back(BACKGAMMON, start, dice, legal, legal.play_for(result))


def walk(game: Variant, start: Position, dice: tuple[int, int]) -> tuple[set[Position], set[Position]]:
    """Follow every draft to its end: the positions that may be confirmed, and those where it ends."""
    complete: set[Position] = set()
    ends: set[Position] = set()
    seen: set[tuple[Position, tuple[int, ...]]] = set()

    def follow(begun: Draft) -> None:
        if (begun.position, begun.dice_left) in seen:
            return
        seen.add((begun.position, begun.dice_left))
        if begun.complete:
            complete.add(begun.position)
        if not begun.next_steps:
            ends.add(begun.position)
        for step in begun.next_steps:
            text = f"{begun.text} {place_name(step.source)}/{step.target}"
            longer = draft(game, start, dice, text)
            assert longer.steps == (*begun.steps, step)
            follow(longer)

    follow(draft(game, start, dice, ""))
    return complete, ends


def assert_drafts_lead_to_all_legal_plays(game: Variant, start: Position, dice: tuple[int, int]) -> None:
    """MOVE-11: no draft is a dead end, and every legal play can be drafted."""
    legal = legal_plays(game, start, dice)
    complete, ends = walk(game, start, dice)
    assert complete == set(legal.results)
    assert ends <= complete


@given(positions(), rolls)
def test_drafts_lead_to_all_legal_plays(start: Position, dice: tuple[int, int]) -> None:
    if few_enough(start, dice):
        assert_drafts_lead_to_all_legal_plays(BACKGAMMON, start, dice)


@given(positions(hand=True), rolls)
def test_drafts_with_a_hand_lead_to_all_legal_plays(start: Position, dice: tuple[int, int]) -> None:
    if few_enough(start, dice):
        for game in (ACEY_DEUCEY, EUROPEAN):
            assert_drafts_lead_to_all_legal_plays(game, start, dice)


def test_drafts_lead_to_all_legal_plays_of_real_positions() -> None:
    for case in cases("plays.jsonl.gz"):
        if case["id"] % 40 == 0 and case["n"] < 60:
            assert_drafts_lead_to_all_legal_plays(BACKGAMMON, position_of(case), tuple(case["dice"]))
