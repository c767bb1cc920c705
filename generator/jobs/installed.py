"""Which versions of libraries are installed, as the names of their records tell.

`importlib.metadata` answers the same question, but importing it and letting it read the records takes longer than all
else that a check does which finds nothing changed. It is asked where a name does not tell.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress

_RECORD = ".dist-info"


def versions(libraries: Collection[str]) -> Mapping[str, str]:
    """The version of each of the libraries, `-` where it is not installed."""
    found: dict[str, str] = {}
    for name, version in _records():
        found.setdefault(name, version)
    return {library: found.get(_plain(library)) or _asked(library) for library in libraries}


def _records() -> Iterator[tuple[str, str]]:
    """The name and the version in each record, in the order in which Python looks for libraries."""
    for folder in sys.path:
        with suppress(OSError):
            for record in sorted(os.listdir(folder or os.curdir)):  # noqa: PTH208  a path of each takes a while
                name, dash, version = record.removesuffix(_RECORD).rpartition("-")
                if dash and record.endswith(_RECORD):
                    yield _plain(name), version


def _plain(name: str) -> str:
    """A name as it is compared, however its author writes it."""
    return name.lower().replace("-", "_").replace(".", "_")


def _asked(library: str) -> str:
    from importlib import metadata

    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "-"
