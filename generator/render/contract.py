"""What every renderer promises, whole: books in, named bytes out, nothing written and nothing dropped in silence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Artifact:
    """A file to publish. `path` is relative to the site with forward slashes; `sources` names what it is made from."""

    path: str
    data: bytes
    sources: tuple[str, ...] = ()


class RenderError(Exception):
    """A document that cannot be made as declared; the text names the product, the table and the reason."""
