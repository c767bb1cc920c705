"""Builds at once and again at every save, with workers and results that stay from one build to the next."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from contextlib import AbstractContextManager
from itertools import chain
from pathlib import Path

from generator.preview.changes import changes, state
from generator.remembering import remembering


def watch(
    content: Path, workers: Callable[[], AbstractContextManager[Executor]], build: Callable[[Executor], None]
) -> None:
    """Let `build` build now, and once for each time that files below `content` change, until interrupted.

    It tells of problems itself. `workers` gives what documents are made on, anew where some of them ended suddenly.
    """
    # A save during a build is noticed when that has ended.
    saves = chain([None], changes(content, state(content)))
    with remembering():
        while True:
            with workers() as executor:
                for _ in saves:
                    build(executor)
                    if _is_broken(executor):
                        break


def _is_broken(executor: Executor) -> bool:
    try:
        executor.submit(int).result()
    except BrokenExecutor:
        return True
    return False
