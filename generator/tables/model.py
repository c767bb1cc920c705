"""The neutral table: the parts of a printed table by their names, with raw exact values beside what is shown.

No format is known here. A renderer reads a `Table` and never changes it; `arrange` in `layout.py` gives the
collapsed and split view that page and print show, while data files and sheets keep every row.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.exact import Fraction
from generator.tables.rows import Cell, Row, Rows, read_number, written_number

__all__ = ["Band", "Cell", "Column", "Layout", "LegendEntry", "Row", "Spanner", "Table", "table_of"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column head. `key` is its part of a permanent link; `derived` columns are computed from the row."""

    key: str
    label: str
    exact: Fraction | None = None
    derived: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Spanner:
    """A head over the neighboring columns `start` up to but not including `stop`."""

    label: str
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """What a replacement label means, as in `~100`: `at least 99.985%, yet not certain`."""

    sign: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Band:
    """A recommendation. Its cells carry `sign` beside the color that the style sheet gives to `tone`."""

    key: str
    title: str
    sign: str
    tone: str


@dataclass(frozen=True, slots=True)
class Layout:
    """How page and print show the table: where it is split, and whether equal neighboring rows collapse.

    `parts` are column ranges, start included and stop not; the empty tuple means one part with every column.
    `open_ends` writes the outermost collapsed rows as "6 or less" and "73 or more".
    """

    parts: tuple[tuple[int, int], ...] = ()
    collapse: bool = False
    open_ends: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A whole table, complete and unsplit. `source` names the definition file it was made from.

    `reading` is a sentence that reads one cell aloud; `pattern` is the same for any cell, with `{row}`, `{column}`,
    `{cell}` and `{exact}` to fill, and empty where the sentence fits that one cell alone.
    """

    id: str
    system: str
    title: str
    caption: str
    stub_head: str
    column_head: str
    columns: tuple[Column, ...]
    rows: Sequence[Row]
    unit: str = ""
    reading: str = ""
    spanners: tuple[Spanner, ...] = ()
    legend: tuple[LegendEntry, ...] = ()
    bands: tuple[Band, ...] = ()
    notes: tuple[str, ...] = ()
    layout: Layout = field(default_factory=Layout)
    source: str = ""
    pattern: str = ""

    def __post_init__(self) -> None:
        # Whoever makes a table gives its rows as they are; see `rows.py`.
        object.__setattr__(self, "rows", Rows.of(self.rows))

    def pack(self) -> None:
        """Hold the rows packed, until somebody looks at them and after."""
        Rows.of(self.rows).pack()

    def band(self, key: str) -> Band:
        """The band with this key; the tabulating stage guarantees that cells only name bands that exist."""
        return next(band for band in self.bands if band.key == key)

    @property
    def written(self) -> bytes:
        """All of the table, as `table_of` reads it: a line of JSON, and the rows as they are packed.

        Equal tables are written alike; nothing in it can run.
        """
        rows = Rows.of(self.rows)
        plain: dict[str, Any] = {name: getattr(self, name) for name in _PLAIN}
        plain["columns"] = [[c.key, c.label, written_number(c.exact), c.derived, c.note] for c in self.columns]
        plain["spanners"] = [[s.label, s.start, s.stop] for s in self.spanners]
        plain["legend"] = [[entry.sign, entry.meaning] for entry in self.legend]
        plain["bands"] = [[b.key, b.title, b.sign, b.tone] for b in self.bands]
        plain["layout"] = [self.layout.parts, self.layout.collapse, self.layout.open_ends]
        plain["rows"] = len(rows)
        head = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
        return b"\n".join([head.encode("utf-8", "surrogatepass"), rows.packed])

    def __reduce__(self) -> tuple[Callable[[bytes], Table], tuple[bytes]]:
        # Books go to other processes whole; part by part, a table takes five times the memory while it is written.
        return table_of, (self.written,)


def table_of(written: bytes) -> Table:
    """The table that was written."""
    head, _, packed = written.partition(b"\n")
    known = json.loads(head.decode("utf-8", "surrogatepass"))
    parts, collapse, open_ends = known["layout"]
    return Table(
        **{name: known[name] for name in _PLAIN if name != "notes"},
        notes=tuple(known["notes"]),
        columns=tuple(Column(key, label, read_number(exact), *more) for key, label, exact, *more in known["columns"]),
        rows=Rows(packed, known["rows"]),
        spanners=tuple(Spanner(*spanner) for spanner in known["spanners"]),
        legend=tuple(LegendEntry(*entry) for entry in known["legend"]),
        bands=tuple(Band(*band) for band in known["bands"]),
        layout=Layout(tuple((first, stop) for first, stop in parts), collapse, open_ends),
    )


# Every field of a table that is a text, or texts; the others have a form of their own.
_PLAIN = (
    "id", "system", "title", "caption", "stub_head", "column_head", "unit", "reading", "notes", "source", "pattern",
)  # fmt: skip
