"""The files below a folder, by their names from there: what checksums and manifests go through."""

from __future__ import annotations

import os
from collections.abc import Container
from pathlib import Path


def files_below(folder: Path, but: Container[str] = ()) -> list[str]:
    """The names in order, with `/` between their parts; folders called as in `but` are passed over.

    They are put together as texts, for a path of each would take as long as reading it.
    """
    top, found = str(folder), []
    for place, folders, names in os.walk(top):
        folders[:] = [name for name in folders if name not in but]
        below = place[len(top) :].replace(os.sep, "/").strip("/")
        found += [f"{below}/{name}" for name in names] if below else names
    return sorted(found)
