"""The neutral table: the parts of a printed table by their names, with raw exact values beside what is shown.

No format is known here. A renderer reads a `Table` and never changes it; `arrange` in `layout.py` gives the
collapsed and split view that page and print show, while data files and sheets keep every row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.exact import Fraction
from generator.tables.rows import Cell, Row, Rows

__all__ = ["Band", "Cell", "Column", "Layout", "LegendEntry", "Row", "Spanner", "Table"]


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
    """A whole table, complete and unsplit, its rows packed. `source` names the definition file it was made from.

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

    def band(self, key: str) -> Band:
        """The band with this key; the tabulating stage guarantees that cells only name bands that exist."""
        return next(band for band in self.bands if band.key == key)
