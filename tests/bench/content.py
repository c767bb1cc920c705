"""How long the content takes: reading it, computing the tables of each system, and making them ready to show.

    python -m tests.bench.content [FOLDER]

Seconds of one processor, without what the interpreter needs to start; nothing is remembered from an earlier run. Only
the last line is what an author waits for, the shortest of some runs: `dicepress check --no-cache` from start to end.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from generator.collecting import without_collecting
from generator.content.load import load
from generator.dice.evaluate import Memory
from generator.edition import Edition
from generator.tables.catalogue import compute_content, tabulate_content
from generator.tables.compute import compute
from generator.tables.tabulate import tabulate

Made = TypeVar("Made")

# The slowest tables are named, because a table that costs much more than its like is worth a look.
SLOWEST = 5
CHECKS = 5


def timed(work: Callable[[], Made]) -> tuple[float, Made]:
    """The seconds that a piece of work takes, and what it makes."""
    start = time.process_time()
    made = work()
    return time.process_time() - start, made


def main(folder: str = "content") -> int:
    """Prints the seconds of each stage, as the pipeline runs them; 1 where the content has problems."""
    with without_collecting(sweep=False):
        code = measured(folder)
    print(f"{min(checked(folder) for _ in range(CHECKS)):7.2f} s  a whole check, on all cores")
    return code


def checked(folder: str) -> float:
    """The seconds on the clock of a check that remembers nothing."""
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "generator", "check", "--no-cache", "--content", folder],
        check=False,
        capture_output=True,
    )
    return time.perf_counter() - start


def measured(folder: str) -> int:
    """The same, whatever is done about garbage."""
    seconds, loaded = timed(lambda: load(Path(folder)))
    print(f"{seconds:7.2f} s  load")
    if loaded.content is None:
        print(*loaded.problems, sep="\n", file=sys.stderr)
        return 1
    content = loaded.content
    tables: list[tuple[float, str]] = []
    whole = shown = 0.0
    for system in content.systems:
        own = []
        memory = Memory()
        for table in system.tables:
            seconds, (values, _) = timed(lambda: compute(table, system.functions, memory))  # noqa: B023 - called here
            own.append((seconds, f"{system.id}/{table.id}"))
            if values is not None:
                shown += timed(lambda: tabulate(values, system.id))[0]  # noqa: B023 - called here
        of_system = sum(seconds for seconds, _ in own)
        whole += of_system
        tables += own
        print(f"{of_system:7.2f} s  compute {system.id}, {len(own)} tables")
    print(f"{whole:7.2f} s  compute, all tables")
    for seconds, name in sorted(tables, reverse=True)[:SLOWEST]:
        print(f"{seconds:7.2f} s    {name}")
    computed, problems = compute_content(content)
    if computed is None:
        print(*problems, sep="\n", file=sys.stderr)
        return 1
    seconds, (_, problems) = timed(lambda: tabulate_content(computed, Edition("", "")))
    print(f"{shown:7.2f} s  tabulate")
    print(f"{seconds:7.2f} s  charts, chapters and all the rest of the books")
    print(*problems, sep="\n", end="", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
