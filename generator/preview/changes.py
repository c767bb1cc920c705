"""Notices a save, by looking at the folder several times a second: it works on every disk and needs no library."""

from __future__ import annotations

import time
from collections.abc import Iterator
from os import walk
from pathlib import Path

PAUSE = 0.15
"""Seconds between two looks."""

State = dict[str, tuple[int, int]]


def changes(folder: Path, first: State | None = None) -> Iterator[None]:
    """Something once for each time that files below `folder` changed, without end, beginning from the state `first`."""
    last = state(folder) if first is None else first
    while True:
        time.sleep(PAUSE)
        now = state(folder)
        if now != last:
            last = now
            yield None


def state(folder: Path) -> State:
    """Time and size of every file below `folder`."""
    found: State = {}
    for place, _, names in walk(folder):
        for name in names:
            path = Path(place) / name
            try:
                seen = path.stat()
            except OSError:
                # It went between the two looks.
                continue
            found[str(path)] = (seen.st_mtime_ns, seen.st_size)
    return found
