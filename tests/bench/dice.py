"""The engine against icepool, dyce, dicetables and numpy: same work, one run, results checked equal first.

    python -m tests.bench.dice [--json FILE] [--quick]

Every row states one piece of work; each contestant does it from nothing, with its own caches emptied, several
times in turn, and the median counts. A contestant that cannot do the work exactly does what comes nearest and is
marked; a row that takes a contestant too long is measured once.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from itertools import accumulate
from math import gcd
from pathlib import Path
from statistics import median

import dicetables
import icepool
import numpy as np
from dyce import H, P
from icepool.evaluator.multiset_evaluator_base import MultisetEvaluatorBase

from generator.dice import (
    arithmetic,
    crossing,
    explosion,
    keep,
    keep_open,
    open_ended,
    opposed,
    pools,
    series,
    sums,
    termwise,
)
from generator.dice.cost import Budget, Meter
from generator.dice.dice import Die, sided
from generator.dice.open_ended import OpenRoll
from generator.dice.roll import FiniteRoll
from generator.exact import Fraction

Work = Callable[[], object]

CACHED = [
    arithmetic.open_power,
    crossing._crossed_bodies,
    explosion.die_total,
    keep.kept_roll,
    keep_open._kept,
    pools._answers,
    series.inverse_power,
    sums.times,
    sums.uniform_power,
    termwise._nth_powers,
    termwise._products,
]


MOST_SECONDS = 2.0
# Work shorter than so many seconds is done so many times in its turn.
TURNS = ((0.005, 60), (0.05, 7))
DICE, TARGETS = range(4, 31), range(5, 181)
KEPT = [(4, 3), (5, 3), (6, 4), (8, 5), (10, 5), (12, 6), (15, 8), (20, 10)]
MARGINS = range(-20, 21)
HIGHEST_TOTAL = 150
# A total of 150 takes at most 24 explosions of a six-sided die.
DEEP_ENOUGH = 24


def forget() -> None:
    """Empties our caches and icepool's, so that each measurement does the whole work; dice are made anew."""
    for function in CACHED:
        function.cache_clear()
    icepool.Pool.clear_cache()
    for evaluator in EVALUATORS:
        evaluator.__dict__.get("_cache", {}).clear()


def evaluators_of_icepool() -> list[object]:
    """Those objects of icepool that remember what they evaluated."""
    icepool.d6.pool(2).highest(1).sum()
    return [one for one in gc.get_objects() if isinstance(one, MultisetEvaluatorBase)]


EVALUATORS = evaluators_of_icepool()


def fresh_d6() -> icepool.Die:
    """A six-sided die of icepool's that remembers no sums."""
    return icepool.Die(range(1, 7))


def our_sum(number: int) -> FiniteRoll:
    """The engine's sum of six-sided dice."""
    return sums.times(sided(6).once, number)


def falling(weights: list[int]) -> list[int]:
    """All tails of weights in ascending order of their values."""
    return list(accumulate(reversed(weights)))[::-1]


# ---- all tails of sums


def ours_tails(numbers: range) -> list[list[int]]:
    return [our_sum(number).tails[:-1] for number in numbers]


def icepool_tails(numbers: range) -> list[list[int]]:
    die = fresh_d6()
    return [list((number @ die).quantities(">=")) for number in numbers]


def dyce_tails(numbers: range) -> list[list[int]]:
    return [falling([int(n) for n in (number @ H(6)).values()]) for number in numbers]


def dicetables_tails(numbers: range) -> list[list[int]]:
    tables = (dicetables.DiceTable.new().add_die(dicetables.Die(6), number) for number in numbers)
    return [falling([weight for _, weight in sorted(table.get_dict().items())]) for table in tables]


def numpy_tails(numbers: range) -> list[list[int]]:
    row, found = np.array([1], dtype=object), []
    for number in range(1, numbers[-1] + 1):
        row = np.convolve(row, np.array([1] * 6, dtype=object))
        if number in numbers:
            found.append(falling(list(row)))
    return found


# ---- twelve open-ended dice


def ours_open() -> list[int]:
    die = Die(sided(6).faces, frozenset({6}), None)
    total = arithmetic.open_power(explosion.die_total(die), 12).up
    total.body.expand(HIGHEST_TOTAL + 1 - total.start)
    return list(total.body.coefficients[: HIGHEST_TOTAL + 1 - total.start])


