"""The exact values behind a table: every cell and derived column of a definition, before any rounding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from generator.content.table_definitions import DerivedRange, DerivedValue, InverseDef, TableDef
from generator.content.expressions import AxisRange, Expression
from generator.diagnostics import Location, Problem
from generator.dice.evaluate import Scope, number
from generator.dice.notation import Function, Node, NotationError, parse
from generator.tables.axes import Point, points
from generator.tables.numbers import show
from generator.tables.formats import number_format

LARGEST_TABLE = 200_000


@dataclass(frozen=True, slots=True)
class Computed:
    """A definition with its numbers: `cells` and `derived` hold a tuple a row; a derived range is words."""

    definition: TableDef
    scope: Scope
    rows: tuple[Point, ...]
    columns: tuple[Point, ...]
    cells: tuple[tuple[Fraction, ...], ...]
    derived: tuple[tuple[Fraction | str, ...], ...]


def compute(
    definition: TableDef, functions: Mapping[str, Function]
) -> tuple[Computed | None, tuple[Problem, ...]]:
    """All values of a table, or the first problem of each of its parts and no values."""
    scope = Scope(functions=functions)
    rows, row_problems = points(definition.rows, definition.where("rows"), scope)
    columns, column_problems = points(definition.columns, definition.where("columns"), scope)
    if row_problems or column_problems:
        return None, row_problems + column_problems
    size = len(rows) * len(columns)
    if size > LARGEST_TABLE:
        message = f"the table would have {size:,} cells"
        return None, (Problem(definition.where("rows"), message, f"at most {LARGEST_TABLE:,} cells"),)
    cell, rule = _rule(definition)
    try:
        cells = tuple(
            tuple(
                number(rule, scope.with_values(**{definition.rows.name: r.value, definition.columns.name: c.value}))
                for c in columns
            )
            for r in rows
        )
    except NotationError as error:
        return None, (cell.problem(error),)
    derived, problems = _derive(definition, scope, rows, columns, cells)
    if problems:
        return None, problems
    return Computed(definition, scope, rows, columns, cells, derived), ()


def _rule(definition: TableDef) -> tuple[Expression, Node]:
    """The expression that a problem in a cell points at, and what is computed for each cell."""
    if not isinstance(definition, InverseDef):
        return definition.cell, definition.cell.node
    search = f"{definition.find}({definition.target}: ({definition.chance.text}) >= {definition.columns.name})"
    return definition.chance, parse(search)


def _derive(
    definition: TableDef,
    scope: Scope,
    rows: tuple[Point, ...],
    columns: tuple[Point, ...],
    cells: tuple[tuple[Fraction, ...], ...],
) -> tuple[tuple[tuple[Fraction | str, ...], ...], tuple[Problem, ...]]:
    known: dict[str, tuple[Fraction, ...]] = {}
    sources: dict[str, DerivedValue] = {}
    made: list[tuple[Fraction | str, ...]] = []
    for index, column in enumerate(definition.derived):
        if isinstance(column, DerivedValue):
            try:
                values = _derived_values(column, definition, scope, rows, columns, cells, known)
            except NotationError as error:
                return (), (column.value.problem(error),)
            known[_name(column.key)] = values
            sources[column.key] = column
            made.append(values)
        else:
            place = definition.where("derived", index)
            words, problem = _derived_ranges(
                column, place, sources[column.range_of], scope, rows, known[_name(column.range_of)]
            )
            if problem:
                return (), (problem,)
            made.append(words)
    return tuple(zip(*made, strict=True)) if made else tuple(() for _ in rows), ()


def _name(key: str) -> str:
    """A column's key as expressions write it, where a hyphen would be a minus."""
    return key.replace("-", "_")


def _derived_values(
    column: DerivedValue,
    definition: TableDef,
    scope: Scope,
    rows: tuple[Point, ...],
    columns: tuple[Point, ...],
    cells: tuple[tuple[Fraction, ...], ...],
    known: Mapping[str, tuple[Fraction, ...]],
) -> tuple[Fraction, ...]:
    values = []
    for index, row in enumerate(rows):
        by_column = {point.value: cell for point, cell in zip(columns, cells[index], strict=True)}

        def cell(at: Fraction, here: Mapping[Fraction, Fraction] = by_column) -> Fraction:
            if at not in here:
                listed = ", ".join(point.label for point in columns)
                raise NotationError(f"the table has no column at {at}", 1, f"columns: {listed}")
            return here[at]

        row_scope = Scope(
            values={definition.rows.name: row.value, **{key: column[index] for key, column in known.items()}},
            functions={**scope.functions, "cell": cell},
            budget=scope.budget,
        )
        values.append(number(column.value.node, row_scope))
    return tuple(values)


def _derived_ranges(
    column: DerivedRange,
    place: Location,
    source: DerivedValue,
    scope: Scope,
    rows: tuple[Point, ...],
    values: tuple[Fraction, ...],
) -> tuple[tuple[str, ...], Problem | None]:
    """The least and greatest of the column `source` over each group of rows, as words such as "2–3"."""
    form = number_format(source.format)
    words = [""] * len(rows)
    for group in column.groups:
        first, last = (group.first, group.last) if isinstance(group, AxisRange) else (group, group)
        low, high = number(first.node, scope), number(last.node, scope)
        inside = [index for index, row in enumerate(rows) if low <= row.value <= high]
        if not inside:
            return (), Problem(first.location, "no row of the table lies in this group", "a range of rows")
        least, greatest = (show(extreme(values[i] for i in inside), form).text for extreme in (min, max))
        for index in inside:
            words[index] = least if least == greatest else f"{least}–{greatest}"
    if "" in words:
        missing = rows[words.index("")].label
        return (), Problem(place, f"the row {missing} is in no group", "every row belongs to one group")
    return tuple(words), None
