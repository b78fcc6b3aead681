"""Every pair of commands at the same moment: the result is that of one order or the other, never a third.

Both orders are carried out one after the other on copies of the match; then the two commands start together, from
threads with connections of their own, again and again.
"""

import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement
from threading import Barrier

from django.db import transaction

from games.models import Game, Match, Move
from games.selectors.integrity import faults_of
from tests.reliability.situations import COMMANDS, SITUATIONS, Act, Command, People, Scene, attempt
from tests.reliability.wishes import close_connections

# What differs between copies of one match.
OF_THE_COPY = {"id", "public_id", "invite_token", "match_id", "game_id", "rematch_of_id"}
STAGGER = 0.002  # seconds one of the two comes later, at most
Outcome = tuple[str, str, str]


def pairs() -> Iterator[tuple[str, str, str]]:
    """Two commands and a situation in which at least one of them can be carried out."""
    for first, second in combinations_with_replacement(COMMANDS, 2):
        for situation in dict.fromkeys(COMMANDS[first][1] + COMMANDS[second][1]):
            yield situation, first, second


def faults(people: People, times: int, counts: Counter[str]) -> Iterator[str]:
    """Race every pair so often; a sentence for every result that neither order explains."""
    scenes = {name: make(people) for name, make in SITUATIONS.items()}
    with ThreadPoolExecutor(2) as threads:
        for situation, first, second in pairs():
            acts = COMMANDS[first][0], COMMANDS[second][0]
            serial = [in_order(scenes[situation].copied(), acts, order) for order in ((0, 1), (1, 0))]
            for scene in copies(scenes[situation], times):
                outcome = at_once(threads, scene, acts)
                counts["pairs raced"] += 1
                if outcome not in serial:
                    answers = [each[:2] for each in serial]
                    yield f"{situation}: {first} and {second} gave {outcome}; in order {answers}"
                elif serial[0] != serial[1]:
                    counts["the first came first" if outcome == serial[0] else "the second came first"] += 1
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
    """Everything that is stored about a match and its rematch, to be compared; its record is whole."""
    rows: list[object] = []
    for match in Match.objects.filter(pk=scene.match.pk) | Match.objects.filter(rematch_of=scene.match.pk):
        rows += [fault.replace(match.public_id, "") for fault in faults_of(match)]
        for table in (
            Match.objects.filter(pk=match.pk),
            Game.objects.filter(match=match).order_by("number"),
            Move.objects.filter(match=match).order_by("version"),
        ):
            rows += [{key: value for key, value in row.items() if key not in OF_THE_COPY} for row in table.values()]
    return repr(rows)