def icepool_open() -> list[int]:
    total = 12 @ fresh_d6().explode(depth=DEEP_ENOUGH)
    return [total.quantity(k) for k in range(12, HIGHEST_TOTAL + 1)]


def one_open() -> dict[int, int]:
    """The weights of one exploding die below the total that matters, over a power of 6."""
    return {
        6 * turn + face: 6 ** (DEEP_ENOUGH - turn)
        for turn in range(DEEP_ENOUGH + 1)
        for face in range(1, 6)
        if 6 * turn + face <= HIGHEST_TOTAL
    }


def dyce_open() -> list[int]:
    cut = H({**one_open(), HIGHEST_TOTAL + 1: 6 ** (DEEP_ENOUGH + 1) - sum(one_open().values())})
    total = 12 @ cut
    return [int(total.get(k, 0)) for k in range(12, HIGHEST_TOTAL + 1)]


def numpy_open() -> list[int]:
    weights = one_open()
    one = np.array([weights.get(k, 0) for k in range(HIGHEST_TOTAL + 1)], dtype=object)
    total = np.array([1], dtype=object)
    for _ in range(12):
        total = np.convolve(total, one)[: HIGHEST_TOTAL + 1]
    return [int(value) for value in total[12:]]


# ---- opposed open-ended dice, for the chance of at least each margin


def ours_with_bonus() -> list[Fraction]:
    side, meter = our_side(), Meter(Budget())
    return [Fraction(opposed.chance(">", arithmetic.shift(side, k), side, meter, 1)) for k in MARGINS]


def icepool_with_bonus(depth: int) -> list[Fraction]:
    side = 2 @ fresh_d6().explode({5, 6}, depth=depth)
    return [(side + k > side).probability(True) for k in MARGINS]


def dyce_with_bonus(depth: int) -> list[Fraction]:
    side = 2 @ H(exploded(depth))
    outcomes = [side.gt(side - k) for k in MARGINS]
    return [Fraction(int(one.get(True, 0)), int(sum(one.values()))) for one in outcomes]


def our_side() -> OpenRoll:
    """Two dice that explode on 5 and 6."""
    return arithmetic.open_power(explosion.die_total(Die(sided(6).faces, frozenset({5, 6}), None)), 2)


def ours_opposed() -> list[Fraction]:
    side = our_side()
    margin = open_ended.added(side, open_ended.scaled(side, -1))
    return [margin.at_least(k) for k in MARGINS]


def icepool_opposed(depth: int) -> list[Fraction]:
    side = 2 @ fresh_d6().explode({5, 6}, depth=depth)
    margin = side - side
    return [margin.probability(">=", k) for k in MARGINS]


def exploded(depth: int) -> dict[int, int]:
    """The weights of one die that explodes on 5 and 6 at most so often, over 6^(depth + 1)."""
    done: dict[int, int] = {}
    going = {0: 1}
    for turn in range(depth + 1):
        following: dict[int, int] = {}
        for total, weight in going.items():
            for face in range(1, 7):
                more = face >= 5 and turn < depth
                target, full = (following, 1) if more else (done, 6 ** (depth - turn))
                target[total + face] = target.get(total + face, 0) + weight * full
        going = following
    return done


def dyce_opposed(depth: int) -> list[Fraction]:
    side = 2 @ H(exploded(depth))
    margin = side - side
    whole = int(sum(margin.values()))
    weights = {int(k): int(n) for k, n in margin.items()}
    return [Fraction(sum(n for k, n in weights.items() if k >= least), whole) for least in MARGINS]


def numpy_opposed(depth: int) -> list[Fraction]:
    weights = exploded(depth)
    one = np.array([weights.get(k, 0) for k in range(max(weights) + 1)], dtype=object)
    side = np.convolve(one, one)
    margin = np.convolve(side, side[::-1])
    middle, tails = len(side) - 1, falling(list(margin))
    return [Fraction(tails[middle + k], tails[0]) for k in MARGINS]


# ---- keep the highest


def ours_kept() -> list[list[int]]:
    return [list(keep.kept_roll(sided(6).once, number, 0, kept).weights) for number, kept in KEPT]


def icepool_kept() -> list[list[int]]:
    return [list(fresh_d6().pool(number).highest(kept).sum().values()) for number, kept in KEPT]


