"""What every renderer promises, whole: books in, named bytes out, nothing written and nothing dropped in silence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


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


@dataclass(frozen=True, slots=True)
class Job:
    """Some artifacts that are made together: what progress calls them, where a failure points, and what makes them.

    `make` is a function of a module or a `partial` of one. It can be sent to another process, and what it makes
    depends on its arguments and the press alone.
    """

    name: str
    source: str
    make: Callable[[], tuple[Artifact, ...]]


class RenderError(Exception):
    """A document that cannot be made as declared; the text names the product, the table and the reason."""
