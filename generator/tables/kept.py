"""Finished tables that an earlier run made from the same words, so that they need not be computed again.

A table depends on its own file, on the functions of its system, and on the program; the keeper answers for the last.
Only tables without a problem are kept. They are written as JSON, whole numbers in hexadecimal because decimals of any
length take long to read; nothing in it can run.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Protocol

from generator.content.definitions import System, TableDef
from generator.exact import Fraction
from generator.tables.model import Band, Cell, Column, Layout, LegendEntry, Row, Spanner, Table
from generator.tables.numbers import NumberFormat


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
    """A table as bytes."""
    formats: dict[NumberFormat | None, int] = {}
    rows = [
        [row.key, row.label, _written(row.exact), [_cell(cell, formats) for cell in row.cells]] for row in table.rows
    ]
    plain: dict[str, Any] = {name: getattr(table, name) for name in _PLAIN}
    plain["columns"] = [[c.key, c.label, _written(c.exact), c.derived, c.note] for c in table.columns]
    plain["spanners"] = [[s.label, s.start, s.stop] for s in table.spanners]
    plain["legend"] = [[entry.sign, entry.meaning] for entry in table.legend]
    plain["bands"] = [[b.key, b.title, b.sign, b.tone] for b in table.bands]
    plain["layout"] = [table.layout.parts, table.layout.collapse, table.layout.open_ends]
    plain["formats"] = [[f.style, f.digits, f.mark, f.signed, f.trim] if f else None for f in formats]
    plain["rows"] = rows
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()


def decoded(data: bytes) -> Table:
    """The table that was encoded."""
    kept = json.loads(data)
    formats = [NumberFormat(*form) if form else None for form in kept["formats"]]
    rows = tuple(
        Row(
            key,
            label,
            tuple(
                Cell(text, _read(exact), formats[form], replaced, band) for text, exact, form, replaced, band in cells
            ),
            _read(value),
        )
        for key, label, value, cells in kept["rows"]
    )
    parts, collapse, open_ends = kept["layout"]
    return Table(
        **{name: kept[name] for name in _PLAIN if name != "notes"},
        notes=tuple(kept["notes"]),
        columns=tuple(Column(key, label, _read(exact), *more) for key, label, exact, *more in kept["columns"]),
        rows=rows,
        spanners=tuple(Spanner(*spanner) for spanner in kept["spanners"]),
        legend=tuple(LegendEntry(*entry) for entry in kept["legend"]),
        bands=tuple(Band(*band) for band in kept["bands"]),
        layout=Layout(tuple((first, stop) for first, stop in parts), collapse, open_ends),
    )


_PLAIN = ("id", "system", "title", "caption", "stub_head", "column_head", "unit", "reading", "notes", "source")


def _cell(cell: Cell, formats: dict[NumberFormat | None, int]) -> list[object]:
    form = formats.setdefault(cell.format, len(formats))
    return [cell.text, _written(cell.exact), form, cell.replaced, cell.band]


def _written(value: Fraction | None) -> str | None:
    return None if value is None else f"{value.numerator:x}/{value.denominator:x}"


def _read(text: str | None) -> Fraction | None:
    if text is None:
        return None
    above, _, below = text.partition("/")
    return Fraction(int(above, 16), int(below, 16))
