"""Results that need not be made again, each in one file below `.dicepress/`, believed only while its checksum holds.

An entry begins with the checksum of all that follows, then a line of JSON that lists its files, then their bytes. It
is written beside its place and moved there, so a build that is killed leaves no half entry under an entry's name;
what it leaves under another name is swept away by the next. What was not used longest goes first when the folder
outgrows its bound.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from generator.render.contract import Artifact

NAME = ".dicepress"
BOUND = 1 << 29
"""Bytes that the entries may take together, unless one build alone needs more."""

_HEAD = 64


class EntryChangedError(OSError):
    """An entry was altered or removed while the build that relies on it was running."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An artifact that lies in the store. Its bytes are read, and checked, when they are asked for."""

    path: str
    size: int
    sources: tuple[str, ...]
    entry: Path
    start: int
    sha256: str

    @property
    def data(self) -> bytes:
        """The bytes; raises EntryChangedError where they are no longer what was kept."""
        with self.entry.open("rb") as file:
            file.seek(self.start)
            data = file.read(self.size)
        if hashlib.sha256(data).hexdigest() != self.sha256:
            raise EntryChangedError(0, "a file of the cache was altered during the build; build again", str(self.entry))
        return data


@dataclass(slots=True)
class Store:
    """The entries in one folder. `used` are those that the present build read or wrote."""

    folder: Path
    bound: int = BOUND
    used: set[str] = field(default_factory=set)

    def open(self) -> None:
        """Make the folder and sweep away what killed builds left half written. Raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for trace in (*self.folder.glob("*.half"), *self.folder.parent.glob("*.half")):
            trace.unlink(missing_ok=True)

    def get(self, key: str) -> tuple[Kept, ...] | None:
        """The files kept under `key`; None where there are none, or where they are damaged."""
        place = self.folder / key
        try:
            data = place.read_bytes()
            if data[:_HEAD].decode("ascii") != hashlib.sha256(memoryview(data)[_HEAD:]).hexdigest():
                raise ValueError("damaged")
            end = data.index(b"\n", _HEAD)
            files = _listed(place, data[_HEAD:end])
            if end + 1 + sum(file.size for file in files) != len(data):
                raise ValueError("damaged")
            os.utime(place)
        except (OSError, ValueError, KeyError, TypeError):
            return None
        self.used.add(key)
        return files

    def put(self, key: str, artifacts: Sequence[Artifact]) -> tuple[Kept, ...]:
        """Keep the artifacts under `key`. Raises OSError where the disk refuses."""
        listed = [
            {
                "path": artifact.path,
                "size": len(artifact.data),
                "sources": list(artifact.sources),
                "sha256": hashlib.sha256(artifact.data).hexdigest(),
            }
            for artifact in artifacts
        ]
        head = json.dumps(listed).encode()
        # Piece by piece, for a file can be large and be here twice already.
        body = [head, b"\n", *(artifact.data for artifact in artifacts)]
        total = hashlib.sha256()
        for piece in body:
            total.update(piece)
        write_whole(self.folder / key, total.hexdigest().encode("ascii"), *body)
        self.used.add(key)
        return _listed(self.folder / key, head)

    def hold(self, key: str) -> None:
        """Keep what lies under `key`, if anything does, as this build's own, without reading it."""
        with suppress(OSError):
            os.utime(self.folder / key)
            self.used.add(key)

    def prune(self) -> None:
        """Remove the entries that were not used longest until the folder keeps its bound; this build's own stay."""
        entries = []
        for place in self.folder.iterdir():
            stat = place.stat()
            entries.append((place.name in self.used, stat.st_mtime_ns, place.name, stat.st_size))
        total = sum(size for *_, size in entries)
        for used, _, name, size in sorted(entries):
            if used or total <= self.bound:
                return
            (self.folder / name).unlink(missing_ok=True)
            total -= size


def write_whole(place: Path, *data: bytes) -> None:
    """Put `data`, one piece after the other, at `place` in one step. Raises OSError, and then leaves nothing behind."""
    handle, name = tempfile.mkstemp(suffix=".half", dir=place.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(data)
        Path(name).replace(place)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _listed(place: Path, head: bytes) -> tuple[Kept, ...]:
    start = _HEAD + len(head) + 1
    files = []
    for entry in json.loads(head):
        files.append(Kept(entry["path"], entry["size"], tuple(entry["sources"]), place, start, entry["sha256"]))
        start += entry["size"]
    return tuple(files)
