"""What the stages before the first job keep in `.dicepress/`: finished tables, by the program and by their words."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from generator.jobs.press import press_version
from generator.jobs.store import Store
from generator.render.contract import Artifact

BOUND = 1 << 27


@dataclass(frozen=True, slots=True)
class StoredTables:
    """A keeper of tables in a store. A disk that refuses costs only the time of the next run."""

    store: Store

    def get(self, key: str) -> bytes | None:
        """What this very program kept under `key`, where it is whole."""
        with suppress(OSError):
            kept = self.store.get(_of_this_press(key))
            return kept[0].data if kept else None
        return None

    def put(self, key: str, data: bytes) -> None:
        """Keep `data` under `key`."""
        with suppress(OSError):
            self.store.put(_of_this_press(key), [Artifact("table", data)])

    def prune(self) -> None:
        """Remove what was not used longest."""
        with suppress(OSError):
            self.store.prune()


def stored_tables(folder: Path) -> StoredTables:
    """The keeper below the folder of a cache; where nothing can be written there, one that keeps nothing."""
    store = Store(folder / "tables", BOUND)
    with suppress(OSError):
        store.open()
    return StoredTables(store)


def _of_this_press(key: str) -> str:
    return hashlib.sha256(f"{press_version()} {key}".encode()).hexdigest()
