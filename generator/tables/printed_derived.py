"""Whether the derived columns that a source prints follow from the cells it prints beside them.

A source that mends a cell, or spoils one, and leaves the rest of the row alone disagrees with itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from generator.content.published import PrintedTable
from generator.content.table_definitions import DerivedValue, GridDef, InverseDef, TableDef
from generator.dice.evaluate import Scope
from generator.dice.notation import Function, NotationError
from generator.exact import Fraction
from generator.tables.axes import axis_points
from generator.tables.check_model import Finding
from generator.tables.contexts import Context
from generator.tables.derived import RowLookup, derive
from generator.tables.formats import number_format
from generator.tables.model import Table
from generator.tables.numbers import show
from generator.tables.printed_cells import agrees, stated
from generator.tables.unfit import Unfit


def beside(
    printed: PrintedTable,
    table: Table,
    definition: TableDef,
    functions: Mapping[str, Function],
    findings: Sequence[Finding],
) -> list[Finding]:
    """The findings, where a printed derived cell does not follow from the printed row with a cause that says so."""
    if not isinstance(definition, (GridDef, InverseDef)) or not definition.derived or definition.layout.transpose:
        return list(findings)
    values = tuple(column for column in definition.derived if isinstance(column, DerivedValue))
    heads = {head.key.replace("-", "_"): head for head in table.columns if head.derived}
    columns = {head.label: head.exact for head in table.columns if not head.derived}
    rows = {row.label: {f.column: f.printed for f in findings if f.row == row.label} for row in printed.rows}
    context = Context(Scope(functions=functions))
    points = {point.label: point for point in axis_points(definition.rows, definition.where("rows"), context)}
    given: dict[tuple[str, str], str] = {}
    for label, cells in rows.items():
        numbers = {
            exact: number
            for column, exact in columns.items()
            if exact is not None and column in cells and (number := stated(cells[column])) is not None
        }
        if label not in points:
            continue
        try:
            (made,) = derive(
                definition, values, [points[label]], [context.having(points[label].names)], [_looking(numbers)]
            )
        except (Unfit, NotationError):
            continue
        for column, value in zip(values, made, strict=True):
            if isinstance(value, Fraction):
                given[label, column.key.replace("-", "_")] = show(value, number_format(column.format)).text
    return [_with_cause(finding, given) if finding.column in heads else finding for finding in findings]


def _looking(numbers: Mapping[Fraction, Fraction]) -> RowLookup:
    def cell(at: Fraction) -> Fraction:
        if at not in numbers:
            raise NotationError("the source prints no number here", 1)
        return numbers[at]

    return cell


def _with_cause(finding: Finding, given: Mapping[tuple[str, str], str]) -> Finding:
    follows = given.get((finding.row, finding.column))
    if follows is None or agrees(finding.printed, follows):
        return finding
    words = f"the printed cells of this row give {follows}"
    return replace(finding, cause=f"{finding.cause}; {words}" if finding.cause else words)
