"""The view that page and print show of a table: split into parts, equal neighboring rows collapsed into one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from generator.tables.model import Cell, Column, Row, Spanner, Table


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Neighboring rows that read the same within their part; mostly one row. `rows` are the table's own, whole."""

    label: str
    rows: tuple[Row, ...]
    cells: tuple[Cell, ...]

    @property
    def key(self) -> str:
        """The first row's key, which names the group in links; the other rows' links lead here too."""
        return self.rows[0].key


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a split table. `number` counts from 1; `total` is 1 for a table that is not split."""

    number: int
    total: int
    columns: tuple[Column, ...]
    spanners: tuple[Spanner, ...]
    groups: tuple[RowGroup, ...]


def arrange(table: Table) -> tuple[Part, ...]:
    """Every part of the table in order, each with its own collapsing and its spanners cut to its columns."""
    ranges = table.layout.parts or ((0, len(table.columns)),)
    return tuple(
        Part(
            number=number,
            total=len(ranges),
            columns=table.columns[start:stop],
            spanners=_cut_spanners(table.spanners, start, stop),
            groups=_groups(table, start, stop),
        )
        for number, (start, stop) in enumerate(ranges, 1)
    )


def _cut_spanners(spanners: tuple[Spanner, ...], start: int, stop: int) -> tuple[Spanner, ...]:
    cut = (Spanner(s.label, max(s.start, start) - start, min(s.stop, stop) - start) for s in spanners)
    return tuple(s for s in cut if s.start < s.stop)


def _groups(table: Table, start: int, stop: int) -> tuple[RowGroup, ...]:
    if not table.layout.collapse:
        return tuple(RowGroup(row.label, (row,), row.cells[start:stop]) for row in table.rows)

    def appearance(row: Row) -> list[tuple[str, str | None]]:
        return [(cell.text, cell.band) for cell in row.cells[start:stop]]

    runs = [tuple(run) for _, run in groupby(table.rows, key=appearance)]
    last = len(runs) - 1
    open_ends = table.layout.open_ends
    return tuple(
        RowGroup(_label(run, first=i == 0, last=i == last, open_ends=open_ends), run, run[0].cells[start:stop])
        for i, run in enumerate(runs)
    )


def _label(run: tuple[Row, ...], *, first: bool, last: bool, open_ends: bool) -> str:
    if len(run) == 1 and not (open_ends and (first or last)):
        return run[0].label
    if open_ends and first:
        return f"{run[-1].label} or less"
    if open_ends and last:
        return f"{run[0].label} or more"
    return f"{run[0].label}–{run[-1].label}"
