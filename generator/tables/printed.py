"""Printed tables of a source held against ours: every printed cell and row label, each with its verdict.

A cell is right where it reads as our table does, or as the source's own key would have it. `printed_causes.py` looks
for what explains the others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.content.published import PrintedRow, PrintedTable
from generator.content.table_definitions import TableDef
from generator.diagnostics import Problem
from generator.dice.evaluate import Scope
from generator.dice.notation import Function
from generator.tables.check_keys import slug
from generator.tables.check_model import Finding, Verdict
from generator.tables.contexts import Context
from generator.tables.model import Cell, Table
from generator.tables.numbers import MINUS
from generator.tables.printed_causes import Place, Trial, cause_of
from generator.tables.printed_cells import Key, agrees, difference
from generator.tables.printed_derived import beside
from generator.tables.printed_notes import noted

_RANGE = re.compile(r"(\d+)-(\d+)")
_OPEN = re.compile(r"(\d+)(?:/-|\+)")
_NEGATIVE = re.compile(r"^-(?=\d)")


@dataclass(frozen=True, slots=True)
class _Spot:
    """A printed cell: its row, the head of its column, and what it says."""

    row: PrintedRow
    column: str
    text: str


def check_printed(
    printed: PrintedTable, table: Table, definition: TableDef, functions: Mapping[str, Function]
) -> tuple[tuple[Finding, ...], tuple[Problem, ...]]:
    """A finding for every printed cell and every mended row label, and what the author's notes get wrong.

    A row printed for several targets ("57-58") must hold for each; an open one ("6/-", "181+") is held against the
    number it names, since the source does not say how far it reaches.
    """
    problems = [*_unknown(printed, table)]
    if problems:
        return (), tuple(problems)
    key = Key(printed.definition.key, Context(Scope(functions=functions)))
    columns = [(column, _column(table, column)) for column in printed.columns]
    compared = []
    for row in printed.rows:
        rows = _rows(table, row.label)
        compared.append(
            [
                _compared(printed, table, key, _Spot(row, column, text), rows, across)
                for (column, across), text in zip(columns, row.cells, strict=True)
            ]
        )
    roundings = Counter(name for row in compared for one in row if isinstance(one, Place) for name in one.roundings)
    findings: list[Finding] = []
    for found in compared:
        places = [one for one in found if isinstance(one, Place)]
        trial = Trial(table, definition, functions, places, roundings)
        findings += [_judged(printed, trial, one) if isinstance(one, Place) else one for one in found]
    labels, wrong = _row_labels(printed, table)
    findings = beside(printed, table, definition, functions, findings)
    findings, stale = noted(printed, findings)
    return (*findings, *labels), (*wrong, *stale)


def _unknown(printed: PrintedTable, table: Table) -> Iterator[Problem]:
    for row in printed.rows:
        if not _rows(table, row.label):
            yield Problem(printed.definition.where("file"), f"our table has no row {row.label!r}")
    for column in printed.columns:
        if _column(table, column) is None:
            yield Problem(printed.definition.where("file"), f"our table has no column {column!r}")


def _rows(table: Table, label: str) -> list[int]:
    """The rows of our table that a printed label stands for."""
    if both := _RANGE.fullmatch(label):
        wanted = {str(n) for n in range(int(both[1]), int(both[2]) + 1)}
    elif one := _OPEN.fullmatch(label):
        wanted = {one[1]}
    else:
        negative = _NEGATIVE.sub(MINUS, label)
        wanted = {negative, f"+{label}"}
    return [at for at, row in enumerate(table.rows) if row.label in wanted]


def _column(table: Table, column: str) -> int | None:
    """The column of our table that a head names by its label, or by its key where words head the column."""
    heads = [(head.label, head.key, head.key.replace("-", "_")) for head in table.columns]
    return next((at for at, names in enumerate(heads) if column in names), None)


def _compared(
    printed: PrintedTable, table: Table, key: Key, spot: _Spot, rows: Sequence[int], across: int | None
) -> Finding | Place:
    """A printed cell beside ours, which stand in these rows and in the column `across`."""
    row, column, text = spot.row, spot.column, spot.text
    assert across is not None, "unknown columns are problems"
    cells = [table.rows[at].cells[across] for at in rows]
    ours = [agrees(text, cell.text) for cell in cells]
    keyed = [agrees(text, key.text(cell)) for cell in cells] if printed.definition.key else ours
    if all(keyed):
        return _finding(printed, spot, cells[0], "right", "")
    if all(ours):
        legend = f"legend {printed.definition.legend}"
        return _finding(printed, spot, cells[0], "right under another legend", legend)
    off = ours.index(False)
    fits = tuple(table.rows[at].label for at, fit in zip(rows, ours, strict=True) if fit)
    due = {cells[off].text: None, key.text(cells[off]) if printed.definition.key else cells[off].text: None}
    return Place(row, column, text, cells[off], (rows[off], across), fits, " or ".join(due))


def _finding(printed: PrintedTable, spot: _Spot, cell: Cell, verdict: Verdict, cause: str) -> Finding:
    row, column, text = spot.row, spot.column, spot.text
    return Finding(
        table=printed.title,
        row=row.label,
        column=column,
        printed=text,
        ours=cell.text,
        verdict=verdict,
        key=f"{slug(printed.title)}-{slug(row.label)}-{slug(column)}",
        exact=cell.exact,
        format=cell.format,
        difference=difference(text, cell),
        cause=cause,
        checks=printed.table,
    )


def _judged(printed: PrintedTable, trial: Trial, place: Place) -> Finding:
    verdict, cause = cause_of(trial, place)
    return _finding(printed, _Spot(place.row, place.column, place.text), place.cell, verdict, cause)


def _row_labels(printed: PrintedTable, table: Table) -> tuple[list[Finding], list[Problem]]:
    """A finding for every mended label. The mended one must be the only row of ours that the cells fit best."""
    findings: list[Finding] = []
    problems: list[Problem] = []
    rows = {row.line: row for row in printed.rows}
    for index, label in enumerate(printed.row_labels):
        row = rows[label.line]
        fits = [_fitting(printed, table, row, at) for at in range(len(table.rows))]
        best = [table.rows[at].label for at, fit in enumerate(fits) if fit == max(fits)]
        if best != [label.correct]:
            where = printed.definition.where("row_labels", index, "is")
            message = f"the cells of the row on line {label.line} do not fit the row {label.correct!r} best"
            problems.append(Problem(where, message, f"they fit {', '.join(best)}"))
            continue
        printed_row = _rows(table, label.printed)
        under = fits[printed_row[0]] if printed_row else 0
        words = f"{max(fits)} of its {len(row.cells)} cells are those of {label.correct},"
        words += f" {under} those of {label.printed}"
        findings.append(
            Finding(
                table=printed.title,
                row=row.label,
                column=printed.stub_head,
                printed=label.printed,
                ours=label.correct,
                verdict="misprint",
                key=f"{slug(printed.title)}-{slug(row.label)}-label",
                cause=f"a wrong row label: {words}",
                note=" ".join(label.cause.split()),
                checks=printed.table,
            )
        )
    return findings, problems


def _fitting(printed: PrintedTable, table: Table, row: PrintedRow, at: int) -> int:
    found = zip(printed.columns, row.cells, strict=True)
    across = [(_column(table, column), text) for column, text in found]
    return sum(agrees(text, table.rows[at].cells[i].text) for i, text in across if i is not None)
