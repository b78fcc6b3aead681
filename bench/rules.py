"""How fast the legal plays of a roll are found, against other programs in the same run.

    make bench                              everything
    .venv-bench/bin/python -m bench.rules   this alone

Every contender answers every position of tests/data/plays.jsonl.gz; the rounds are cut into small
pieces and the pieces interleaved, so that whatever else the machine does falls on all alike. Times
are processor time of this process, so that waiting for a busy machine does not count. Rates are of
the median round; a ratio is the median of the ratios within each round.

Acey-Deucey, which none of the others plays, answers those of tests/data/acey.jsonl.gz and is compared
with our backgammon.
"""

import argparse
import gc
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from time import process_time
from typing import Any

from bench import rivals
from bench.rivals import Contender, Dice
from games.rules.position import Position

DATA = Path(__file__).parent.parent / "tests/data"
PIECE = 500
GOALS = {("gammonview", "positions"): 4.0, ("gnubg-nn", "positions"): 0.5}
P99_GOAL_MS = 5.0

Case = tuple[Position, Dice]
Times = dict[int, list[float]]  # of each contender, by its place in the list: seconds of each round


def load(name: str) -> list[dict[str, Any]]:
    """The cases of an oracle."""
    with gzip.open(DATA / name, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _case(case: dict[str, Any]) -> Case:
    return _position(case), (case["dice"][0], case["dice"][1])


def _position(case: dict[str, Any]) -> Position:
    """A position of an oracle as ours."""
    points, bar, off, hand = case["points"], case["bar"], case["off"], case.get("hand", [0, 0])
    mine = (off[0], *(max(count, 0) for count in points), bar[0], hand[0])
    theirs = (off[1], *(max(-count, 0) for count in reversed(points)), bar[1], hand[1])
    return Position(mine, theirs)


def installed() -> list[Contender]:
    """The contenders that are here, and a line for each that is not."""
    contenders = [rivals.barpoint()]
    finders: dict[str, Callable[[], list[Contender]]] = {"gnubg-nn": rivals.gnubg_nn, "gammonview": rivals.gammonview}
    for name, find in finders.items():
        try:
            contenders += find()
        except ImportError as error:
            print(f"Without {name} ({error}): it is installed for the benchmarks alone, by `make bench`.")
    return contenders


def check(contenders: list[Contender], cases: list[Case]) -> None:
    """Say whether all give the same results; a rate of wrong answers is worth nothing."""
    ours, *others = [contender for contender in contenders if contender.positions]
    expected = [ours.positions(ours.answer(*ours.prepare(*case))) for case in cases if ours.positions]
    for contender in others:
        different = 0
        for (position, dice), results in zip(cases, expected, strict=True):
            answer = contender.answer(*contender.prepare(position, dice))
            # Where nothing can be played, others give no result and we give the unchanged position.
            different += (set(answer) or {position}) != results
        print(f"{contender.name}: {different} of {len(cases)} positions with other results than ours")


def measure(contenders: list[Contender], cases: list[list[Case]], rounds: int) -> Times:
    """Seconds that each contender needs for all of its cases, in each round (processor time)."""
    prepared = [[each.prepare(*case) for case in asked] for each, asked in zip(contenders, cases, strict=True)]
    # The questions are the benchmark's own; the garbage collector shall not walk through them on anyone's time.
    gc.collect()
    gc.freeze()
    times: Times = {place: [] for place in range(len(contenders))}
    for _ in range(rounds):
        spent = [0.0] * len(contenders)
        for begin in range(0, max(map(len, cases)), PIECE):
            for place, contender in enumerate(contenders):
                answer, questions = contender.answer, prepared[place][begin : begin + PIECE]
                started = process_time()
                for question in questions:
                    answer(*question)
                spent[place] += process_time() - started
        for place, seconds in enumerate(spent):
            times[place].append(seconds)
    return times


def latencies(contender: Contender, cases: list[Case], rounds: int) -> tuple[float, float, float]:
    """Median, 99th percentile and worst time of a single roll, in milliseconds."""
    prepared = [contender.prepare(*case) for case in cases]
    times = []
    for _ in range(rounds):
        for question in prepared:
            started = process_time()
            contender.answer(*question)
            times.append((process_time() - started) * 1000)
    return median(times), quantiles(times, n=100)[98], max(times)


def report(contenders: list[Contender], cases: list[Case], title: str, rounds: int) -> None:
    """One table: rates, ratios, and whether the goals are met."""
    times = measure(contenders, [cases] * len(contenders), rounds)
    typical, slow, worst = latencies(contenders[0], cases, rounds)
    print(f"\n{title}: {len(cases)} positions, {rounds} rounds")
    for place, contender in enumerate(contenders):
        rate = len(cases) / median(times[place])
        line = f"  {contender.name:<11}{contender.gives:<11}{rate:>9,.0f} positions/s"
        if place:
            ratios = sorted(theirs / ours for ours, theirs in zip(times[0], times[place], strict=True))
            line += f"   barpoint is {median(ratios):6.2f} times that ({ratios[0]:.2f} to {ratios[-1]:.2f})"
            goal = GOALS.get((contender.name, contender.gives))
            if goal:
                line += f"   goal {goal:g}: {'met' if median(ratios) >= goal else 'MISSED'}"
        print(line)
    _print_latency(typical, slow, worst)


def _print_latency(typical: float, slow: float, worst: float) -> None:
    verdict = "met" if slow < P99_GOAL_MS else "MISSED"
    print(f"  barpoint, one roll: median {typical:.3f} ms, p99 {slow:.3f} ms, worst {worst:.3f} ms")
    print(f"  goal p99 {P99_GOAL_MS:g} ms: {verdict}")


def report_acey_deucey(backgammon: list[Case], rounds: int) -> None:
    """Acey-Deucey beside our backgammon: on its own positions, and on those of backgammon, which both can play."""
    oracle = load("acey.jsonl.gz")
    cases, acey_deucey = [_case(case) for case in oracle], rivals.barpoint("acey-deucey")
    wrong = sum(
        set(acey_deucey.answer(*case)) != {_position(result) for result in expected["results"]}
        for case, expected in zip(cases, oracle, strict=True)
    )
    print(f"\nAcey-Deucey: {len(cases)} positions, {rounds} rounds; {wrong} with other results than the oracle")
    contenders = [rivals.barpoint(), acey_deucey, acey_deucey]
    asked = [backgammon, cases, backgammon]
    times = measure(contenders, asked, rounds)
    found = [sum(len(each.answer(*case)) for case in some) for each, some in zip(contenders, asked, strict=True)]
    for place, title in enumerate(("backgammon", "acey-deucey", "acey-deucey on backgammon's")):
        seconds = median(times[place])
        line = (
            f"  {title:<28}{len(asked[place]) / seconds:>9,.0f} positions/s {found[place] / seconds:>11,.0f} results/s"
        )
        if place:
            ratios = [
                ours / len(backgammon) * len(asked[place]) / theirs
                for ours, theirs in zip(times[0], times[place], strict=True)
            ]
            line += f"   {median(ratios):.2f} times backgammon's rate ({min(ratios):.2f} to {max(ratios):.2f})"
        print(line)
    _print_latency(*latencies(acey_deucey, cases, rounds))


def main() -> None:
    """Compare the results, then measure mixed rolls, doubles and both together."""
    parser = argparse.ArgumentParser(description="Benchmark of the legal plays against other programs.")
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    cases = [_case(case) for case in load("plays.jsonl.gz")]
    contenders = installed()
    check(contenders, cases)
    mixed = [case for case in cases if case[1][0] != case[1][1]]
    doubles = [case for case in cases if case[1][0] == case[1][1]]
    report(contenders, mixed, "Mixed rolls", rounds)
    report(contenders, doubles, "Doubles", rounds)
    report(contenders, cases, "All rolls", rounds)
    report_acey_deucey(cases, rounds)


if __name__ == "__main__":
    main()