def dyce_kept() -> list[list[int]]:
    return [[int(n) for n in kept_by_dyce(number, kept).values()] for number, kept in KEPT]


def kept_by_dyce(number: int, kept: int) -> H:
    """The sum of the highest dice of a pool; dyce lists all of its sorted rolls."""
    weights: dict[int, int] = {}
    for thrown, weight in P(*[H(6)] * number).rolls_with_counts():
        total = int(sum(thrown[-kept:]))
        weights[total] = weights.get(total, 0) + int(weight)
    return H(weights)


def dicetables_kept() -> list[list[int]]:
    pools_of = [dicetables.BestOfDicePool(dicetables.dicepool.DicePool(dicetables.Die(6), n), k) for n, k in KEPT]
    return [[weight for _, weight in sorted(one.get_dict().items())] for one in pools_of]


def reduced(rows: object) -> list[list[int]]:
    """Weights with their common factors taken out."""
    return [[weight // gcd(*row) for weight in row] for row in rows]  # type: ignore[attr-defined]


# ---- the grid: every chance as a fraction


def ours_grid() -> list[list[Fraction]]:
    rolls = [our_sum(number) for number in DICE]
    return [[roll.at_least(target) for roll in rolls] for target in TARGETS]


def icepool_grid() -> list[list[Fraction]]:
    die = fresh_d6()
    rolls = [number @ die for number in DICE]
    return [[roll.probability(">=", target) for roll in rolls] for target in TARGETS]


def from_tails(all_tails: list[list[int]]) -> list[list[Fraction]]:
    """The grid from the tails of each number of dice."""
    return [
        [
            Fraction(tails[min(max(target - number, 0), len(tails))] if target <= 6 * number else 0, tails[0])
            for number, tails in zip(DICE, ([*row, 0] for row in all_tails), strict=True)
        ]
        for target in TARGETS
    ]


# ---- running it


def as_doubles(values: object) -> list[float]:
    """The values as doubles: how exact a truncated result can be expected to be."""
    return [float(value) for value in values]  # type: ignore[attr-defined]


def depth_for(exact: list[float]) -> int:
    """The least depth at which truncated opposed dice agree with the exact answer to the last bit of a double."""
    return next(depth for depth in range(20, 60, 2) if as_doubles(numpy_opposed(depth)) == exact)


def rows(quick: bool) -> dict[str, tuple[dict[str, Work], Callable[[object], object]]]:
    """Every row: the contestants' work, and what of their results must be equal."""
    depth = depth_for(as_doubles(ours_opposed()))
    four_hundred = range(400, 401)
    same = lambda value: value  # noqa: E731
    found: dict[str, tuple[dict[str, Work], Callable[[object], object]]] = {
        "all tails of 4d6 to 30d6": (
            {
                "ours": lambda: ours_tails(DICE),
                "icepool": lambda: icepool_tails(DICE),
                "dyce": lambda: dyce_tails(DICE),
                "dicetables": lambda: dicetables_tails(DICE),
                "numpy": lambda: numpy_tails(DICE),
            },
            reduced,
        ),
        "all tails of 400d6": (
            {
                "ours": lambda: ours_tails(four_hundred),
                "icepool": lambda: icepool_tails(four_hundred),
                "dyce": lambda: dyce_tails(four_hundred),
                "dicetables": lambda: dicetables_tails(four_hundred),
                "numpy": lambda: numpy_tails(four_hundred),
            },
            reduced,
        ),
        "12d6! up to 150": (
            {"ours": ours_open, "icepool": icepool_open, "dyce": dyce_open, "numpy": numpy_open},
            lambda weights: reduced([weights]),
        ),
        f"2d6!{{5,6}} + k > 2d6!{{5,6}} for k = -20 to 20 (others cut at depth {depth}, equal as doubles)": (
            {
                "ours": ours_with_bonus,
                "icepool": lambda: icepool_with_bonus(depth),
                "dyce": lambda: dyce_with_bonus(depth),
            },
            as_doubles,
        ),
        f"2d6!{{5,6}} - 2d6!{{5,6}}, all tails -20 to 20 (others cut at depth {depth}, equal as doubles)": (
            {
                "ours": ours_opposed,
                "icepool": lambda: icepool_opposed(depth),
                "dyce": lambda: dyce_opposed(depth),
                "numpy": lambda: numpy_opposed(depth),
            },
            as_doubles,
        ),
        "keep highest, 4d6kh3 to 20d6kh10": (
            {"ours": ours_kept, "icepool": icepool_kept, "dyce": dyce_kept, "dicetables": dicetables_kept},
            reduced,
        ),
        "27 x 176 chances of Nd6 against a target": (
            {
                "ours": ours_grid,
                "icepool": icepool_grid,
                "dyce": lambda: from_tails(dyce_tails(DICE)),
                "dicetables": lambda: from_tails(dicetables_tails(DICE)),
                "numpy": lambda: from_tails(numpy_tails(DICE)),
            },
            same,
        ),
    }
    if quick:
        for contestants, _ in found.values():
            for name in set(contestants) - {"ours", "icepool"}:
                del contestants[name]
    return found


def measured(work: Work) -> float:
    """Seconds of the processor that the work takes from nothing; other programs then disturb less."""
    forget()
    # As timeit does: the collector would come at moments of its own, and walk through everybody's objects.
    gc.disable()
    start = time.process_time()
    work()
    taken = time.process_time() - start
    gc.enable()
    return taken


def medians(contestants: dict[str, Work], rounds: int) -> dict[str, float]:
    """The median seconds of each contestant, all taking turns."""
    times: dict[str, list[float]] = {name: [measured(work)] for name, work in contestants.items()}
    for _ in range(rounds - 1):
        for name, work in contestants.items():
            if times[name][0] < MOST_SECONDS:
                # Short work is done several times in its turn: what ran before it must not weigh on it.
                again = next((turns for seconds, turns in TURNS if times[name][0] < seconds), 1)
                times[name] += [measured(work) for _ in range(again)]
    return {name: median(taken) for name, taken in times.items()}


def import_times() -> dict[str, float]:
    """Seconds that an interpreter takes longer with each library, the least of several, bytecode compiled before."""
    modules = {
        "ours": "generator.dice.evaluate",
        "ours, the package alone": "generator.dice",
        "icepool": "icepool",
        "dyce": "dyce",
        "dicetables": "dicetables",
    }
    code = {"": "pass", **{name: f"import {module}" for name, module in modules.items()}}
    least = dict.fromkeys(code, float("inf"))
    with tempfile.TemporaryDirectory() as compiled:
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = compiled
        for _ in range(10):
            for name, text in code.items():
                start = time.perf_counter()
                subprocess.run([sys.executable, "-c", text], check=True, env=environment)
                least[name] = min(least[name], time.perf_counter() - start)
    return {name: least[name] - least[""] for name in modules}


def main(arguments: list[str] | None = None) -> int:
    """Runs all rows, prints them, and writes them as JSON if asked."""
    parser = argparse.ArgumentParser(description="The dice engine against other libraries.")
    parser.add_argument("--json", help="where to write the measurements")
    parser.add_argument("--quick", action="store_true", help="icepool only, fewer rounds")
    options = parser.parse_args(arguments)
    report: dict[str, object] = {
        "machine": f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}",
        "versions": {name: version(name) for name in ("icepool", "dyce", "dicetables", "numpy")},
    }
    print(report["machine"], report["versions"])
    measurements: dict[str, dict[str, float]] = {}
    for title, (contestants, comparable) in rows(options.quick).items():
        expected = comparable(contestants["ours"]())
        for name, work in contestants.items():
            if comparable(work()) != expected:
                print(f"{title}: {name} comes to another result", file=sys.stderr)
                return 1
        measurements[title] = medians(contestants, 3 if options.quick else 9)
        show(title, measurements[title])
    measurements["import"] = import_times()
    show("import", measurements["import"])
    report["seconds"] = measurements
    report["ratios"] = {
        title: {name: seconds / taken["ours"] for name, seconds in taken.items() if name != "ours"}
        for title, taken in measurements.items()
    }
    if options.json:
        Path(options.json).write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    return 0


def show(title: str, taken: dict[str, float]) -> None:
    """Prints one row: milliseconds, and how many times as long the others take."""
    print(title)
    for name, seconds in taken.items():
        print(f"  {name:<11}{seconds * 1000:>12.3f} ms{seconds / taken['ours']:>12.1f} x")


if __name__ == "__main__":
    sys.exit(main())
