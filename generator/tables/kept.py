"""Finished tables that an earlier run made from the same words, so that they need not be computed again.

A table depends on its own file, on the functions of its system, and on the program; the keeper answers for the last.
Only tables without a problem are kept. They are written as JSON, their rows as they are packed; nothing in it can run.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Protocol

from generator.content.definitions import System, TableDef
from generator.tables.model import Band, Column, Layout, LegendEntry, Spanner, Table
from generator.tables.rows import Rows, read_number, written_number


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
    return None if data is None else decoded(data)


def keep(keeper: Keeper, definition: TableDef, system: System, table: Table) -> None:
    """Keep the table that a definition came to."""
    if keeper is not FORGETFUL:
        keeper.put(key_of(definition, system), encoded(table))


def key_of(definition: TableDef, system: System) -> str:
    """The checksum of all that a table depends on but the program."""
    words = [system.id, definition.id, definition.source, definition.text]
    words += [shared.text for shared in system.definition.functions]
    return hashlib.sha256(json.dumps(words).encode()).hexdigest()


def encoded(table: Table) -> bytes:
    """A table as bytes: a line of JSON, and its rows as they are packed."""
    rows = Rows.of(table.rows)
    plain: dict[str, Any] = {name: getattr(table, name) for name in _PLAIN}
    plain["columns"] = [[c.key, c.label, written_number(c.exact), c.derived, c.note] for c in table.columns]
    plain["spanners"] = [[s.label, s.start, s.stop] for s in table.spanners]
    plain["legend"] = [[entry.sign, entry.meaning] for entry in table.legend]
    plain["bands"] = [[b.key, b.title, b.sign, b.tone] for b in table.bands]
    plain["layout"] = [table.layout.parts, table.layout.collapse, table.layout.open_ends]
    plain["rows"] = len(rows)
    head = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    return b"\n".join([head.encode("utf-8", "surrogatepass"), rows.packed])


def decoded(data: bytes) -> Table:
    """The table that was encoded."""
    head, _, packed = data.partition(b"\n")
    kept = json.loads(head.decode("utf-8", "surrogatepass"))
    parts, collapse, open_ends = kept["layout"]
    return Table(
        **{name: kept[name] for name in _PLAIN if name != "notes"},
        notes=tuple(kept["notes"]),
        columns=tuple(Column(key, label, read_number(exact), *more) for key, label, exact, *more in kept["columns"]),
        rows=Rows(packed, kept["rows"]),
        spanners=tuple(Spanner(*spanner) for spanner in kept["spanners"]),
        legend=tuple(LegendEntry(*entry) for entry in kept["legend"]),
        bands=tuple(Band(*band) for band in kept["bands"]),
        layout=Layout(tuple((first, stop) for first, stop in parts), collapse, open_ends),
    )


# Every field of a table that is a text, or texts; the others have a form of their own.
_PLAIN = (
    "id", "system", "title", "caption", "stub_head", "column_head", "unit", "reading", "notes", "source", "pattern",
)  # fmt: skip
