"""Text to play: tolerant reading that always ends in a legal position, or in a sentence that says why not.

`format_play` and `format_step` (the other direction) are at home in `written.py` and offered here too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from games.rules.errors import AmbiguousPlay, IllegalPlay, gettext_noop
from games.rules.plays import Draft, LegalPlays, draft, legal_plays, obligation, pool, superfluous_star
from games.rules.position import OFF, Position, landing_place
from games.rules.steps import Play, take_step, take_steps
from games.rules.variants.base import Variant
from games.rules.written import Move, Writing, format_play, format_step, place_name, read

__all__ = ["format_play", "format_step", "read_beginning", "read_play"]

_Segment = tuple[int, int]  # from, to, as written: one step or several
_Fit = list[tuple[int, int]]  # steps as (source, die), in the order written


@lru_cache(maxsize=256)
def read_play(variant: Variant, position: Position, dice: tuple[int, int], text: str) -> Play:
    """The legal play that a text means; `BadNotation`, `IllegalPlay` or `AmbiguousPlay` when there is none.

    Kept for a while: a command's play is written canonically, and that is read again when it is applied.

    >>> from games.rules.variants import variant
    >>> backgammon = variant("backgammon")
    >>> format_play(read_play(backgammon, backgammon.start(), (3, 1), "31: 6-5, 8>5"))
    '8/5 6/5'
    """
    writing = read(text)
    _check_roll(writing, dice)
    legal = legal_plays(variant, position, dice)
    if not writing.moves:
        if legal.dice_used:
            raise IllegalPlay(gettext_noop("This roll can be played, so it must be."))
        return legal.play_for(position)
    if not legal.dice_used:
        raise obligation(legal, dice, 0)
    fits = _fits(writing.moves, dice)
    # The order of the steps makes no difference to where they end (MOVE-13), so none has to be looked for.
    ends = [take_steps(position, fit) for fit in fits]
    lawful = {result: hits for result, hits in ends if result in legal}
    if not lawful:
        raise _why_unlawful(variant, position, dice, legal, fits)
    return legal.play_for(_by_stars(legal.play_for, lawful, writing.moves))


def read_beginning(
    variant: Variant, position: Position, dice: tuple[int, int], text: str, lead: int | None = None
) -> Draft:
    """The draft that a text means which may leave dice over; it is read as tolerantly as a whole play.

    >>> from games.rules.variants import variant
    >>> backgammon = variant("backgammon")
    >>> read_beginning(backgammon, backgammon.start(), (3, 3), "13-7").text
    '13/10 10/7'
    """
    writing = read(text)
    _check_roll(writing, dice)
    if not writing.moves:
        raise IllegalPlay(gettext_noop("This roll can be played, so it must be."))
    found: dict[Position, Draft] = {}  # by where they stand
    refusal: IllegalPlay | None = None
    for fit in _fits(writing.moves, dice):
        # In the order written, or else the rearmost checkers first, which any legal play allows.
        for order in (fit, sorted(fit, reverse=True)):
            try:
                begun = draft(variant, position, dice, _as_steps(order), lead)
            except IllegalPlay as error:
                refusal = refusal or error
            else:
                found.setdefault(begun.position, begun)
                break
    if refusal and not found:
        raise refusal
    hits = {place: frozenset(step.target for step in begun.steps if step.hits) for place, begun in found.items()}
    return found[_by_stars(lambda place: Play(found[place].steps, place), hits, writing.moves)]


def _as_steps(fit: _Fit) -> str:
    return " ".join(_format_segment((place, landing_place(place, die))) for place, die in fit)


def _check_roll(writing: Writing, dice: tuple[int, int]) -> None:
    """A text may name its dice; then they are those of the roll."""
    if writing.dice and sorted(writing.dice) != sorted(dice):
        raise IllegalPlay(
            gettext_noop("The roll is %(roll)s, not %(written)s."),
            roll=_roll(dice),
            written=_roll(writing.dice),
        )


def _roll(dice: tuple[int, int]) -> str:
    return f"{max(dice)}-{min(dice)}"


def _fits(moves: tuple[Move, ...], dice: tuple[int, int]) -> list[_Fit]:
    """The ways to pay for the moves with the dice: a merged chain may have two (MOVE-3)."""
    segments: list[_Segment] = []
    for move in moves:
        for segment in zip(move.places, move.places[1:], strict=False):
            if segment[1] >= segment[0]:
                raise IllegalPlay(
                    gettext_noop("Checkers move from high points to low ones; %(move)s does not."),
                    move=_format_segment(segment),
                )
            segments += [segment] * move.count
    available = pool(dice)
    if len(segments) > len(available):
        raise IllegalPlay(
            gettext_noop("The roll %(roll)s gives %(most)s steps, and this is more."),
            roll=_roll(dice),
            most=len(available),
        )
    stuck_at = 0
    result = []
    for fit, paid in _pay(segments, 0, segments[0][0], available, []):
        stuck_at = max(stuck_at, paid)
        if paid == len(segments):
            result.append(fit)
    if not result:
        raise IllegalPlay(
            gettext_noop("%(move)s does not fit the roll %(roll)s."),
            move=_format_segment(segments[stuck_at]),
            roll=_roll(dice),
        )
    return result


def _format_segment(segment: _Segment) -> str:
    return f"{place_name(segment[0])}/{place_name(segment[1])}"


def _pay(
    segments: list[_Segment], paid: int, place: int, dice: tuple[int, ...], fit: _Fit
) -> Iterator[tuple[_Fit, int]]:
    """Every way to go on paying, each as far as it leads: (steps, how many segments are paid)."""
    yield fit, paid
    if paid == len(segments):
        return
    target = segments[paid][1]
    for die in sorted(set(dice)):
        reached = landing_place(place, die)
        if reached < target:
            continue
        left = list(dice)
        left.remove(die)
        steps = [*fit, (place, die)]
        if reached > target:
            yield from _pay(segments, paid, reached, tuple(left), steps)
        else:
            after = segments[paid + 1][0] if paid + 1 < len(segments) else OFF
            yield from _pay(segments, paid + 1, after, tuple(left), steps)


def _why_unlawful(
    variant: Variant, position: Position, dice: tuple[int, int], legal: LegalPlays, fits: list[_Fit]
) -> IllegalPlay:
    """What keeps the written step from being made that comes farthest, or the duty that the steps break."""
    refusals: list[tuple[int, IllegalPlay]] = []
    for fit in fits:
        left, at = list(fit), position
        while left:
            reasons = [variant.refusal(at, source, die) for source, die in left]
            if None not in reasons:
                refusals += [(len(left), reason) for reason in reasons[:1] if reason]
                break
            source, die = left.pop(reasons.index(None))
            _, at = take_step(at, source, die)
        else:
            return obligation(legal, dice, len(fit))
    return min(refusals, key=lambda refusal: refusal[0])[1]


def _by_stars(
    play_for: Callable[[Position], Play], lawful: dict[Position, frozenset[int]], moves: tuple[Move, ...]
) -> Position:
    """Among the plays that a text can mean, the one whose hits are those written (§4.1)."""
    stars = frozenset[int]().union(*(move.stars for move in moves))
    possible = {result: hits for result, hits in lawful.items() if stars <= hits}
    if not possible:
        unhit = stars.difference(*lawful.values()) or stars
        raise superfluous_star(max(unhit))
    exact = [result for result, hits in possible.items() if hits == stars]
    if len(possible) > 1 and len(exact) != 1:
        candidates = tuple(sorted(format_play(play_for(result)) for result in possible))
        raise AmbiguousPlay(gettext_noop("This can mean different plays: %(candidates)s."), candidates)
    return exact[0] if exact else next(iter(possible))
