"""What drawing a table costs, beside the barest template of the same size.

    python -m bench.render

A game of the length of a usual one is played by chance; each of its tables is drawn as its players and spectators see
it, the first time they are seen, and in turns a template that does nothing but put a version into as many bytes. So
are the answers to the first step of each play, from the text of the draft to the bytes that are sent.
"""

import os
import random
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.template import Context, Engine  # noqa: E402
from django.utils.text import compress_string  # noqa: E402

from games.markup import draw  # noqa: E402
from games.presenters.table import begin_draft, table_view  # noqa: E402
from games.rules.game import GameState, Phase, new_game  # noqa: E402
from games.rules.history import Entry, Kind, apply  # noqa: E402
from games.rules.notation import format_play  # noqa: E402
from games.rules.written import format_steps  # noqa: E402
from games.selectors.table import TableFacts  # noqa: E402
from tests.presenters.tables import AWAY, VIEWS, facts  # noqa: E402

GAMES = 12
TURNS = 55
GOAL = 2.0


def main() -> None:
    """Measure and print."""
    times: dict[str, list[float]] = defaultdict(list)
    for _ in range(GAMES):
        for table in game():
            for view in VIEWS:
                shown = timed(times["view"], table_view, table, view)
                html = timed(times["markup"], draw, "table", shown)
                timed(times["bare template"], bare_template(len(html)), table.version)
            if table.state and table.state.phase == Phase.TO_PLAY:
                answer = timed(times["step"], step, table, first_step(table.state))
                timed(times["bare template of a step"], bare_template(len(answer)), table.version)
                timed(times["compressing a step"], compress_string, answer.encode())
    half = {name: median(each[len(each) // 2 :]) for name, each in times.items()}
    print(f"{len(times['view'])} tables, the last of {len(html) / 1000:.1f} kB; medians of the second half")
    table_time = half["view"] + half["markup"]
    for name, milliseconds in half.items():
        print(f"{name:24}{milliseconds:8.3f} ms CPU")
    print(f"{'a table together':24}{table_time:8.3f} ms CPU   (goal: {GOAL} or less)")
    print(f"a table is {table_time / half['bare template']:.1f} bare templates, ", end="")
    print(f"a step {half['step'] / half['bare template of a step']:.1f}")


def bare_template(size: int) -> Callable[[int], str]:
    """Puts a version into so many bytes and does nothing else."""
    bare = Engine().from_string("x" * (size - 8) + "{{ version }}")
    return lambda version: bare.render(Context({"version": version}))


def first_step(state: GameState) -> str:
    """The draft that a player's first tap makes."""
    play = next(iter(state.legal()))
    return format_steps(play.steps[:1])


def step(table: TableFacts, text: str) -> str:
    """The answer to a draft."""
    assert table.state
    assert table.state.on_roll
    return draw("table", table_view(table, table.state.on_roll, begin_draft(table.state, text), is_step=True))


def timed(kept: list[float], work: Callable[..., Any], *of: Any) -> Any:
    """Do something, and keep the processor's milliseconds."""
    begun = time.thread_time()
    done = work(*of)
    kept.append((time.thread_time() - begun) * 1000)
    return done


def game() -> list[TableFacts]:
    """The tables of a game that is played by chance, one for each entry of its record."""
    state, tables = new_game(AWAY), []
    record: tuple[Entry, ...] = ()
    while state.result is None and len(record) < 2 * TURNS:
        dice = (random.randint(1, 6), random.randint(1, 6))
        if state.phase == Phase.OPENING:
            entry = Entry(Kind.ROLL, None, dice)
        elif state.phase == Phase.TO_ROLL:
            entry = Entry(Kind.ROLL, state.on_roll, dice)
        else:
            legal = state.legal()
            entry = Entry(Kind.PLAY, state.on_roll, text=format_play(legal.play_for(random.choice(legal.results))))
        state, record = apply(state, entry), (*record, entry)
        if state.result is None:
            tables.append(replace(facts(state, record), version=len(record)))
    return tables


if __name__ == "__main__":
    main()
