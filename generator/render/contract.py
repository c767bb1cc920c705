"""What every renderer promises, whole: books in, named bytes out, nothing written and nothing dropped in silence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

FEATURES = frozenset(
    {
        "title",
        "caption",
        "unit",
        "column head",
        "column note",
        "spanners",
        "derived",
        "labels",
        "legend",
        "bands",
        "notes",
        "reading",
        "collapse",
        "split",
    }
)
"""What a table may say about its presentation. A renderer that leaves some of it names it, with the reason."""


class File(Protocol):
    """A file to publish, wherever its bytes lie until they are asked for."""

    @property
    def path(self) -> str:
        """Relative to the site, with forward slashes."""

    @property
    def size(self) -> int:
        """In bytes."""

    @property
    def data(self) -> bytes:
        """The bytes."""

    @property
    def sources(self) -> tuple[str, ...]:
        """What it is made from."""


@dataclass(frozen=True, slots=True)
class Artifact:
    """A file to publish. `path` is relative to the site with forward slashes; `sources` names what it is made from."""

    path: str
    data: bytes
    sources: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """In bytes."""
        return len(self.data)


Made = TypeVar("Made", bound=File)


@dataclass(frozen=True, slots=True)
class Job:
    """Some artifacts that are made together: what progress calls them, where a failure points, and what makes them.

    `make` is a function of a module or a `partial` of one. It is given the files of each of the `parts`, the jobs
    that must be done before, in their order, or of these only the file whose path is `takes`. It can be sent to another
    process, and what it makes depends on its arguments and the press alone. The files of a part are published only
    where it is also a job of its own; `makes` are the paths of those that pages offer.
    """

    name: str
    source: str
    make: Callable[..., tuple[Artifact, ...]]
    parts: tuple[Job, ...] = ()
    takes: str = ""
    makes: tuple[str, ...] = ()

    def given(self, files: Iterable[Made]) -> tuple[Made, ...]:
        """What the job takes of the files of one of its parts."""
        return tuple(file for file in files if self.takes in ("", file.path))


def every_job(jobs: Iterable[Job]) -> tuple[Job, ...]:
    """The jobs and all that are parts of them, each once, parts before what is made from them."""
    found: dict[int, Job] = {}
    for job in jobs:
        for one in (*every_job(job.parts), job):
            found.setdefault(id(one), one)
    return tuple(found.values())


def made_here(*jobs: Job) -> tuple[Artifact, ...]:
    """What the jobs make, done here and at once, their parts before them and each of those once. Raises RenderError."""
    made: dict[int, tuple[Artifact, ...]] = {}
    for one in every_job(jobs):
        made[id(one)] = one.make(*(one.given(made[id(part)]) for part in one.parts))
    return tuple(artifact for job in jobs for artifact in made[id(job)])


class RenderError(Exception):
    """A document that cannot be made as declared; the text names the product, the table and the reason."""
