"""Permanent links that a new site would break: pages and ids that the standing site has and the new one has not.

A renamed row or heading may well be meant, so that this stops no build; but whoever publishes is told.
"""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

from generator.diagnostics import Location, Problem
from generator.publish.manifest import NAME, checksum

_ID = re.compile(r'\sid="([^"]+)"')
# So many of a page's lost ids are named.
_NAMED = 3


def lost_links(before: Path, after: Path) -> tuple[Problem, ...]:
    """What the pages listed in the manifest of `before` have, and those of `after` have not; nothing without one."""
    try:
        listed = json.loads((before / NAME).read_text(encoding="utf-8"))["files"]
        pages = {entry["path"]: entry["sha256"] for entry in listed if entry["path"].endswith(".html")}
    except (OSError, ValueError, KeyError, TypeError):
        return ()
    problems: list[Problem] = []
    for path, known in sorted(pages.items()):
        try:
            problems += _lost(before / path, after / path, path, known)
        except (OSError, UnicodeDecodeError):
            # What cannot be read any more was lost before.
            continue
    return tuple(problems)


def _lost(old: Path, new: Path, path: str, known: str) -> list[Problem]:
    if not new.is_file():
        return [Problem(Location(path), "this page was published before, and links to it now lead nowhere")]
    if checksum(new) == known:
        return []
    ids = _ids(old)
    lost = sorted(ids.keys() - _ids(new).keys(), key=lambda one: ids[one])
    if not lost:
        return []
    named = ", ".join(f"#{one}" for one in lost[:_NAMED]) + (" and others" if len(lost) > _NAMED else "")
    lead = "1 permanent link leads" if len(lost) == 1 else f"{len(lost)} permanent links lead"
    return [Problem(Location(path), f"{lead} nowhere on this page now: {named}")]


def _ids(page: Path) -> dict[str, int]:
    """The ids of a page with their order on it."""
    found = _ID.findall(page.read_text(encoding="utf-8"))
    return {unescape(one): place for place, one in enumerate(found)}
