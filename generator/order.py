"""What a build is asked for, and the steps that it tells of. Read before anything heavy is imported."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from generator.edition import Edition

FORMATS = ("html", "pdf", "xlsx", "data")
PAPERS = ("a4", "letter")


@dataclass(frozen=True, slots=True)
class Order:
    """What a build is asked for. `systems` empty means all; `edition` is what the colophon states.

    `cached` False makes everything anew. The bytes are the same either way.
    """

    content: Path
    out: Path
    edition: Edition
    systems: Collection[str] = ()
    formats: Collection[str] = FORMATS
    papers: Collection[str] = PAPERS
    cached: bool = True

    @property
    def whole(self) -> bool:
        """Whether everything is ordered: every system, every format, every paper."""
        return not self.systems and set(self.formats) == set(FORMATS) and set(self.papers) == set(PAPERS)


@dataclass(frozen=True, slots=True)
class Step:
    """A piece of work that begins, or that is done where it is counted: the `done`th of `total`."""

    name: str
    done: int = 0
    total: int = 0


Progress = Callable[[Step], None]


def silent(_step: Step) -> None:
    """The progress that nobody watches."""
