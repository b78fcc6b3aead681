"""Every pair of commands at the same moment: the result is that of one order or the other, never a third.

Both orders are carried out one after the other on copies of the match; then the two commands start together, from
threads with connections of their own, again and again.
"""

import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations_with_replacement
from threading import Barrier

from django.db import transaction
from django.db.models import Q

from games.models import DiceExchange, DiceSecret, Game, Match, Move
from games.selectors.integrity import faults_of
from tests.reliability.situations import COMMANDS, SITUATIONS, TWINS, Act, Command, People, Scene, attempt
from tests.reliability.wishes import close_connections

# What differs between copies of one match.
OF_THE_COPY = {"id", "public_id", "invite_token", "match_id", "game_id", "rematch_of_id"}
# Drawn, or made of what was drawn and the match's id: of copies it is compared whether it is there.
DRAWN = {"root", "seed", "creator_commitment", "creator_secret", "joiner_secret", "dice_secret"}
STAGGER = 0.002  # seconds one of the two comes later, at most
Outcome = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two commands, and where they meet."""

    name: str
    acts: tuple[Act, Act]
    situation: str


def pairs() -> Iterator[Pair]:
    """Every command beside every other and itself, where both can be carried out, or else where the first can."""
    for (first, (act, places)), (second, (other, other_places)) in combinations_with_replacement(COMMANDS.items(), 2):
        situation = next((place for place in places if place in other_places), places[0])
        yield Pair(f"{first} and {second}", (act, other), situation)
    for name, (act, other, situation) in TWINS.items():
        yield Pair(name, (act, other), situation)


def faults(people: People, times: int, counts: Counter[str]) -> Iterator[str]:
    """Race every pair so often; a sentence for every result that neither order explains."""
    scenes = {name: make(people) for name, make in SITUATIONS.items()}
    with ThreadPoolExecutor(2) as threads:
        for pair in pairs():
            scene = scenes[pair.situation]
            serial = [in_order(scene.copied(), pair.acts, order) for order in ((0, 1), (1, 0))]
            for copy in copies(scene, times):
                outcome = at_once(threads, copy, pair.acts)
                counts["pairs raced"] += 1
                if outcome not in serial:
                    answers = [each[:2] for each in serial]
                    yield f"{pair.situation}: {pair.name} gave {outcome}; in order {answers}"
                elif serial[0] != serial[1]:
                    counts["the first came first" if outcome == serial[0] else "the second came first"] += 1
            yield from faults_of(Match.objects.get(pk=copy.match.pk))
        close_connections(threads, 2)


def copies(scene: Scene, number: int) -> list[Scene]:
    """The match so many times."""
    with transaction.atomic():
        return [scene.copied() for _ in range(number)]


def in_order(scene: Scene, acts: tuple[Act, Act], order: tuple[int, int]) -> Outcome:
    """Both commands one after the other, made at the same version."""
    commands = [act(scene) for act in acts]
    answers = ["", ""]
    for number in order:
        answers[number] = attempt(commands[number])
    return answers[0], answers[1], stored(scene)


def at_once(threads: ThreadPoolExecutor, scene: Scene, acts: tuple[Act, Act]) -> Outcome:
    """Both commands at the same moment."""
    barrier = Barrier(2)
    delays = random.choice([(0.0, 0.0), (0.0, random.uniform(0, STAGGER)), (random.uniform(0, STAGGER), 0.0)])

    def run(command: Command, delay: float) -> str:
        barrier.wait()
        time.sleep(delay)
        return attempt(command)

    first, second = threads.map(run, [act(scene) for act in acts], delays)
    return first, second, stored(scene)


def stored(scene: Scene) -> str:
    """Everything that is stored about a match and its rematch, to be compared."""
    rows: list[object] = []
    for match in Match.objects.filter(Q(pk=scene.match.pk) | Q(rematch_of=scene.match.pk)).order_by("pk"):
        for table in (
            Match.objects.filter(pk=match.pk),
            Game.objects.filter(match=match).order_by("number"),
            Move.objects.filter(match=match).order_by("version"),
            DiceExchange.objects.filter(match=match),
            DiceSecret.objects.filter(match=match),
        ):
            rows += [
                {key: bool(value) if key in DRAWN else value for key, value in row.items() if key not in OF_THE_COPY}
                for row in table.values()
            ]
    return repr(rows)
