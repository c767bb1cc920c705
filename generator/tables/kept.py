"""Finished tables that an earlier run made from the same words, so that they need not be computed again.

A table depends on its own file, on the functions of its system, and on the program; the keeper answers for the last.
Only tables without a problem are kept.
"""

from __future__ import annotations

import hashlib
import json
from typing import Protocol

from generator.content.definitions import System, TableDef
from generator.tables.model import Table, table_of


class Keeper(Protocol):
    """Keeps bytes from one run to the next, and gives them back only as they were, to the program that they are of."""

    def get(self, key: str) -> bytes | None:
        """What is kept under `key`."""

    def put(self, key: str, data: bytes) -> None:
        """Keep `data` under `key`."""


class Forgetful:
    """Keeps nothing."""

    def get(self, key: str) -> bytes | None:
        """Nothing."""

    def put(self, key: str, data: bytes) -> None:
        """Does nothing."""


FORGETFUL = Forgetful()


def recall(keeper: Keeper, definition: TableDef, system: System) -> Table | None:
    """The table of a definition, if it was kept."""
    if keeper is FORGETFUL:
        return None
    data = keeper.get(key_of(definition, system))
    return None if data is None else table_of(data)


def keep(keeper: Keeper, definition: TableDef, system: System, table: Table) -> None:
    """Keep the table that a definition came to."""
    if keeper is not FORGETFUL:
        keeper.put(key_of(definition, system), table.written)


def key_of(definition: TableDef, system: System) -> str:
    """The checksum of all that a table depends on but the program."""
    words = [system.id, definition.id, definition.source, definition.text]
    words += [shared.text for shared in system.definition.functions]
    return hashlib.sha256(json.dumps(words).encode()).hexdigest()
