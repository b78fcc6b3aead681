"""The legal plays of a roll, judged over complete plays, and drafts of them (MOVE-5 ... MOVE-13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.rules import generator
from games.rules.errors import IllegalPlay, gettext_noop
from games.rules.position import OFF, Position, landing_place
from games.rules.steps import Play, Step, take_step
from games.rules.variants.base import Variant
from games.rules.written import Move, format_steps, place_name, read

__all__ = [
    "Draft",
    "LegalPlays",
    "Play",
    "Step",
    "draft",
    "legal_plays",
    "obligation",
    "pool",
    "superfluous_star",
]


class LegalPlays:
    """Every legal final position of a roll, each once (MOVE-13), and how to reach it.

    `dice_used` is how many dice every complete play uses. When nothing can be played it is 0,
    and the unchanged position is the only result (MOVE-10).
    """

    __slots__ = ("_by_result", "_paths", "_position", "dice_used", "results")

    def __init__(self, variant: Variant, position: Position, dice: tuple[int, int]) -> None:
        self._position = position
        self.dice_used, self.results, self._paths = generator.search(variant, position, dice)
        self._by_result: dict[Position, generator.Path] | None = None

    def play_for(self, result: Position) -> Play:
        """The play that leads to this result, with as many dice as possible; `KeyError` when none does."""
        way: list[tuple[int, int]] = []
        path = self._path_of()[result]
        while path:
            path, source, die = path
            way.append((source, die))
        steps: list[Step] = []
        position = self._position
        for source, die in reversed(way):
            step, position = take_step(position, source, die)
            steps.append(step)
        return Play(tuple(steps), result)

    def __contains__(self, result: object) -> bool:
        return result in self._path_of()

    def __iter__(self) -> Iterator[Play]:
        return map(self.play_for, self.results)

    def __len__(self) -> int:
        return len(self.results)

    def _path_of(self) -> dict[Position, generator.Path]:
        # Made when first asked for: hashing positions costs more than finding them, and many
        # callers need the results alone.
        if self._by_result is None:
            self._by_result = dict(zip(self.results, self._paths, strict=True))
        return self._by_result


@lru_cache(maxsize=256)
def legal_plays(variant: Variant, position: Position, dice: tuple[int, int]) -> LegalPlays:
    """All legal plays of a roll (MOVE-6 ... MOVE-11).

    Kept for a while: rolling, showing, drafting and confirming all ask about the same roll.

    >>> from games.rules.variants import variant
    >>> backgammon = variant("backgammon")
    >>> len(legal_plays(backgammon, backgammon.start(), (3, 1)))
    16
    """
    return LegalPlays(variant, position, dice)


def pool(dice: tuple[int, int]) -> tuple[int, ...]:
    """The dice there are to play: two numbers, or four times the same (MOVE-5).

    >>> pool((3, 1)), pool((3, 3))
    ((3, 1), (3, 3, 3, 3))
    """
    return dice * 2 if dice[0] == dice[1] else dice


def obligation(legal: LegalPlays, dice: tuple[int, int], played: int) -> IllegalPlay:
    """Which duty a part-play of `played` possible steps breaks."""
    if legal.dice_used == 0:
        return IllegalPlay(gettext_noop("Nothing can be played with this roll."))
    if dice[0] == dice[1]:
        return IllegalPlay(
            gettext_noop("The %(die)s must be played as often as possible: %(most)s times, not %(played)s."),
            die=dice[0],
            most=legal.dice_used,
            played=played,
        )
    if legal.dice_used == 2:
        return IllegalPlay(gettext_noop("Both dice can be played, so both must be played."))
    return IllegalPlay(
        gettext_noop("Only one of the dice can be played, and then it must be the larger, the %(die)s."),
        die=max(dice),
    )


@dataclass(frozen=True, slots=True)
class Draft:
    """A part-played roll: what was drafted, and everything that may come next (MOVE-11).

    `lead` is the die that stood first when it was begun. `next_steps` holds one step for each way
    on, the leading die's first; `complete` says that this may be confirmed. A complete draft may
    have next steps: 5/off with a 6 is also the whole play 5/4/off (MOVE-12, MOVE-13).
    `chains` says where a checker can be carried by one die or more: for each such pair of places
    the steps, as few as possible. A pair is left out when two orders of the dice lead from one to
    the other, but to different positions: then it matters where the checker stops on its way.
    """

    steps: tuple[Step, ...]
    position: Position
    dice_left: tuple[int, ...]
    next_steps: tuple[Step, ...]
    chains: tuple[tuple[Step, ...], ...]
    complete: bool
    lead: int

    @property
    def text(self) -> str:
        """The steps as drafted, in order."""
        return format_steps(self.steps)


def draft(variant: Variant, position: Position, dice: tuple[int, int], text: str, lead: int | None = None) -> Draft:
    """Read a draft: steps in the order they are made, each one a beginning of a legal play.

    `lead` names the die to stand first; one that was not rolled changes nothing.

    >>> from games.rules.variants import variant
    >>> backgammon = variant("backgammon")
    >>> begun = draft(backgammon, backgammon.start(), (6, 5), "24/18")
    >>> begun.dice_left, begun.complete, len(begun.next_steps)
    ((5,), False, 3)
    >>> [format_steps(chain) for chain in begun.chains]
    ['18/13', '13/8', '8/3']
    """
    return _Drafting(variant, position, dice, lead).follow(read(text).moves)


class _Drafting:
    """The state of reading one draft: where it stands, and the legal ends it must reach."""

    def __init__(self, variant: Variant, position: Position, dice: tuple[int, int], lead: int | None) -> None:
        self._variant, self._position, self._dice = variant, position, dice
        self._legal = legal_plays(variant, position, dice)
        self._left = self._all = pool((lead, sum(dice) - lead) if lead in dice and lead is not None else dice)
        self._steps: list[Step] = []
        self._known: dict[tuple[Position, tuple[int, ...]], bool] = {}

    def follow(self, moves: tuple[Move, ...]) -> Draft:
        for move in moves:
            for _ in range(move.count):
                for source, target in zip(move.places, move.places[1:], strict=False):
                    self._take(source, target, starred=target in move.stars)
        complete, following = self._position in self._legal, self._next_steps()
        return Draft(
            tuple(self._steps), self._position, self._left, following, self._chains(following), complete, self._all[0]
        )

    def _take(self, source: int, target: int, *, starred: bool) -> None:
        die = self._choose_die(self._position, self._left, source, target)
        if isinstance(die, IllegalPlay):
            raise die
        step, after = take_step(self._position, source, die)
        if starred and not step.hits:
            raise superfluous_star(target)
        self._steps.append(step)
        self._position, self._left = after, _without(self._left, die)

    def _choose_die(self, position: Position, left: tuple[int, ...], source: int, target: int) -> int | IllegalPlay:
        """The exact die, else the smallest larger one (OFF-4), that is legal and leads on; or why none is."""
        answer: int | IllegalPlay = IllegalPlay(
            gettext_noop("%(step)s does not fit the dice still to be played."),
            step=f"{place_name(source)}/{place_name(target)}",
        )
        for die in sorted(set(left)):
            if landing_place(source, die) == target:
                refusal = self._variant.refusal(position, source, die)
                if refusal is None and self._leads_on(position, left, source, die):
                    return die
                answer = refusal or obligation(self._legal, self._dice, len(self._steps) + 1)
        return answer

    def _next_steps(self) -> tuple[Step, ...]:
        found: dict[tuple[int, int], Step] = {}
        for die in dict.fromkeys(self._left):
            for step in self._variant.steps(self._position, die):
                if self._choose_die(self._position, self._left, step.source, step.target) == die:
                    found[step.source, step.target] = step
        return tuple(found.values())

    def _chains(self, following: tuple[Step, ...]) -> tuple[tuple[Step, ...], ...]:
        """The shortest way of a checker to each place it can reach, where it does not matter which of them it goes."""
        ways: dict[tuple[int, int], dict[Position, tuple[Step, ...]]] = {}
        here, left = self._position, self._left
        carried = [way for step in following for way in self._carried(here, left, step.source, step.die)]
        for chain, end in sorted(carried, key=lambda way: len(way[0])):
            known = ways.setdefault((chain[0].source, chain[-1].target), {end: chain})
            if len(chain) == len(next(iter(known.values()))):
                known.setdefault(end, chain)
        return tuple(chain for ends in ways.values() if len(ends) == 1 for chain in ends.values())

    def _carried(
        self, position: Position, left: tuple[int, ...], source: int, die: int
    ) -> Iterator[tuple[tuple[Step, ...], Position]]:
        """This step, and all in which its checker can go on by itself, with the position each leads to."""
        step, after = take_step(position, source, die)
        left = _without(left, die)
        yield (step,), after
        for onward in dict.fromkeys(left) if step.target != OFF else ():
            if self._choose_die(after, left, step.target, landing_place(step.target, onward)) == onward:
                for chain, end in self._carried(after, left, step.target, onward):
                    yield (step, *chain), end

    def _leads_on(self, position: Position, left: tuple[int, ...], source: int, die: int) -> bool:
        _, after = take_step(position, source, die)
        return self._reaches_an_end(after, _without(left, die))

    def _reaches_an_end(self, position: Position, left: tuple[int, ...]) -> bool:
        """Whether a legal result can be reached from here with the dice left (MOVE-11)."""
        if position in self._legal:
            return True
        known = self._known.get((position, left))
        if known is None:
            known = self._known[position, left] = any(
                self._reaches_an_end(take_step(position, step.source, die)[1], _without(left, die))
                for die in set(left)
                for step in self._variant.steps(position, die)
            )
        return known


def _without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    spent = dice.index(die)
    return dice[:spent] + dice[spent + 1 :]


def superfluous_star(place: int) -> IllegalPlay:
    """A star stands where nothing is hit (§4.1)."""
    return IllegalPlay(
        gettext_noop("The star after %(place)s says that a checker is hit there, but none is."),
        place=place_name(place),
    )
