"""The parts that content can be looked at in: a system each, and everything that belongs to none."""

from __future__ import annotations

from collections.abc import Collection

SITE_PAGES = ""
"""How the part is called that belongs to no system."""


def part_of(path: str, files: Collection[str]) -> str:
    """The part that a file belongs to; both are paths below the content folder."""
    top, _, below = path.partition("/")
    return top if below and f"{top}/system.yml" in files else SITE_PAGES
