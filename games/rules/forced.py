"""Plays without a choice: what may be played for a player who wants to be asked only where there is one.

A play is forced when every legal play of the roll ends in the same position, in whatever order or way.
"""

from __future__ import annotations

from games.rules.plays import Draft, LegalPlays, Play, pool
from games.rules.position import OFF, Position
from games.rules.steps import Step, take_step
from games.rules.variants import race
from games.rules.variants.base import Variant


def forced_play(legal: LegalPlays) -> Play | None:
    """The play of a roll that leaves no choice; None where there is one, and where nothing can be played.

    >>> from games.rules.plays import legal_plays
    >>> from games.rules.position import position
    >>> from games.rules.variants import variant
    >>> from games.rules.written import format_play
    >>> board = position("24:1 2:7 1:7", "12:3 5:4 4:4 3:4")
    >>> format_play(forced_play(legal_plays(variant("backgammon"), board, (6, 5))))
    '24/18'
    """
    if len(legal) > 1 or legal.dice_used == 0:
        return None
    return legal.play_for(legal.results[0])


def forced_rest(variant: Variant, legal: LegalPlays, draft: Draft) -> tuple[Step, ...] | None:
    """The steps that a begun draft leaves no choice about; None where there is one, and where nothing is left.

    A draft that may be confirmed as it is and may go on leaves one. The search ends as soon as it has found two ends.
    """
    ends: dict[Position, tuple[Step, ...]] = {}
    seen: set[tuple[Position, tuple[int, ...]]] = set()
    open_ends: list[tuple[Position, tuple[int, ...], tuple[Step, ...]]] = [(draft.position, draft.dice_left, ())]
    while open_ends and len(ends) < 2:
        position, left, steps = open_ends.pop()
        if (position, left) in seen:
            continue
        seen.add((position, left))
        if position in legal:
            ends.setdefault(position, steps)
        for index, die in enumerate(left):
            if die not in left[:index]:
                after = left[:index] + left[index + 1 :]
                for step in reversed(variant.steps(position, die)):
                    open_ends.append((take_step(position, step.source, die)[1], after, (*steps, step)))
    only = list(ends.values())
    return only[0] if len(only) == 1 and only[0] else None


def clear_bear_off(position: Position, dice: tuple[int, int], legal: LegalPlays) -> Play | None:
    """The play of a race that bears a checker off with every die, or all that are left; None without exactly one.

    >>> from games.rules.plays import legal_plays
    >>> from games.rules.position import position
    >>> from games.rules.variants import variant
    >>> from games.rules.written import format_play
    >>> board = position("6:2 5:3 4:4", "6:5 5:5")
    >>> format_play(clear_bear_off(board, (6, 4), legal_plays(variant("backgammon"), board, (6, 4))))
    '6/off 4/off'
    """
    mine, theirs = position
    if any(mine[7:]) or any(theirs[25:]) or race.is_contact(mine, theirs):
        return None
    most = mine[OFF] + min(len(pool(dice)), sum(mine[1:]))
    ends = [result for result in legal.results if result.mine[OFF] == most]
    return legal.play_for(ends[0]) if len(ends) == 1 else None
