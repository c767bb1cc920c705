"""What jobs made before, found by what they are made of, and else by what their parts came to.

A change can go into a part and leave what the part makes as it was, or what others take of it: then nothing that is
made from the part has to be made again, though it is made of other words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from generator.jobs.store import Kept
from generator.render.contract import Artifact

_ELSEWHERE = ":elsewhere"
"""The name of a file that holds the key under which the files lie; no file of a job begins with a colon."""


class Results(Protocol):
    """What keeps the files of jobs by their keys."""

    def get(self, key: str) -> tuple[Kept, ...] | None:
        """The files under `key`, where they are whole."""

    def put(self, key: str, artifacts: Sequence[Artifact]) -> tuple[Kept, ...]:
        """Keep files under `key`. Raises OSError."""

    def hold(self, key: str) -> None:
        """Say that what lies under `key` is still of use."""


@dataclass(frozen=True, slots=True)
class Known:
    """The results of jobs; a job with parts has a key of what it is made of, and one of what its parts came to."""

    results: Results

    def get(self, key: str) -> tuple[Kept, ...] | None:
        """The files of a job by what it is made of."""
        files = self.results.get(key)
        elsewhere = _elsewhere(files)
        return self.results.get(elsewhere) if elsewhere else files

    def same(self, key: str, came_to: str) -> tuple[Kept, ...] | None:
        """The files of a job whose parts came to the same before, to be found under `key` from now on.

        Raises OSError.
        """
        files = self.results.get(came_to)
        if files is not None:
            self._point(key, came_to)
        return files

    def put(self, key: str, came_to: str, artifacts: Sequence[Artifact]) -> tuple[Kept, ...]:
        """Keep the files of a job; `came_to` is empty where it has no parts. Raises OSError."""
        files = self.results.put(came_to or key, artifacts)
        if came_to:
            self._point(key, came_to)
        return files

    def hold(self, key: str, *, with_parts: bool) -> None:
        """Say that the files of a job are still of use; those of one without parts lie nowhere else."""
        self.results.hold((_elsewhere(self.results.get(key)) if with_parts else "") or key)

    def _point(self, key: str, elsewhere: str) -> None:
        self.results.put(key, [Artifact(_ELSEWHERE, elsewhere.encode())])


def _elsewhere(files: Sequence[Kept] | None) -> str:
    """The key under which the files lie, where these only say so."""
    return files[0].data.decode() if files and files[0].path == _ELSEWHERE else ""
